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
import { videosQuery } from '../features/videos/api.ts';
import { isUnauthorized } from '../lib/api-client.ts';
import { type CurrentUser, refreshCurrentUser, useCurrentUser } from '../session/current-user.ts';
import { RequireSession } from '../session/require-session.tsx';
import { useRedirectToLogin } from '../session/use-redirect-to-login.ts';
import { Note } from '../ui/note.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { DashboardTop } from './dashboard-top.tsx';
import { DashboardVideos } from './dashboard-videos.tsx';
import { DashboardWizard } from './dashboard-wizard.tsx';
import { isBehind } from './paused-words.ts';

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
    refetchInterval: ({ state }) => (isBehind(state.data?.scheduledDates ?? [], user) ? 3_000 : false),
  });
  const planned = configuration.data?.scheduledDates.some((entry) => entry.status.state === 'planned') ?? false;
  const videos = useQuery(videosQuery(planned));
  // Signed out in another tab, or the session ended: the poll is the first to notice.
  useRedirectToLogin(isUnauthorized(videos.error), 'Session expired. Please login again...');
  useFollowOutcomes(videos.data?.videos.map((video) => `${video.id}:${video.status.state}:${video.why?.code}`).join());

  const list = videos.data?.videos;
  // Whoever has videos sees where they are; whoever has none makes the first one. Free plans stay with their one video.
  // Decided once: a first video that appears while one is here must not take the screen away.
  const [first, setFirst] = useState<View | null>(user.subscriptionTier === 'free' ? 'configuration' : null);
  if (first === null && list) setFirst(list.length > 0 ? 'videos' : 'configuration');
  // Where they are can not be told: the list says so, until it can.
  const view = search.get('view') ?? first ?? (videos.isError ? 'videos' : null);
  const show = (next: View, step: { step?: '2' } = {}) => {
    setSearch({ view: next, ...step });
    window.scrollTo(0, 0);
  };

  return (
    <main id="main" className="wrap app-main">
      <DashboardTop user={user} videos={list ?? []} onUpgrade={() => setUpgrading(true)} />
      <OverdueNote user={user} />
      {waitingForPayment ? (
        <Note tone="warn" title="We are waiting for your payment to arrive.">
          This takes a few seconds. Your plan updates automatically.
        </Note>
      ) : null}
      {view === null ? (
        <DashboardSkeleton inner />
      ) : view === 'videos' ? (
        <DashboardVideos
          user={user}
          videos={videos}
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
          onShowVideos={() => show('videos')}
          onUpgrade={() => setUpgrading(true)}
        />
      )}
      {upgrading ? <UpgradeDialog user={user} from="dashboard" onClose={() => setUpgrading(false)} /> : null}
    </main>
  );
}

/** When a video changes its state or its cause, usage and the calendar have changed too. */
function useFollowOutcomes(states: string | undefined): void {
  const client = useQueryClient();
  const [seen, setSeen] = useState(states);
  useEffect(() => {
    if (states === undefined || states === seen) return;
    if (seen !== undefined) {
      refreshCurrentUser(client);
      client.invalidateQueries({ queryKey: configurationQuery.queryKey });
    }
    setSeen(states);
  }, [client, seen, states]);
}
