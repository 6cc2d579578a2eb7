import pg from 'pg';
import { patiently, productTime } from '../people.ts';
import type { Stack } from '../stack.ts';
import type { StripeDesk } from './stripe-desk.ts';

const WITHIN_MS = 90_000;

/** What the run reads beside HTTP: only whether everything that was said has been heard. */
export interface Ears {
  /** Resolves once Stripe's events were taken and acted on, lapsed plans are over, and auth and scheduling know of it. */
  settled(): Promise<void>;
  /** Resolves once every entry that goes out within a day has been asked for. */
  asked(): Promise<void>;
  /** Moves the clock over a night, and resolves once billing has compared its books with Stripe's in it. */
  overNight(move: () => Promise<void>): Promise<void>;
  /** How many of Stripe's events billing has written down. */
  eventsTaken(): Promise<number>;
  close(): Promise<void>;
}

export function openEars(stack: Stack, stripe: StripeDesk): Ears {
  const pool = (service: string) => new pg.Pool({ connectionString: stack.databaseUrl(service), max: 2 });
  const [billing, scheduling] = [pool('billing'), pool('scheduling')];
  const count = async (query: string, ...values: unknown[]) =>
    (await billing.query<{ count: number }>(query, values)).rows[0]?.count ?? 0;

  async function open(): Promise<string[]> {
    // Any call lets the sandbox play what the clock has brought.
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
    const stated = await billing.query<{ id: string; revision: string }>('select id, revision from subscriptions');
    const heard = await scheduling.query<{ user_id: string; revision: string }>(
      'select user_id, revision from usage_accounts',
    );
    const known = new Map(heard.rows.map(({ user_id: id, revision }) => [id, Number(revision)]));
    const unheard = stated.rows.filter(({ id, revision }) => (known.get(id) ?? 0) < Number(revision)).length;
    const left = { events, lapsing, unsent, unheard, undelivered: page.includes('Every event was taken') ? 0 : 1 };
    return Object.entries(left).flatMap(([what, some]) => (some > 0 ? [`${what} ${some}`] : []));
  }

  return {
    async settled() {
      await patiently(
        async () => {
          const left = await open();
          if (left.length > 0) throw new Error(`not settled: ${left.join(', ')}`);
        },
        { withinMs: WITHIN_MS, everyMs: 200 },
      );
    },
    asked: () =>
      patiently(async () => {
        const horizon = new Date((await productTime(stack)).getTime() + 86_400_000);
        const { rows } = await scheduling.query('select from due_entries where publish_at <= $1', [horizon]);
        if (rows.length > 0) throw new Error(`${rows.length} entries are not asked for`);
      }),
    async overNight(move) {
      const nights = async (which: string, problem: string) => {
        const query = `select count(*)::int from reconcile_runs where ${which}`;
        if ((await count(query, await productTime(stack))) === 0) throw new Error(problem);
      };
      await patiently(() => nights('due_at > $1', 'no look is planned for the night'));
      await move();
      const looked = `finished_at is not null and due_at between $1::timestamptz - interval '1 day' and $1`;
      await patiently(() => nights(looked, 'nobody looked in the night'));
    },
    eventsTaken: () => count('select count(*)::int from stripe_events'),
    async close() {
      await Promise.all([billing.end(), scheduling.end()]);
    },
  };
}
