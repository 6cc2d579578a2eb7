import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { AppFrame } from '../app/app-frame.tsx';
import { paths } from '../app/paths.ts';
import { usePageTitle } from '../app/use-page-title.ts';
import { plansAbove } from '../content/plans.ts';
import { type VideoStatus, videoWords } from '../content/statuses.ts';
import { DataDownloadRow } from '../features/account-data/data-download-row.tsx';
import { DeleteAccountRow } from '../features/account-data/delete-account-row.tsx';
import { ApiAccessSection } from '../features/api-keys/api-access-section.tsx';
import { GoogleLinkRow } from '../features/auth-forms/google-link-row.tsx';
import { PasswordRow } from '../features/auth-forms/password-row.tsx';
import { BrandingSection } from '../features/branding/branding-section.tsx';
import { OwnDriveRow } from '../features/drive-folder/own-drive-row.tsx';
import { useOpenDrive } from '../features/drive-folder/use-open-drive.ts';
import { EmailNotices } from '../features/profile/email-notices.tsx';
import { PersonalInformation } from '../features/profile/personal-information.tsx';
import { SignOutRow } from '../features/profile/sign-out-row.tsx';
import { CurrentPlan } from '../features/subscription/current-plan.tsx';
import { UsageSection } from '../features/usage/usage-section.tsx';
import { configurationQuery } from '../features/video-wizard/api.ts';
import { savedZone } from '../features/video-wizard/draft.ts';
import { authOptionsQuery } from '../session/auth-options.ts';
import { type CurrentUser, useCurrentUser } from '../session/current-user.ts';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Row, RowSection, Rows } from '../ui/rows.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

export function ProfilePage() {
  usePageTitle('Profile');
  const { data: user, isError, refetch, isFetching } = useCurrentUser();
  const drive = useOpenDrive();
  return (
    <AppFrame user={user ?? null} openingDrive={drive.opening} onOpenDrive={() => drive.open()}>
      {user === null ? (
        <NotAuthenticated />
      ) : (
        <main id="main" className="wrap app-main">
          <div>
            <Link className="back" to={paths.dashboard}>
              <Icon name="left" />
              Back to dashboard
            </Link>
            <h1>Profile</h1>
          </div>
          {user ? (
            <Profile user={user} />
          ) : isError ? (
            <LoadError
              title="Your account did not load"
              text="Nothing is lost. Only this page could not load."
              onRetry={() => refetch()}
              busy={isFetching}
            />
          ) : (
            <ProfileSkeleton />
          )}
        </main>
      )}
    </AppFrame>
  );
}

function NotAuthenticated() {
  return (
    <main id="main" className="wrap lone">
      <h1>Not Authenticated</h1>
      <p className="lead">Sign in to see your profile.</p>
      <Link className={buttonClass({ tone: 'primary', size: 'large' })} to={paths.login}>
        Sign In
      </Link>
    </main>
  );
}

function Profile({ user }: { user: CurrentUser }) {
  const { data: configuration } = useQuery({ ...configurationQuery, refetchOnMount: 'always' });
  const { data: options } = useQuery(authOptionsQuery);
  const isScheduled = ({ state, posted }: VideoStatus) => posted === 0 && videoWords[state].phase !== 'over';
  const scheduled = configuration?.scheduledDates.filter(({ status }) => isScheduled(status)).length ?? null;
  const isSubscribed = user.subscriptionTier !== 'free' && user.stripeSubscriptionId !== null;
  return (
    <div className="row-sections">
      <PersonalInformation user={user} />
      <CurrentPlan user={user} videosPerMonth={user.videosPerMonth} isSubscribed={isSubscribed} />
      <UsageSection
        used={user.videosUsedThisMonth}
        limit={user.videosPerMonth}
        resetsAt={user.usageResetsAt}
        zone={savedZone(configuration)}
        canUpgrade={plansAbove(user.subscriptionTier).length > 0}
        scheduled={scheduled}
      />
      <RowSection title="Your videos">
        <Rows>
          <OwnDriveRow user={user} />
        </Rows>
      </RowSection>
      <BrandingSection tier={user.subscriptionTier} style={configuration?.videoType ?? 'v1'} />
      <RowSection title="Signing in">
        <Rows>
          <PasswordRow user={user} />
          <GoogleLinkRow user={user} />
        </Rows>
      </RowSection>
      {options?.passwordReset ? <EmailNotices user={user} /> : null}
      <ApiAccessSection />
      <RowSection title="Account Actions">
        <Rows>
          <SignOutRow />
          <DataDownloadRow />
          <DeleteAccountRow user={user} />
        </Rows>
      </RowSection>
    </div>
  );
}

/** The labels of the first sections, which are known before the account is. */
const skeletonRows = [
  ['Photo', 'First name', 'Last name', 'Email', 'Member Since'],
  ['Plan', 'Payments'],
  ['Used', 'Remaining', 'Scheduled', 'Resets on'],
];

function ProfileSkeleton() {
  return (
    <Loading text="Loading your profile...">
      <div className="row-sections">
        {skeletonRows.map((labels) => (
          <div className="row-section" key={labels[0]}>
            <Skeleton width="9rem" height="1.75rem" />
            <Rows>
              {labels.map((label) => (
                <Row label={label} key={label}>
                  <Skeleton width="10rem" />
                </Row>
              ))}
            </Rows>
          </div>
        ))}
      </div>
    </Loading>
  );
}
