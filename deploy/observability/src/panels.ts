import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  BigValueTextMode,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  TooltipDisplayMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  DashboardBuilder,
  type DataSourceRef,
  DatasourceVariableBuilder,
  type Panel,
  QueryVariableBuilder,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { PanelBuilder as HeatmapBuilder } from '@grafana/grafana-foundation-sdk/heatmap';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { BytesIEC, CountsPerSecond, PercentUnit, Seconds, Short } from '@grafana/grafana-foundation-sdk/units';

/** The units of values; `share`: 1 is all. */
export const units = {
  seconds: Seconds,
  share: PercentUnit,
  perSecond: CountsPerSecond,
  bytes: BytesIEC,
  count: Short,
};

/** An expression, and what its lines are called: text with labels as `{{service}}`. */
export type Query = readonly [expr: string, legend: string];

interface PanelOptions {
  readonly title: string;
  /** One or two sentences: what the values are, and what is wrong when they are high. */
  readonly description: string;
  readonly unit: keyof typeof units;
  readonly queries: readonly Query[];
  /** Columns of 24; 12 by default, and 6 for a number. */
  readonly width?: number;
  /** Values may be below 0. */
  readonly signed?: boolean;
}

const source: DataSourceRef = { type: 'prometheus', uid: '$datasource' };
const HEIGHT = 8;

/** Lines over time. */
export function lines({ title, description, unit, queries, width = 12, signed = false }: PanelOptions): Builder<Panel> {
  const panel = new TimeseriesBuilder()
    .title(title)
    .description(description)
    .datasource(source)
    .unit(units[unit])
    .legend(
      new VizLegendOptionsBuilder()
        .showLegend(true)
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom),
    )
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi))
    .span(width)
    .height(HEIGHT);
  if (!signed) panel.min(0);
  for (const [index, [expr, legend]] of queries.entries()) panel.withTarget(query(expr, legend, index));
  return panel;
}

/** The newest value of each series, as a number. */
export function numbers({ title, description, unit, queries, width = 6 }: PanelOptions): Builder<Panel> {
  const panel = new StatBuilder()
    .title(title)
    .description(description)
    .datasource(source)
    .unit(units[unit])
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .textMode(BigValueTextMode.ValueAndName)
    .span(width)
    .height(HEIGHT / 2);
  for (const [index, [expr, legend]] of queries.entries()) panel.withTarget(query(expr, legend, index).instant());
  return panel;
}

/** How many events fell into each bucket of a histogram, over time. */
export function buckets({ title, description, unit, queries, width = 12 }: PanelOptions): Builder<Panel> {
  const panel = new HeatmapBuilder()
    .title(title)
    .description(description)
    .datasource(source)
    .unit(units[unit])
    .span(width)
    .height(HEIGHT);
  for (const [index, [expr]] of queries.entries())
    panel.withTarget(query(expr, '{{le}}', index).format(PromQueryFormat.Heatmap));
  return panel;
}

function query(expr: string, legend: string, index: number): DataqueryBuilder {
  return new DataqueryBuilder()
    .expr(expr)
    .legendFormat(legend)
    .refId(String.fromCharCode(65 + index));
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Builder<Panel>[];
}

/** A board; `services` adds the choice `$service`. */
export function board(options: {
  uid: string;
  title: string;
  description: string;
  rows: readonly Row[];
  from?: string;
  services?: boolean;
}) {
  const { uid, title, description, rows, from = 'now-6h', services = false } = options;
  const dashboard = new DashboardBuilder(title)
    .uid(uid)
    .description(description)
    .tags(['reelwright'])
    .timezone('utc')
    .readonly()
    .refresh('1m')
    .time({ from, to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'));
  if (services)
    dashboard.withVariable(
      new QueryVariableBuilder('service')
        .label('Service')
        .datasource(source)
        .query('label_values(database_waiting, service)')
        .includeAll(true)
        .allValue('.+')
        .multi(true),
    );
  for (const row of rows) {
    dashboard.withRow(new RowBuilder(row.title));
    for (const panel of row.panels) dashboard.withPanel(panel);
  }
  return dashboard.build();
}
