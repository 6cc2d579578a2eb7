import { events } from '@reelwright/contracts';
import { createPublisher, type Publisher } from '@reelwright/kafka';
import { silentLogger as logger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import type * as outbox from '@reelwright/outbox';
import { createDatabase } from '@reelwright/postgres';
import type { createTestTopics } from '@reelwright/testing';
import { CompiledQuery } from 'kysely';
import type { LargeTables } from './large-tables.ts';

export const REQUESTS_PER_SECOND = 200;
/** One request in four changes a row and writes an event; the others read. */
const WRITES = 4;

/** Requests to one service's database and its outbox relay. */
export interface Load {
  /** Of each request that has ended, ms. */
  readonly times: number[];
  /** Of each published event, ms from its change. */
  readonly lags: number[];
  /** How often each error ended a request. */
  readonly errors: Map<string, number>;
  reset(): void;
  /** Waits until so many more events are published. */
  published(more: number): Promise<void>;
  stop(): Promise<void>;
}

/** How many events are written in so many seconds. */
export const eventsIn = (seconds: number) => (seconds * REQUESTS_PER_SECOND) / WRITES;

export async function startLoad(options: {
  url: string;
  users: readonly string[];
  tables: LargeTables;
  outbox: typeof outbox;
  broker: Awaited<ReturnType<typeof createTestTopics>>;
}): Promise<Load> {
  const { url, users, tables, broker } = options;
  const { db, pool, stop } = createDatabase<outbox.OutboxTables>({
    url,
    logger,
    applicationName: 'requests',
    poolSize: 20,
  });
  const times: number[] = [];
  const lags: number[] = [];
  const errors = new Map<string, number>();
  let waiting: { count: number; resolve: () => void } | undefined;

  const realPublisher = createPublisher({
    ...broker.connection,
    topicPrefix: broker.prefix,
    clientId: 'bench',
    logger,
  });
  const publisher: Publisher = {
    ...realPublisher,
    async publish(messages) {
      const ends = await realPublisher.publish(messages);
      for (const { headers } of messages) lags.push(Date.now() - Date.parse(String(headers['occurred-at'])));
      if (waiting && lags.length >= waiting.count) waiting.resolve();
      return ends;
    },
  };
  const metrics = createMetrics({ service: 'bench', processMetrics: false });
  const relay = options.outbox.createRelay({ url, publisher, logger, metrics });
  await relay.start();

  async function change(userId: string, revision: number): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await trx.executeQuery(CompiledQuery.raw(tables.change, [userId]));
      await options.outbox.enqueueEvent(trx, events.UserDeleted, { userId, revision }, new Date());
    });
  }

  let count = 0;
  const underWay = new Set<Promise<void>>();
  async function request(): Promise<void> {
    const number = count++;
    const user = users[number % users.length] ?? '';
    const began = performance.now();
    try {
      await (number % WRITES === 0 ? change(user, number) : pool.query(tables.read, [user]));
    } catch (error) {
      const { message } = error as Error;
      errors.set(message, (errors.get(message) ?? 0) + 1);
    }
    times.push(performance.now() - began);
  }
  // A timer alone fires later than it should, which would send fewer requests.
  const beganAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - beganAt) / 1_000) * REQUESTS_PER_SECOND;
    while (count < due) {
      const current: Promise<void> = request().finally(() => underWay.delete(current));
      underWay.add(current);
    }
  }, 1_000 / REQUESTS_PER_SECOND);

  return {
    times,
    lags,
    errors,
    reset() {
      times.length = 0;
      lags.length = 0;
      errors.clear();
    },
    async published(more) {
      await new Promise<void>((resolve) => {
        waiting = { count: lags.length + more, resolve };
      });
      waiting = undefined;
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      await relay.stop();
      await publisher.stop();
      await stop();
    },
  };
}
