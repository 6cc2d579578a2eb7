import type { Kysely, RawBuilder } from 'kysely';
import { type Backlog, claimDue, type DueRows, dueIn, readBacklog } from './claim.ts';

/** A table of leased work. Claims and sleeps use the same condition and clock. */
export interface Queue<Job> {
  readonly table: string;
  claim(limit: number): Promise<readonly Job[]>;
  /** Milliseconds until the next row can be claimed; undefined: there is none. */
  dueIn(): Promise<number | undefined>;
  /** What waits to be claimed, for metrics. */
  backlog(): Promise<Backlog>;
}

/**
 * @param options.now is compared with `due`: `clock.now` for product time, `clock.real` for real time
 * @param options.order see `claimDue`
 */
export function createQueue<Row extends { id: string; lease_token: number }>(
  options: DueRows & {
    // biome-ignore lint/suspicious/noExplicitAny: the tables of the caller do not matter here
    db: Kysely<any>;
    now: () => Date;
    leaseMs: number;
    order?: RawBuilder<unknown>;
  },
): Queue<Row> {
  const { db, now, leaseMs, order, ...rows } = options;
  return {
    table: rows.table,
    claim: (limit) => claimDue<Row>(db, { ...rows, now: now(), limit, leaseMs, order }),
    dueIn: () => dueIn(db, { ...rows, now: now() }),
    backlog: () => readBacklog(db, { ...rows, now: now() }),
  };
}
