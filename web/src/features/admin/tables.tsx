import { platformNames, platforms, tiers } from '@reelwright/product';
import type { CSSProperties, ReactNode } from 'react';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { OnTime, PageViews, Social, Subscriptions, Users, Videos } from './api.ts';
import { formatCount, formatEuros, formatMonth, formatPercent } from './format.ts';
import { type Report, ReportPart } from './report.tsx';

export function PlansTable({ report }: { report: Report<Subscriptions> }) {
  return (
    <Panel title="Abbonamenti" report={report} rows={6}>
      {({ subscriptionBreakdown, revenueByTier, conversionRate }) => (
        <>
          <table className="count-table">
            <thead>
              <tr>
                <th scope="col">Piano</th>
                <th scope="col">Utenti</th>
                <th scope="col">Ricavi totali</th>
              </tr>
            </thead>
            <tbody>
              {tiers.map((tier) => (
                <tr key={tier}>
                  <th scope="row">{tier}</th>
                  <td>{formatCount(subscriptionBreakdown[tier])}</td>
                  <td>{formatEuros(revenueByTier[tier])}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="small muted number">Tasso di conversione {formatPercent(conversionRate)}</p>
        </>
      )}
    </Panel>
  );
}

export function PagesTable({ report }: { report: Report<PageViews> }) {
  return (
    <Panel title="Pagine più viste" report={report} rows={6}>
      {({ topPages }) =>
        topPages.length === 0 ? (
          <p className="muted">Nessuna visita finora.</p>
        ) : (
          <table className="count-table pages">
            <thead>
              <tr>
                <th scope="col">Pagina</th>
                <td />
                <th scope="col">Visite</th>
              </tr>
            </thead>
            <tbody>
              {topPages.map(({ path, views }) => (
                <tr key={path}>
                  <th scope="row">{path === '/' ? 'Home' : path}</th>
                  <td>
                    <span className="bar" style={share(views, topPages[0]?.views)} />
                  </td>
                  <td>{formatCount(views)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Panel>
  );
}

/** The width of a page's bar, relative to the most viewed page. */
const share = (views: number, most = 0): CSSProperties => ({ width: `${most === 0 ? 0 : (views / most) * 100}%` });

export function VisitsTable({ report }: { report: Report<PageViews> }) {
  return (
    <CountTable
      title="Visite"
      report={report}
      rows={(data) => [
        ['Oggi', data.viewsToday],
        ['Ultimi 7 giorni', data.viewsThisWeek],
        ['Ultimi 30 giorni', data.viewsThisMonth],
        ['Totale', data.totalViews],
      ]}
    />
  );
}

export function UsersTable({ report }: { report: Report<Users> }) {
  return (
    <CountTable
      title="Utenti"
      report={report}
      rows={(data) => [
        ['Nuovi oggi', data.newUsersToday],
        ['Ultimi 7 giorni', data.newUsersLast7Days],
        ['Ultimi 30 giorni', data.newUsersLast30Days],
        ['Totale', data.totalUsers],
      ]}
    />
  );
}

export function VideosTable({ report }: { report: Report<Videos> }) {
  return (
    <CountTable
      title="Video"
      report={report}
      rows={(data) => [
        ['Configurazioni totali', data.totalVideoConfigurations],
        ['Video generati', data.videoUsageStats.totalVideosGenerated],
        ['Video usati', data.videoUsageStats.totalVideosUsed],
        ['Rigenerazioni', data.totalRegenerations],
      ]}
    />
  );
}

export function SocialTable({ report }: { report: Report<Social> }) {
  return (
    <CountTable
      title="Integrazioni social"
      report={report}
      rows={(data) =>
        platforms.map((platform) => [
          platformNames[platform],
          data[platform],
          <BrandIcon key={platform} name={platform} />,
        ])
      }
    />
  );
}

export function OnTimeTable({ report }: { report: Report<OnTime> }) {
  return (
    <Panel title="Post puntuali" report={report} rows={4}>
      {({ months }) =>
        months.length === 0 ? (
          <p className="muted">Nessun post finora.</p>
        ) : (
          <>
            <table className="count-table">
              <thead>
                <tr>
                  <th scope="col">Mese</th>
                  <th scope="col">Piattaforma</th>
                  <th scope="col">Puntuali</th>
                  <th scope="col">Quota</th>
                </tr>
              </thead>
              <tbody>
                {months.map(({ month, platform, posts, onTime }) => (
                  <tr key={`${month} ${platform}`}>
                    <th scope="row">{formatMonth(month)}</th>
                    <td>{platformNames[platform]}</td>
                    <td>
                      {formatCount(onTime)} di {formatCount(posts)}
                    </td>
                    <td>{formatPercent((100 * onTime) / posts)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="small muted">Pubblicati entro 5 minuti dall'ora prevista.</p>
          </>
        )
      }
    </Panel>
  );
}

type Row = [name: string, count: number, mark?: ReactNode];

function CountTable<Data>({
  title,
  report,
  rows,
}: {
  title: string;
  report: Report<Data>;
  rows: (data: Data) => Row[];
}) {
  return (
    <Panel title={title} report={report} rows={4}>
      {(data) => (
        <table className="count-table">
          <tbody>
            {rows(data).map(([name, count, mark]) => (
              <tr key={name}>
                <th scope="row">
                  <span className="marked">
                    {mark}
                    {name}
                  </span>
                </th>
                <td>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Panel<Data>({
  title,
  report,
  rows,
  children,
}: {
  title: string;
  report: Report<Data>;
  /** The number of rows in the skeleton. */
  rows: number;
  children: (data: Data) => ReactNode;
}) {
  return (
    <Card title={title}>
      <ReportPart report={report} what={title} skeleton={<Lines count={rows} />}>
        {children}
      </ReportPart>
    </Card>
  );
}

function Lines({ count }: { count: number }) {
  return (
    <div className="count-lines">
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content
        <span key={line}>
          <Skeleton width="8rem" />
          <Skeleton width="3.5rem" />
        </span>
      ))}
    </div>
  );
}
