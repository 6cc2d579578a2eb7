import pg from 'pg';
import { eventually, productTime } from '../people.ts';
import type { Stack } from '../stack.ts';
import type { StripeClient } from './stripe-client.ts';

const WITHIN_MS = 90_000;

/** Waits on the services' databases: the only state that a run reads other than by HTTP. */
export interface Waits {
  /** Resolves once Stripe's events are handled, lapsed plans are ended, and scheduling has applied billing's events. */
  settled(): Promise<void>;
  /** Resolves once every entry of the next 24 hours is requested. */
  requested(): Promise<void>;
  /** Moves the clock over a night, and resolves once billing's nightly reconcile run has finished. */
  overNight(move: () => Promise<void>): Promise<void>;
  /** The number of Stripe's events that billing has stored. */
  storedEvents(): Promise<number>;
  close(): Promise<void>;
}

export function openWaits(stack: Stack, stripe: StripeClient): Waits {
  const pool = (service: string) => new pg.Pool({ connectionString: stack.databaseUrl(service), max: 2 });
  const [billing, scheduling] = [pool('billing'), pool('scheduling')];
  const count = async (query: string, ...values: unknown[]) =>
    (await billing.query<{ count: number }>(query, values)).rows[0]?.count ?? 0;

  async function open(): Promise<string[]> {
    // Any call makes the sandbox play what has become due.
    await stripe.get('prices', { limit: '1' });
    const page = await (await fetch(`${stack.sandboxUrl}/stripe`)).text();
    const events = await count('select count(*)::int from stripe_events where done_at is null');
    const lapsing = await count(
      'select count(*)::int from subscriptions where lapses_at <= $1',
      await productTime(stack),
    );
    const unsent = await count(
      'select count(*)::int from outbox o, outbox_cursor c where (o.xid, o.id) > (c.xid, c.id)',
    );
    const sent = await billing.query<{ id: string; revision: string }>('select id, revision from subscriptions');
    const applied = await scheduling.query<{ user_id: string; revision: string }>(
      'select user_id, revision from usage_accounts',
    );
    const known = new Map(applied.rows.map(({ user_id: id, revision }) => [id, Number(revision)]));
    const unapplied = sent.rows.filter(({ id, revision }) => (known.get(id) ?? 0) < Number(revision)).length;
    const left = { events, lapsing, unsent, unapplied, undelivered: page.includes('Every event was taken') ? 0 : 1 };
    return Object.entries(left).flatMap(([what, some]) => (some > 0 ? [`${what} ${some}`] : []));
  }

  return {
    async settled() {
      await eventually(
        async () => {
          const left = await open();
          if (left.length > 0) throw new Error(`not settled: ${left.join(', ')}`);
        },
        { withinMs: WITHIN_MS, everyMs: 200 },
      );
    },
    requested: () =>
      eventually(async () => {
        const horizon = new Date((await productTime(stack)).getTime() + 86_400_000);
        const { rows } = await scheduling.query('select from due_entries where publish_at <= $1', [horizon]);
        if (rows.length > 0) throw new Error(`${rows.length} entries are not requested`);
      }),
    async overNight(move) {
      const reconcileRuns = async (which: string, problem: string) => {
        const query = `select count(*)::int from reconcile_runs where ${which}`;
        if ((await count(query, await productTime(stack))) === 0) throw new Error(problem);
      };
      await eventually(() => reconcileRuns('due_at > $1', 'no reconcile run is planned for the night'));
      await move();
      const finished = `finished_at is not null and due_at between $1::timestamptz - interval '1 day' and $1`;
      await eventually(() => reconcileRuns(finished, 'no reconcile run finished in the night'));
    },
    storedEvents: () => count('select count(*)::int from stripe_events'),
    async close() {
      await Promise.all([billing.end(), scheduling.end()]);
    },
  };
}
