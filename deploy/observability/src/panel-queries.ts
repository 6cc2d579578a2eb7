import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';

export interface ShownPanel {
  readonly title: string;
  readonly description: string;
  readonly unit: string | undefined;
  /** As Prometheus gets them, with an example in place of each variable. */
  readonly expressions: readonly string[];
  readonly legends: readonly string[];
}

/** The panels of a board, without its rows. */
export function panelsOf(dashboard: Dashboard): ShownPanel[] {
  return (dashboard.panels ?? []).flatMap((panel) => {
    if (!('targets' in panel)) return [];
    const queries = (panel.targets ?? []) as { expr?: string; legendFormat?: string }[];
    return [
      {
        title: panel.title ?? '',
        description: panel.description ?? '',
        unit: panel.fieldConfig?.defaults.unit,
        expressions: queries.map(({ expr = '' }) =>
          expr.replaceAll('$__rate_interval', '5m').replaceAll('$service', '.+'),
        ),
        legends: queries.map(({ legendFormat = '' }) => legendFormat),
      },
    ];
  });
}
