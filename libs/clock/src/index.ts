import type { Logger } from '@reelwright/logger';
import { createListener } from '@reelwright/postgres';
import pg from 'pg';

/**
 * Product time: the time of users' calendars and plans. It is real time plus an offset that local and test runs may set
 * and that all processes share. Leases, tokens and provider signatures use real time.
 */
export interface Clock {
  now(): Date;
  /** The real time of this machine, for leases and tokens. */
  real(): Date;
  /** Calls back when product time was moved, so that timers until an instant are set again. */
  onMove(listener: () => void): void;
}

export const realClock: Clock = { now: () => new Date(), real: () => new Date(), onMove: () => undefined };

/** A clock for tests in one process: real time plus an offset that the test moves. */
export function createManualClock(start?: Date): Clock & { moveTo(instant: Date): void; advance(ms: number): void } {
  let offset = start ? start.getTime() - Date.now() : 0;
  const listeners: (() => void)[] = [];
  const move = (to: number) => {
    offset = to;
    for (const listener of listeners) listener();
  };
  return {
    now: () => new Date(Date.now() + offset),
    real: () => new Date(),
    onMove: (listener) => void listeners.push(listener),
    moveTo: (instant) => move(instant.getTime() - Date.now()),
    advance: (ms) => move(offset + ms),
  };
}

const CHANNEL = 'clock_offset';

/**
 * A clock that follows the offset row of the database at `url` (table `clock_offset`, one row, `offset_ms`).
 * Without a url it is real time. While the connection is lost, the last offset stays in force.
 */
export function createClock(options: { url: string | undefined; logger: Logger }): Clock & {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
} {
  const { url, logger } = options;
  let offset = 0;
  const listeners: (() => void)[] = [];
  const move = (to: number) => {
    if (to === offset) return;
    offset = to;
    for (const listener of listeners) listener();
  };
  const listener =
    url === undefined || url === ''
      ? undefined
      : createListener({
          url,
          channel: CHANNEL,
          name: 'clock',
          logger,
          onMessage(payload) {
            move(Number(payload));
          },
          async onUp(client) {
            const { rows } = await client.query<{ offset_ms: string }>('select offset_ms from clock_offset');
            move(Number(rows[0]?.offset_ms ?? 0));
          },
        });
  return {
    name: 'clock',
    now: () => new Date(Date.now() + offset),
    real: () => new Date(),
    onMove: (listener) => void listeners.push(listener),
    async start() {
      await listener?.start();
    },
    async stop() {
      await listener?.stop();
    },
  };
}

/** Creates the offset row unless it exists. */
export async function createClockTable(client: pg.ClientBase): Promise<void> {
  await client.query(`create table if not exists clock_offset (
    singleton boolean primary key default true check (singleton),
    offset_ms bigint not null default 0
  )`);
  await client.query('insert into clock_offset default values on conflict do nothing');
}

/** Moves product time for every process that follows the row at `url`. Only local and test runs have such a row. */
export async function setClockOffset(url: string, offsetMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('update clock_offset set offset_ms = $1', [Math.round(offsetMs)]);
    await client.query('select pg_notify($1, $2)', [CHANNEL, String(Math.round(offsetMs))]);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
