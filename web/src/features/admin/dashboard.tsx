import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { Button } from '../../ui/button.tsx';
import { isLockedOut, reports, reportsKey } from './api.ts';
import { Figures } from './figures.tsx';
import { formatHour, formatToday } from './format.ts';
import { PagesTable, PlansTable, SocialTable, UsersTable, VideosTable, VisitsTable } from './tables.tsx';
import { Trends } from './trends.tsx';

interface Props {
  /** True right after unlocking: the title gets the focus. */
  entered: boolean;
  /** Called when the server refuses a report because the session has ended. */
  onExpired: () => void;
}

/** The six reports, which load independently: figures first, then charts, then tables. */
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
    ],
  });
  const [overview, users, subscriptions, videos, social, pageviews] = results;
  const refused = results.some(({ error }) => isLockedOut(error));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the first report is refused
  useEffect(() => {
    if (refused) onExpired();
  }, [refused]);
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the page opens
  useEffect(() => {
    if (entered) title.current?.focus();
  }, []);

  if (refused) return null;
  const fetching = results.some(({ isFetching }) => isFetching);
  const failed = results.some(({ isError }) => isError);
  const here = results.filter(({ data }) => data !== undefined);
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
              'Aggiornamento in corso...'
            ) : (
              <>
                {failed ? 'Alcuni dati non sono stati caricati. ' : null}
                {here.length > 0 ? `Aggiornato alle ${formatHour(oldestOf(here))}` : null}
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
      </div>
      <p className="small muted">Giorni e mesi seguono l'ora UTC.</p>
    </>
  );
}

/** When the oldest numbers on the screen were read, in product time. */
function oldestOf(shown: readonly { dataUpdatedAt: number }[]): number {
  const oldest = Math.min(...shown.map(({ dataUpdatedAt }) => dataUpdatedAt));
  return oldest + (serverNow() - Date.now());
}
