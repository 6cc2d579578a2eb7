import type { Position, Publisher } from '@reelwright/kafka';
import type { Logger } from '@reelwright/logger';
import type { Metrics } from '@reelwright/metrics';
import { beginWait, endWait, listenForChanges } from '@reelwright/postgres';
import pg from 'pg';
import { anchorCursor } from './anchor.ts';
import { type Batch, type OutboxPosition, oldestSeconds, readBatch, readBesideOthers, readCursor } from './batch.ts';
import { maintainPartitions } from './partitions.ts';
import { type RestoreCheck, toEnds } from './restore-check.ts';

export interface Relay {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Makes a sleeping relay read the outbox now. Call it after a commit. */
  nudge(): void;
}

/** The points at which tests kill the process. */
export type RelayCheckpoint = 'relay-before-publish' | 'relay-after-ack' | 'relay-after-cursor';

const BUSY_MS = 10;
/** The wait between two reads while transactions write events; otherwise the relay sleeps until it is notified. */
const IDLE_MS = 150;
const FAILED_MS = 1_000;
const MAINTENANCE_MS = 3_600_000;
const CONNECT_TIMEOUT_MS = 5_000;
const SILENT_MS = 30_000;
/** Heartbeats of a sleeping relay within the time it may be silent. */
const HEARTBEATS = 3;
const OUTBOX = 'outbox';
/** The advisory lock that makes one relay of a database the active one; the number is arbitrary but fixed. */
const LOCK = 7_204_117;

/**
 * Publishes the outbox in the order of its transactions. It reads above a cursor `(xid, id)` and below the oldest
 * open transaction that may write events, so that a late commit is never skipped; the cursor moves after the broker's ack.
 * After a crash the events beyond the cursor are published again: consumers drop them by their inbox.
 */
export function createRelay(options: {
  url: string;
  publisher: Publisher;
  logger: Logger;
  metrics: Metrics;
  /** Brings a database that was restored to an older state up to date before anything is published. */
  restoreCheck?: RestoreCheck;
  /** Does nothing, except in tests. */
  checkpoint?: (name: RelayCheckpoint) => Promise<void>;
  /** How long the active relay may be silent before another takes its place, ms; the same for all of a database. */
  silentMs?: number;
}): Relay {
  const {
    publisher,
    logger,
    metrics,
    restoreCheck,
    checkpoint = async () => undefined,
    silentMs = SILENT_MS,
  } = options;
  const published = metrics.counter('outbox_published_total', 'Events handed to the broker');
  let stopped = false;
  let loop: Promise<void> = Promise.resolve();
  let wake: () => void = () => undefined;
  let nudged = false;
  let idle = false;
  /** The next event that is written will notify this relay. */
  let watching = false;
  let client: pg.Client | undefined;
  let cursor: OutboxPosition | undefined;
  let prefetched: Promise<Batch> | undefined;
  let cursorMove: Promise<void> = Promise.resolve();
  let oldestAge = 0;

  async function connect(): Promise<pg.Client> {
    const newClient = new pg.Client({
      connectionString: options.url,
      application_name: 'outbox relay',
      keepAlive: true,
      pipeline: true, // the cursor's move and the next read leave together
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    newClient.on('error', () => undefined); // the query that fails next reports it
    newClient.on('end', nudge);
    await newClient.connect();
    // A lost cursor update only publishes a batch again, as any crash does, so it does not wait for the disk.
    await newClient.query('set synchronous_commit = off');
    // Statistics of transaction ids are always outdated, so a sort of all waiting rows looks cheaper than the index.
    await newClient.query('set enable_sort = off');
    await newClient.query('set enable_seqscan = off');
    await listenForChanges(newClient, nudge);
    restoreCheck?.connected();
    client = newClient;
    cursor = undefined;
    prefetched = undefined;
    watching = false;
    cursorMove = Promise.resolve();
    return newClient;
  }

  async function publishBatch(connection: pg.Client): Promise<Batch> {
    // Only the active relay moves the cursor, so the position in memory stays correct.
    cursor ??= await readCursor(connection);
    let batch = await (prefetched ?? readBatch(connection, cursor));
    prefetched = undefined;
    if (!batch.last) oldestAge = await oldestSeconds(connection, cursor);
    if (!batch.last && oldestAge > 0) batch = await readBesideOthers(connection, cursor);
    const { messages, last, isFull } = batch;
    if (!last) return batch;
    if (isFull) {
      // The next batch is read and encoded while the broker takes this one.
      prefetched = readBatch(connection, last);
      prefetched.catch(() => undefined); // reported where it is awaited
    }
    await checkpoint('relay-before-publish');
    const ends = await publisher.publish(messages);
    await checkpoint('relay-after-ack');
    await cursorMove;
    cursorMove = moveCursor(connection, last, messages.length, ends);
    cursorMove.catch(() => undefined); // reported where it is awaited
    cursor = last;
    // With another batch ready, do not wait for Postgres here; only one move runs at a time.
    if (!prefetched) await cursorMove;
    return batch;
  }

  async function moveCursor(
    connection: pg.Client,
    to: OutboxPosition,
    count: number,
    ends: readonly Position[],
  ): Promise<void> {
    const ownEnds = ends.filter(({ topic }) => restoreCheck?.topics.includes(topic));
    await connection.query({
      name: 'move',
      text: 'update outbox_cursor set xid = $1::text::xid8, id = $2, published_ends = published_ends || $3::jsonb',
      values: [to.xid, to.id, toEnds(ownEnds)],
    });
    await checkpoint('relay-after-cursor');
    published.inc(count);
  }

  /**
   * A relay whose process is frozen, or whose machine is gone, keeps its lock for as long as its connection is open.
   * An active relay sends heartbeats and waits for the broker in between, so the connection of one that has been silent
   * for longer than a publish may take is ended.
   */
  async function endSilentHolder(connection: pg.Client): Promise<void> {
    // A second login role works as the owner, who may neither see nor end connections of that role.
    await connection.query('set role none');
    const { rows } = await connection.query<{ pid: number; ended: boolean }>(
      `select a.pid, pg_terminate_backend(a.pid) as ended
         from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
          and l.database = (select oid from pg_database where datname = current_database())
          and a.pid <> pg_backend_pid()
          and a.state_change < clock_timestamp() - $2::float8 * interval '1 millisecond'`,
      [LOCK, silentMs],
    );
    await connection.query('reset role');
    for (const holder of rows)
      logger.warn(holder, 'the relay that held the outbox was silent; its connection is ended');
  }

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        const connection = await connect();
        // Held for the life of the connection; a second relay waits here until this one is gone.
        while (!stopped) {
          const { rows } = await connection.query('select pg_try_advisory_lock($1) as mine', [LOCK]);
          if (rows[0]?.mine) break;
          await endSilentHolder(connection);
          await pause(FAILED_MS);
        }
        if (!stopped) await anchorCursor(connection, logger);
        if (!stopped) await restoreCheck?.pass(connection, () => stopped);
        let maintainedAt = 0;
        while (!stopped) {
          if (Date.now() - maintainedAt > MAINTENANCE_MS) {
            await maintainPartitions(connection, logger);
            maintainedAt = Date.now();
          }
          const { messages, isFull } = await publishBatch(connection);
          const count = messages.length;
          if (count > 0 && !isFull) await pause(BUSY_MS);
          if (count === 0 && !nudged) await sleep(connection);
          if (count > 0 || nudged) await wakeUp(connection);
          nudged = false;
        }
      } catch (error) {
        if (!stopped) logger.warn({ err: error }, 'the outbox relay failed and starts again');
        await client?.end().catch(() => undefined);
        await pause(FAILED_MS);
      }
    }
    // Otherwise the next relay would publish the last batch again.
    await cursorMove.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  /**
   * Called after a read that found nothing. Events held back by an open transaction are not notified again when it ends,
   * and no wait can begin while a transaction is writing events: in both cases the relay keeps polling.
   */
  async function sleep(connection: pg.Client): Promise<void> {
    const sleeps = watching && oldestAge === 0;
    idle = true;
    await pause(sleeps ? silentMs / HEARTBEATS : IDLE_MS);
    idle = false;
    if (!nudged && !watching && oldestAge === 0) watching = await beginWait(connection, OUTBOX);
  }

  async function wakeUp(connection: pg.Client): Promise<void> {
    if (!watching) return;
    watching = false;
    await endWait(connection, OUTBOX);
  }

  function nudge(): void {
    nudged = true;
    if (idle) wake();
  }

  function pause(ms: number): Promise<void> {
    if (stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    name: 'outbox relay',
    async start() {
      loop = run();
    },
    nudge,
    async stop() {
      stopped = true;
      wake();
      await loop;
    },
  };
}
