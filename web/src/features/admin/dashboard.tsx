import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { Button } from '../../ui/button.tsx';
import { isLockedOut, reports, reportsKey } from './api.ts';
import { Figures } from './figures.tsx';
import { formatHour, formatToday } from './format.ts';
import { OnTimeTable, PagesTable, PlansTable, SocialTable, UsersTable, VideosTable, VisitsTable } from './tables.tsx';
import { Trends } from './trends.tsx';

interface Props {
  /** True right after unlocking: the title gets the focus. */
  entered: boolean;
  /** Called when the server rejects a report because the session has ended. */
  onExpired: () => void;
}

/** The seven reports, which load independently: figures first, then charts, then tables. */
export function Dashboard({ entered, onExpired }: Props) {
  const client = useQueryClient();
  const results = useQueries({
    queries: [
      reports.overview,
      reports.users,
      reports.subscriptions,
      reports.videos,
      reports.social,
      reports.pageviews,
      reports.onTime,
    ],
  });
  const [overview, users, subscriptions, videos, social, pageviews, onTime] = results;
  const isSessionOver = results.some(({ error }) => isLockedOut(error));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the first report is rejected
  useEffect(() => {
    if (isSessionOver) onExpired();
  }, [isSessionOver]);
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the page opens
  useEffect(() => {
    if (entered) title.current?.focus();
  }, []);

  if (isSessionOver) return null;
  const fetching = results.some(({ isFetching }) => isFetching);
  const hasFailed = results.some(({ isError }) => isError);
  const loadedResults = results.filter(({ data }) => data !== undefined);
  return (
    <>
      <div className="app-top">
        <div>
          <h1 ref={title} tabIndex={-1}>
            Dashboard Amministratore
          </h1>
          <p className="muted number under-title">{formatToday(serverNow())}</p>
        </div>
        <div className="row admin-refresh">
          <p className="muted number" role="status">
            {fetching ? (
              'Aggiornamento...'
            ) : (
              <>
                {hasFailed ? 'Alcuni dati non sono stati caricati. ' : null}
                {loadedResults.length > 0 ? `Aggiornato alle ${formatHour(oldestOf(loadedResults))}` : null}
              </>
            )}
          </p>
          <Button busy={fetching} onClick={() => client.invalidateQueries({ queryKey: reportsKey })}>
            Aggiorna
          </Button>
        </div>
      </div>
      <Figures overview={overview} pageviews={pageviews} />
      <Trends pageviews={pageviews} users={users} videos={videos} subscriptions={subscriptions} />
      <div className="admin-grid">
        <PlansTable report={subscriptions} />
        <PagesTable report={pageviews} />
        <VisitsTable report={pageviews} />
        <UsersTable report={users} />
        <VideosTable report={videos} />
        <SocialTable report={social} />
        <OnTimeTable report={onTime} />
      </div>
      <p className="small muted">Giorni e mesi seguono l'ora UTC.</p>
    </>
  );
}

/** When the oldest numbers on the screen were read, in product time. */
function oldestOf(results: readonly { dataUpdatedAt: number }[]): number {
  const oldest = Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt));
  return oldest + (serverNow() - Date.now());
}
