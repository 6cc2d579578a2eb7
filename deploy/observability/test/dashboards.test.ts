import { dashboards } from '../src/dashboards/index.ts';
import { panelsOf } from '../src/panel-queries.ts';
import { problemsOf } from './expressions.ts';

const boards = Object.entries(dashboards).map(([name, dashboard]) => ({
  name,
  dashboard,
  panels: panelsOf(dashboard),
}));
const panels = boards.flatMap((board) => board.panels.map((panel) => ({ board: board.name, ...panel })));

it.each(boards)('$name has queries that Prometheus reads', async (board) => {
  expect(await problemsOf(board.panels.flatMap(({ expressions }) => expressions))).toBe('');
});

it.each(panels)('$board says what "$title" is, and in which unit', ({ description, unit, expressions }) => {
  expect(description).toMatch(/\.$/);
  expect(unit).toBeTruthy();
  expect(expressions).not.toEqual([]);
});

it.each(boards)('$name gives each panel another title', (board) => {
  const titles = board.panels.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

it.each(panels)(
  '$board: "$title" names the quantiles that it shows, and no others',
  ({ title, description, ...panel }) => {
    const words = [title, description, ...panel.legends].join(' ').toLowerCase();
    const shown = panel.expressions.flatMap((expr) => [...expr.matchAll(/histogram_quantile\(([\d.]+)/g)]);
    const quantiles = [...new Set(shown.map(([, quantile]) => quantile))].toSorted();
    expect([...(words.includes('median') ? ['0.5'] : []), ...(words.includes('95th') ? ['0.95'] : [])]).toEqual(
      quantiles,
    );
    expect(words).not.toMatch(/average|mean\b/);
  },
);

it.each(panels)('$board: "$title" takes the maximum of what all replicas report', ({ expressions }) => {
  const sums = expressions.filter((expr) =>
    /(?:sum|avg)(?: by \([^)]*\))? \((?:[a-z]+_due_lag_seconds|publishing_(?:budget|unconfirmed|post)|outbox_oldest|external_api_accounts)/.test(
      expr,
    ),
  );
  expect(sums).toEqual([]);
});
