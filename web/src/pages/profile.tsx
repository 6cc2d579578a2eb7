import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { AppFrame } from '../app/app-frame.tsx';
import { paths } from '../app/paths.ts';
import { usePageTitle } from '../app/use-page-title.ts';
import { type VideoStatus, videoWords } from '../content/statuses.ts';
import { YourDataCard } from '../features/account-data/your-data-card.tsx';
import { ApiAccessCard } from '../features/api-keys/api-access-card.tsx';
import { GoogleLinkCard } from '../features/auth-forms/google-link-card.tsx';
import { PasswordCard } from '../features/auth-forms/password-card.tsx';
import { useOpenDrive } from '../features/drive-folder/use-open-drive.ts';
import { AccountActions } from '../features/profile/account-actions.tsx';
import { EmailNotices } from '../features/profile/email-notices.tsx';
import { PersonalInformation } from '../features/profile/personal-information.tsx';
import { CurrentPlanCard } from '../features/subscription/current-plan-card.tsx';
import { ManagementCard, PastPaymentsCard } from '../features/subscription/management-card.tsx';
import { UsageCard } from '../features/usage/usage-card.tsx';
import { configurationQuery } from '../features/video-wizard/api.ts';
import { authOptionsQuery } from '../session/auth-options.ts';
import { type CurrentUser, useCurrentUser } from '../session/current-user.ts';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadError } from '../ui/load-error.tsx';
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
    <div className="cards">
      <div>
        <PersonalInformation user={user} />
        <CurrentPlanCard user={user} videosPerMonth={user.videosPerMonth} />
        <UsageCard
          used={user.videosUsedThisMonth}
          limit={user.videosPerMonth}
          resetsAt={user.usageResetsAt}
          scheduled={scheduled}
        />
        {isSubscribed ? <ManagementCard /> : <PastPaymentsCard />}
      </div>
      <div>
        <PasswordCard user={user} />
        <GoogleLinkCard user={user} />
        {options?.passwordReset ? <EmailNotices user={user} /> : null}
        <ApiAccessCard />
        <YourDataCard user={user} />
        <AccountActions />
      </div>
    </div>
  );
}

function ProfileSkeleton() {
  return (
    <Loading text="Loading your profile...">
      <div className="cards">
        {['left', 'right'].map((side) => (
          <div key={side}>
            {['first', 'second'].map((place) => (
              <div className="panel pad card" key={place}>
                <Skeleton width="40%" height="1.75rem" />
                <Skeleton width="80%" />
                <Skeleton width="60%" />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Loading>
  );
}
