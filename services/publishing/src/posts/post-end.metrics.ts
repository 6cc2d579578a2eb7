import type { Metrics, Sample } from '@reelwright/metrics';
import type { Kysely } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import { addToTotals, type EndTotal, readTotals } from './post-end.repository.ts';
import { LATENESS_BOUNDS, NOT_OUT } from './post-end.ts';

/** Totals are read at most this often, real time. */
const FRESH_MS = 5_000;

/**
 * Ends of posts by outcome and cause, and the lateness of those that went out. They are read from the database: each
 * replica reports the same values, and none is lost when a process ends.
 */
export function observeEnds(metrics: Metrics, db: Kysely<PublishingDatabase>): void {
  let read: { readonly at: number; readonly totals: Promise<EndTotal[]> } | undefined;

  function totals(): Promise<EndTotal[]> {
    const now = performance.now();
    if (!read || now - read.at > FRESH_MS) read = { at: now, totals: addToTotals(db).then(() => readTotals(db)) };
    read.totals.catch(() => {
      read = undefined;
    });
    return read.totals;
  }

  metrics.readElsewhere('publishing_posts_ended_total', 'Ends of posts', 'counter', async () =>
    outcomesOf(await totals()),
  );
  metrics.readElsewhere(
    'publishing_post_lateness_seconds',
    'Time from the planned time of a post until it was out',
    'histogram',
    async () => latenessOf(await totals()),
  );
}

function outcomesOf(totals: readonly EndTotal[]): Sample[] {
  const groups = Map.groupBy(totals, ({ platform, outcome, cause }) => JSON.stringify({ platform, outcome, cause }));
  return [...groups].map(([labels, rows]) => ({ labels: JSON.parse(labels), value: sum(rows, 'posts') }));
}

function latenessOf(totals: readonly EndTotal[]): Sample[] {
  const out = totals.filter(({ lateness_le: bound }) => bound !== NOT_OUT);
  return [...Map.groupBy(out, ({ platform }) => platform)].flatMap(([platform, rows]) => {
    const upTo = (bound: number) => rows.filter((row) => row.lateness_le <= bound);
    return [
      ...LATENESS_BOUNDS.map(
        (le): Sample => ({
          suffix: 'bucket',
          labels: { platform, le },
          value: sum(upTo(le), 'posts'),
        }),
      ),
      { suffix: 'bucket', labels: { platform, le: '+Inf' }, value: sum(rows, 'posts') },
      { suffix: 'sum', labels: { platform }, value: sum(rows, 'lateness_seconds') },
      { suffix: 'count', labels: { platform }, value: sum(rows, 'posts') },
    ];
  });
}

const sum = (rows: readonly EndTotal[], column: 'posts' | 'lateness_seconds') =>
  rows.reduce((total, row) => total + row[column], 0);
