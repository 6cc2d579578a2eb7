import { Skeleton } from '../../ui/skeleton.tsx';
import type { Overview, PageViews } from './api.ts';
import { formatCount, formatEuros } from './format.ts';
import { type Report, ReportProblem } from './report.tsx';

/** The four numbers at the top. Each cell shows its own report; a failed report shows one message below. */
export function Figures({ overview, pageviews }: { overview: Report<Overview>; pageviews: Report<PageViews> }) {
  return (
    <div className="stack">
      <dl className="admin-figures number">
        <Figure
          name="Utenti totali"
          report={overview}
          value={({ totalUsers }) => formatCount(totalUsers)}
          more={({ newUsersLast30Days }) => `+${formatCount(newUsersLast30Days)} negli ultimi 30 giorni`}
        />
        <Figure
          name="Ricavi totali"
          report={overview}
          value={({ totalRevenue }) => formatEuros(totalRevenue)}
          more={() => 'al netto dei rimborsi'}
        />
        <Figure
          name="Configurazioni video"
          report={overview}
          value={({ totalVideoConfigs }) => formatCount(totalVideoConfigs)}
          more={() => 'una per utente'}
        />
        <Figure
          name="Visite totali"
          report={pageviews}
          value={({ totalViews }) => formatCount(totalViews)}
          more={({ viewsToday }) => `${formatCount(viewsToday)} oggi`}
        />
      </dl>
      <ReportProblem report={overview} what="Riepilogo" />
    </div>
  );
}

function Figure<Data>({
  name,
  report: { data, isError },
  value,
  more,
}: {
  name: string;
  report: Report<Data>;
  value: (data: Data) => string;
  more: (data: Data) => string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      {data !== undefined ? (
        <dd>
          {value(data)}
          <small>{more(data)}</small>
        </dd>
      ) : isError ? (
        <dd>
          <span aria-hidden="true">–</span>
          <small>non disponibile</small>
        </dd>
      ) : (
        <dd>
          <span className="visually-hidden">Caricamento</span>
          <Skeleton width="7rem" height="1.05em" />
          <Skeleton width="9rem" height="1.3rem" />
        </dd>
      )}
    </div>
  );
}
