import { type ChartPoint, LineChart } from '../../ui/line-chart.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PageViews, PerDay, Subscriptions, Users, Videos } from './api.ts';
import { formatCount, formatDay, formatEuros, formatMonth } from './format.ts';
import { type Report, ReportPart, ReportProblem } from './report.tsx';

interface TrendsProps {
  pageviews: Report<PageViews>;
  users: Report<Users>;
  videos: Report<Videos>;
  subscriptions: Report<Subscriptions>;
}

type Tone = 'ink' | 'amber' | 'teal' | 'violet';

/** Four charts of the last thirty days, and one of the revenue of the last twelve months. */
export function Trends({ pageviews, users, videos, subscriptions }: TrendsProps) {
  return (
    <div className="admin-grid">
      <DailyTrend title="Visite al giorno" tone="ink" report={pageviews} days={(data) => data.viewsPerDay} />
      <DailyTrend title="Nuovi utenti" tone="amber" report={users} days={(data) => data.newUsersPerDay} />
      <DailyTrend title="Video generati" tone="teal" report={videos} days={(data) => data.generatedPerDay} />
      <DailyTrend title="Rigenerazioni" tone="violet" report={videos} days={(data) => data.regenerationsPerDay} />
      <Trend
        title="Ricavi al mese"
        tone="ink"
        report={subscriptions}
        points={({ revenuePerMonth }) =>
          revenuePerMonth.map(({ month, revenue }) => ({ label: formatMonth(month), value: revenue }))
        }
        format={formatEuros}
        span="negli ultimi 12 mesi"
        newest="questo mese"
        unit="Mese"
      />
    </div>
  );
}

function DailyTrend<Data>({
  days,
  ...rest
}: {
  title: string;
  tone: Tone;
  report: Report<Data>;
  days: (data: Data) => PerDay;
}) {
  return (
    <Trend
      {...rest}
      points={(data) => days(data).map(({ day, count }) => ({ label: formatDay(day), value: count }))}
      format={formatCount}
      span="negli ultimi 30 giorni"
      newest="oggi"
      unit="Giorno"
    />
  );
}

interface TrendProps<Data> {
  title: string;
  tone: Tone;
  report: Report<Data>;
  points: (data: Data) => ChartPoint[];
  format: (value: number) => string;
  /** "negli ultimi 30 giorni" */
  span: string;
  newest: string;
  /** The period that one point covers. */
  unit: 'Giorno' | 'Mese';
}

function Trend<Data>({ title, tone, report, points, format, span, newest, unit }: TrendProps<Data>) {
  if (report.data === undefined) {
    return (
      <section className="panel chart" aria-label={title}>
        <div className="chart-head">
          <h2>{title}</h2>
        </div>
        <ReportPart report={report} what={title} skeleton={<PlotSkeleton />}>
          {() => null}
        </ReportPart>
      </section>
    );
  }
  const chartPoints = points(report.data);
  const values = chartPoints.map(({ value }) => value);
  const range = `da ${format(Math.min(...values))} a ${format(Math.max(...values))}`;
  return (
    <LineChart
      title={title}
      points={chartPoints}
      tone={tone}
      format={format}
      summary={`${title} ${span}: ${range}, ${newest} ${format(values.at(-1) ?? 0)}`}
      newest={newest}
      note={<ReportProblem report={report} what={title} />}
      emptyText={values.every((value) => value === 0) ? `Ancora nessun dato ${span}.` : null}
      words={{
        slider: `${title}: ${unit === 'Giorno' ? 'scegli il giorno' : 'scegli il mese'}`,
        table: 'Tutti i valori',
        columns: [unit, title],
      }}
    />
  );
}

function PlotSkeleton() {
  return (
    <>
      <div className="chart-plot">
        <Skeleton height="3px" />
      </div>
      <div className="chart-axis">
        <Skeleton width="3rem" height="1.45em" />
        <Skeleton width="3rem" height="1.45em" />
      </div>
    </>
  );
}
