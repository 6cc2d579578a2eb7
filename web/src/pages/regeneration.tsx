import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { AppFrame } from '../app/app-frame.tsx';
import { paths } from '../app/paths.ts';
import { usePageTitle } from '../app/use-page-title.ts';
import { useOpenDrive } from '../features/drive-folder/use-open-drive.ts';
import { LastConfiguration } from '../features/regeneration/last-configuration.tsx';
import { RegenerationCard } from '../features/regeneration/regeneration-card.tsx';
import { LastConfigurationSkeleton, RegenerationSkeleton } from '../features/regeneration/skeleton.tsx';
import { configurationQuery, type VideoConfiguration } from '../features/video-wizard/api.ts';
import { formatWallWeekday } from '../lib/format-date.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { RequireSession } from '../session/require-session.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadError } from '../ui/load-error.tsx';

export function RegenerationPage() {
  usePageTitle('Video Regeneration');
  const { data: user } = useCurrentUser();
  const drive = useOpenDrive();
  const skeleton = (
    <Main left={<LastConfigurationSkeleton />}>
      <RegenerationSkeleton />
    </Main>
  );
  return (
    <AppFrame user={user ?? null} openingDrive={drive.opening} onOpenDrive={() => drive.open()}>
      <RequireSession skeleton={skeleton}>
        {(present) => <Content isFree={present.subscriptionTier === 'free'} />}
      </RequireSession>
    </AppFrame>
  );
}

function Main({ left, children }: { left: ReactNode; children: ReactNode }) {
  return (
    <main id="main" className="wrap app-main">
      <div>
        <Link className="back" to={paths.dashboard}>
          <Icon name="left" />
          Back to dashboard
        </Link>
        <h1>Video Regeneration</h1>
        <p className="muted under-title">Not happy with your videos? Make them all again.</p>
      </div>
      <div className="cards">
        <div>{left}</div>
        <div>{children}</div>
      </div>
    </main>
  );
}

function Content({ isFree }: { isFree: boolean }) {
  const { data, isError, refetch, isFetching } = useQuery({ ...configurationQuery, refetchOnMount: 'always' });
  const configurationCard = data ? (
    <LastConfiguration
      configuration={data.saved ? generated(data) : null}
      action={
        <Link className={buttonClass()} to={paths.dashboard}>
          Create a video
        </Link>
      }
    />
  ) : isError ? (
    <LoadError
      title="Your configuration did not load"
      text="You can still regenerate your videos. Only this card could not load."
      onRetry={() => refetch()}
      busy={isFetching}
    />
  ) : (
    <LastConfigurationSkeleton />
  );
  return (
    <Main left={configurationCard}>
      <RegenerationCard
        isFree={isFree}
        nothingYet={data && !data.saved ? 'You have no videos to regenerate yet.' : null}
        nameOf={(videoId) => nameOf(data?.scheduledDates ?? [], videoId)}
        progressLink={<Link to={paths.dashboard}>Watch the progress on your dashboard</Link>}
      />
    </Main>
  );
}

const generated = ({ videoType, includeAudio, scheduledDates, notes }: VideoConfiguration) => ({
  videoType,
  includeAudio,
  scheduledDates: scheduledDates.length,
  notes: notes ?? '',
});

/** The name of an entry: "#3, Tue 24 November, 09:00". */
function nameOf(entries: VideoConfiguration['scheduledDates'], videoId: string): string | null {
  const entry = entries.find(({ id }) => id === videoId);
  return entry ? `#${entry.index}, ${formatWallWeekday(entry.date)}, ${entry.time}` : null;
}
