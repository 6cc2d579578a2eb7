import { setTimeout as delay } from 'node:timers/promises';
import {
  type EventConsumer,
  type InboundEvent,
  type LogEnd,
  type LogReader,
  type Position,
  readPayload,
  type Subscription,
} from '@reelwright/kafka';
import type { Logger } from '@reelwright/logger';
import type { Metrics } from '@reelwright/metrics';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { OutboxTables } from './tables.ts';

/** The check that a relay passes before it publishes anything. */
export interface RestoreCheck {
  readonly topics: readonly string[];
  /** The relay has a new connection: the database behind it may be another. */
  connected(): void;
  /** Resolves once the database has all that its service has published. @throws when the broker is unavailable */
  pass(connection: pg.Client, isStopped: () => boolean): Promise<void>;
}

const POLL_MS = 200;
/** A connection that is silent for longer counts as a hanging relay. */
const HEARTBEAT_MS = 5_000;

/**
 * Notices a database that was restored to an older state: its service's own topics hold events that it neither knows as
 * published nor has in its outbox. Until they are applied, nothing is published and `database_is_current()` is false.
 * First all consumed topics are read again, then each lost event goes to `recalls`, in the order of its publication.
 */
export function createRestoreCheck<Tables extends OutboxTables>(options: {
  db: Kysely<Tables>;
  log: LogReader;
  /** The topics that this service alone writes to. */
  topics: readonly string[];
  /** Apply a lost event to the rows here; they keep the higher revision and may receive an event twice. */
  recalls: readonly Subscription<Tables>[];
  consumer: Pick<EventConsumer, 'group' | 'topics' | 'realign'>;
  /** Fetches from other services what no event carries, before anything is published. */
  finish?: (restoredTo: Date) => Promise<void>;
  /** Called when claims find rows again. */
  onCurrent?: () => void;
  logger: Logger;
  metrics: Metrics;
}): RestoreCheck {
  const { log, topics, consumer, logger, metrics } = options;
  const handlers = new Map(options.recalls.map((recall) => [recall.event.name, recall]));
  const recalled = metrics.counter('outbox_recalled_total', 'Own events applied again to a restored database');

  async function pass(connection: pg.Client, isStopped: () => boolean): Promise<void> {
    const { rows } = await connection.query<{ ends: Record<string, number>; fresh: boolean; current: boolean }>(
      `select published_ends as ends, checked_as is null as fresh, checked_as is not distinct from database_mark() as current
         from outbox_cursor`,
    );
    const state = rows[0];
    if (!state || state.current) return;
    const ends = await log.ends(topics);
    if (!state.fresh) await catchUp(connection, { from: toPositions(state.ends), to: ends }, isStopped);
    if (isStopped()) return;
    await connection.query(`update outbox_cursor set published_ends = $1, checked_as = database_mark()`, [
      toEnds(ends),
    ]);
    options.onCurrent?.();
  }

  async function catchUp(
    connection: pg.Client,
    { from, to }: { from: readonly Position[]; to: readonly LogEnd[] },
    isStopped: () => boolean,
  ): Promise<void> {
    const deletedRanges = to.filter((end) => (offsetIn(from, end) ?? 0) < end.begin);
    if (deletedRanges.length > 0)
      logger.error(
        { deletedRanges },
        'events this database may have lost are no longer in their topic: they cannot be applied again',
      );
    const isUnknown = await createUnknownTest(connection);
    const isLost = (event: InboundEvent) => isUnknown(event) && isReadable(event);
    let firstLost: InboundEvent | undefined;
    await log.read(from, to, async (event) => {
      if (isLost(event)) firstLost = event;
      return firstLost === undefined && !isStopped();
    });
    if (!firstLost || isStopped()) return;
    const restoredTo = await lastKnown(connection);
    logger.error(
      { restoredTo, firstLost: firstLost.occurredAt, eventId: firstLost.eventId },
      'this database is older than the events its service has published: it was restored, and is brought up to date first',
    );
    await waitUntilAllRead(connection, isStopped);
    let count = 0;
    await log.read(from, to, async (event) => {
      if (isStopped()) return false;
      if (isLost(event)) {
        await recall(event);
        count += 1;
      }
      return true;
    });
    if (isStopped()) return;
    await options.finish?.(restoredTo);
    logger.error({ restoredTo, recalled: count }, 'the restored database is up to date again');
  }

  /** What its own service can't read, it has not published: somebody else wrote it to the topic. */
  function isReadable({ type, topic, eventId, payload }: InboundEvent): boolean {
    const handler = handlers.get(type);
    if (!handler) return true;
    try {
      readPayload(handler.event, payload);
      return true;
    } catch (error) {
      logger.error(
        { err: error, topic, type, eventId },
        'a message on a topic of this service cannot be read: it is left out',
      );
      return false;
    }
  }

  async function recall(event: InboundEvent): Promise<void> {
    recalled.inc();
    const handler = handlers.get(event.type);
    if (!handler) return;
    const payload = handler.event.codec.decode(event.payload);
    await options.db.transaction().execute((trx) =>
      handler.handle(trx, {
        id: event.eventId,
        type: event.type,
        occurredAt: event.occurredAt,
        payload,
      }),
    );
  }

  /** Waits until this database has read all that its topics hold by now. */
  async function waitUntilAllRead(connection: pg.Client, isStopped: () => boolean): Promise<void> {
    const ends = await log.ends(consumer.topics);
    consumer.realign();
    for (let unreadPartitions = Number.POSITIVE_INFINITY; unreadPartitions > 0 && !isStopped(); ) {
      const { rows } = await connection.query<{ topic: string; partition: number; offset: number }>(
        `select topic, partition, next_offset::float8 as offset from consumer_positions where consumer = $1`,
        [consumer.group],
      );
      unreadPartitions = ends.filter((end) => (offsetIn(rows, end) ?? 0) < end.offset).length;
      if (unreadPartitions > 0) await delay(POLL_MS);
    }
  }

  return {
    topics,
    connected: consumer.realign,
    async pass(connection, isStopped) {
      const heartbeat = setInterval(() => void connection.query('select 1').catch(() => undefined), HEARTBEAT_MS);
      try {
        await pass(connection, isStopped);
      } finally {
        clearInterval(heartbeat);
      }
    },
  };
}

function offsetIn(positions: readonly Position[], at: Position): number | undefined {
  return positions.find(({ topic, partition }) => topic === at.topic && partition === at.partition)?.offset;
}

/** Whether an event is not in the outbox. Those beyond its cursor are known, published or not. */
async function createUnknownTest(connection: pg.Client): Promise<(event: InboundEvent) => boolean> {
  const { rows } = await connection.query<{ event_id: string }>(
    `select o.event_id from outbox o, outbox_cursor c where (o.xid, o.id) > (c.xid, c.id)`,
  );
  const waiting = new Set(rows.map(({ event_id }) => event_id));
  return ({ eventId }) => !waiting.has(eventId);
}

/** The time of the last event that the database knows. */
async function lastKnown(connection: pg.Client): Promise<Date> {
  const { rows } = await connection.query<{ at: Date | null }>(`select max(created_at) as at from outbox`);
  return rows[0]?.at ?? new Date(0);
}

/** Positions as `outbox_cursor.published_ends` stores them. */
export function toEnds(positions: readonly Position[]): Record<string, number> {
  return Object.fromEntries(positions.map(({ topic, partition, offset }) => [`${topic}/${partition}`, offset]));
}

function toPositions(ends: Readonly<Record<string, number>>): Position[] {
  return Object.entries(ends).map(([key, offset]) => {
    const slash = key.lastIndexOf('/');
    return { topic: key.slice(0, slash), partition: Number(key.slice(slash + 1)), offset };
  });
}
