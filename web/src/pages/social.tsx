import { platforms } from '@reelwright/product';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { AppFrame } from '../app/app-frame.tsx';
import { paths } from '../app/paths.ts';
import { usePageTitle } from '../app/use-page-title.ts';
import { canPost } from '../content/plans.ts';
import type { SetupPlatform } from '../content/platform-setups.ts';
import { useOpenDrive } from '../features/drive-folder/use-open-drive.ts';
import { type Connections as ConnectionList, connectionsQuery } from '../features/social-connections/api.ts';
import { ConnectionCard } from '../features/social-connections/connection-card.tsx';
import { FacebookPages } from '../features/social-connections/facebook-pages.tsx';
import { TikTokSheet } from '../features/social-connections/tiktok-sheet.tsx';
import { useConnectReturn } from '../features/social-connections/use-connect-return.ts';
import { type CurrentUser, useCurrentUser } from '../session/current-user.ts';
import { RequireSession } from '../session/require-session.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Note } from '../ui/note.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

export function SocialPage() {
  usePageTitle('Social Media Connections');
  const { data: user } = useCurrentUser();
  const drive = useOpenDrive();
  return (
    <AppFrame user={user ?? null} openingDrive={drive.opening} onOpenDrive={() => drive.open()}>
      <RequireSession skeleton={<Main>{<ConnectionsSkeleton />}</Main>}>
        {(present) => (
          <Main>
            <Connections user={present} />
          </Main>
        )}
      </RequireSession>
    </AppFrame>
  );
}

function Main({ children }: { children: React.ReactNode }) {
  return (
    <main id="main" className="wrap app-main">
      <div>
        <Link className="back" to={paths.dashboard}>
          <Icon name="left" />
          Back to dashboard
        </Link>
        <h1>Social Media Connections</h1>
        <p className="muted under-title">Your reels are posted to every platform you connect here.</p>
      </div>
      {children}
      <div className="measure">
        <Note title="Your passwords are never stored.">
          Connections use OAuth 2.0, and access can be revoked here or on the platform at any time.
        </Note>
      </div>
    </main>
  );
}

const sheets: Record<SetupPlatform, (data: ConnectionList, onClose: () => void) => ReactNode> = {
  tiktok: (data, onClose) => <TikTokSheet level={data.tiktok.level} onClose={onClose} />,
  facebook: (data, onClose) => <FacebookPages current={data.facebook.pageName ?? null} onClose={onClose} />,
};

function Connections({ user }: { user: CurrentUser }) {
  const { data, isError, refetch, isFetching } = useQuery({ ...connectionsQuery, refetchOnMount: 'always' });
  const { sheet, showSheet, failures, forget } = useConnectReturn();
  if (!data) {
    return isError ? (
      <LoadError
        title="Your connections did not load"
        text="Your planned posts still go out. Only this page could not load."
        onRetry={() => refetch()}
        busy={isFetching}
      />
    ) : (
      <ConnectionsSkeleton />
    );
  }
  return (
    <>
      <div className="connections">
        {platforms.map((platform) => (
          <ConnectionCard
            key={platform}
            platform={platform}
            connection={data[platform]}
            mayPost={canPost(user.subscriptionTier)}
            onSetUp={showSheet}
            failure={failures[platform] ?? null}
            onForgetFailure={() => forget(platform)}
          />
        ))}
      </div>
      {sheet ? sheets[sheet](data, () => showSheet(null)) : null}
    </>
  );
}

function ConnectionsSkeleton() {
  return (
    <Loading text="Loading your connections...">
      <div className="connections">
        {platforms.map((platform) => (
          <div className="connection" key={platform}>
            <Skeleton width="52px" height="52px" />
            <div className="stack">
              <Skeleton width="6rem" />
              <Skeleton width="9rem" />
            </div>
            <span className="badge">
              <Skeleton width="4rem" />
            </span>
            <div className="connection-more">
              <Skeleton width="16rem" height="1lh" />
              <Skeleton width="7rem" height="40px" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
