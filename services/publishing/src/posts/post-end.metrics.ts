import type { Measurements } from '@reelwright/measurements';
import type { Sample } from '@reelwright/metrics';
import type { Kysely } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import { addToTotals, type EndTotal, readTotals } from './post-end.repository.ts';
import { LATENESS_BOUNDS, NOT_OUT } from './post-end.ts';

const definitions = {
  publishing_posts_ended_total: { type: 'counter', help: 'Ends of posts' },
  publishing_post_lateness_seconds: {
    type: 'histogram',
    help: 'Time from the planned time of a post until it was out',
  },
} as const;

/** Ends of posts by outcome and cause, and the lateness of those that went out. None is lost when a process ends. */
export function measureEnds(measurements: Measurements, db: Kysely<PublishingDatabase>): void {
  measurements.add('ends of posts', definitions, async () => {
    await addToTotals(db);
    const totals = await readTotals(db);
    return {
      publishing_posts_ended_total: outcomesOf(totals),
      publishing_post_lateness_seconds: latenessOf(totals),
    };
  });
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
