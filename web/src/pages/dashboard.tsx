import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AppFrame } from '../app/app-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { useOpenDrive } from '../features/drive-folder/use-open-drive.ts';
import { OverdueNote } from '../features/subscription/overdue-note.tsx';
import { UpgradeDialog } from '../features/subscription/upgrade-dialog.tsx';
import { useCheckoutReturn } from '../features/subscription/use-checkout-return.ts';
import { configurationQuery } from '../features/video-wizard/api.ts';
import { useDraft } from '../features/video-wizard/use-draft.ts';
import { onTimeQuery, videosQuery } from '../features/videos/api.ts';
import { isUnauthorized } from '../lib/api-client.ts';
import { type CurrentUser, refreshCurrentUser, useCurrentUser } from '../session/current-user.ts';
import { noteNoVideo } from '../session/no-video.ts';
import { RequireSession } from '../session/require-session.tsx';
import { useRedirectToLogin } from '../session/use-redirect-to-login.ts';
import { Note } from '../ui/note.tsx';
import { DashboardSkeleton, VideosSkeleton } from './dashboard-skeleton.tsx';
import { DashboardTop } from './dashboard-top.tsx';
import { DashboardVideos } from './dashboard-videos.tsx';
import { DashboardWizard } from './dashboard-wizard.tsx';
import { draftedThisMonth } from './drafted-this-month.ts';
import { isCalendarOutdated } from './paused-words.ts';

export function DashboardPage() {
  usePageTitle('Dashboard');
  const { data: user } = useCurrentUser();
  const drive = useOpenDrive();
  return (
    <AppFrame user={user ?? null} openingDrive={drive.opening} onOpenDrive={() => drive.open()}>
      <RequireSession skeleton={<DashboardSkeleton />}>
        {(present) => <Dashboard key={String(present.id)} user={present} />}
      </RequireSession>
    </AppFrame>
  );
}

type View = 'videos' | 'configuration';

function Dashboard({ user }: { user: CurrentUser }) {
  const [search, setSearch] = useSearchParams();
  const [upgrading, setUpgrading] = useState(false);
  const waitingForPayment = useCheckoutReturn();
  const configuration = useQuery({
    ...configurationQuery,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isCalendarOutdated(state.data?.scheduledDates ?? [], user) ? 3_000 : false),
  });
  const client = useQueryClient();
  const drafting = useDraft(String(user.id), () => {
    void client.invalidateQueries({ queryKey: configurationQuery.queryKey });
    refreshCurrentUser(client);
  });
  const drafted = draftedThisMonth(configuration.data, drafting.draft, user.usageResetsAt);
  const hasPlannedEntries =
    configuration.data?.scheduledDates.some((entry) => entry.status.state === 'planned') ?? false;
  const videos = useQuery(videosQuery(hasPlannedEntries));
  // The poll is the first call that fails when the session has ended, for example by a sign-out in another tab.
  useRedirectToLogin(isUnauthorized(videos.error), 'Session expired. Please login again...');
  useRefreshOnVideoChange(
    videos.data?.videos.map((video) => `${video.id}:${video.status.state}:${video.why?.code}`).join(),
  );

  const list = videos.data?.videos;
  const free = user.subscriptionTier === 'free';
  const isNew = list?.length === 0 && configuration.data?.saved === false;
  const isKnown = list !== undefined && configuration.data !== undefined;
  useEffect(() => {
    if (isKnown) noteNoVideo(isNew);
  }, [isKnown, isNew]);
  // Users with videos see the list; users without, and the free plan, see the configuration. Decided once, so that a
  // first video that appears later does not replace the screen.
  const [first, setFirst] = useState<View | null>(free ? 'configuration' : null);
  if (first === null && list) setFirst(list.length > 0 ? 'videos' : 'configuration');
  // If the list could not be read, the list view shows the failure.
  const view =
    search.get('view') ?? (search.has('step') ? 'configuration' : first) ?? (videos.isError ? 'videos' : null);
  const show = (next: View, step: { step?: '2' } = {}) => {
    setSearch({ view: next, ...step });
    window.scrollTo(0, 0);
  };

  return (
    <main id="main" className="wrap app-main dashboard-main">
      <DashboardTop
        user={user}
        videos={list}
        isNew={isNew}
        showsLink={view === 'configuration' && (list?.length ?? 0) > (free ? 1 : 0)}
        drafted={drafted}
        onUpgrade={() => setUpgrading(true)}
      />
      <OverdueNote user={user} />
      {waitingForPayment ? (
        <Note tone="warn" title="We are waiting for your payment to arrive.">
          This takes a few seconds. Your plan updates automatically.
        </Note>
      ) : null}
      {view === null ? (
        <VideosSkeleton />
      ) : view === 'videos' ? (
        <DashboardVideos
          user={user}
          videos={videos}
          isNew={isNew}
          drafted={drafted}
          configuration={configuration.data}
          onConfigure={() => show('configuration')}
          onSchedule={() => show('configuration', { step: '2' })}
          onUpgrade={() => setUpgrading(true)}
        />
      ) : (
        <DashboardWizard
          user={user}
          videos={videos}
          configuration={configuration}
          drafting={drafting}
          drafted={drafted}
          onShowVideos={() => show('videos')}
          onUpgrade={() => setUpgrading(true)}
        />
      )}
      {upgrading ? <UpgradeDialog user={user} from="dashboard" onClose={() => setUpgrading(false)} /> : null}
    </main>
  );
}

/** Reads the user, the calendar and the posts on time again when a video changes its state or cause, because usage may have changed too. */
function useRefreshOnVideoChange(states: string | undefined): void {
  const client = useQueryClient();
  const [knownStates, setKnownStates] = useState(states);
  useEffect(() => {
    if (states === undefined || states === knownStates) return;
    if (knownStates !== undefined) {
      refreshCurrentUser(client);
      client.invalidateQueries({ queryKey: configurationQuery.queryKey });
      client.invalidateQueries({ queryKey: onTimeQuery.queryKey });
    }
    setKnownStates(states);
  }, [client, knownStates, states]);
}
