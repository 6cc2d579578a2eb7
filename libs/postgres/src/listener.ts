import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@reelwright/logger';
import pg from 'pg';

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

export interface Listener {
  /** @throws when the database cannot be reached; a connection that is lost later is opened again */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens to a channel on a connection of its own, and opens a lost connection again with one try a second. Notifications
 * in between are lost, so `onUp` must read the current state.
 */
export function createListener(options: {
  url: string;
  channel: string;
  /** The connection's name in pg_stat_activity. */
  name: string;
  logger: Logger;
  onMessage: (payload: string) => void;
  /** Runs on each new connection once it listens. If it throws, the connection is closed and opened again; at the start, `start` rejects. */
  onUp?: (client: pg.ClientBase) => void | Promise<void>;
  /** Runs when the connection is lost, after each failed try and on `stop`. */
  onDown?: () => void;
}): Listener {
  const { url, channel, name, logger, onUp, onDown } = options;
  const stopping = new AbortController();
  let loop: Promise<void> = Promise.resolve();

  /** A connection that listens; `end` resolves when it is lost. */
  async function connect(): Promise<{ client: pg.Client; end: Promise<void> }> {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    client.on('error', () => undefined); // 'end' follows
    const end = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('notification', ({ payload = '' }) => options.onMessage(payload));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      await onUp?.(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      onDown?.();
      throw error;
    }
    return { client, end };
  }

  async function connectAgain(): Promise<{ client: pg.Client; end: Promise<void> } | undefined> {
    for (;;) {
      await pause(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return undefined;
      try {
        return await connect();
      } catch (error) {
        logger.warn({ err: error, channel }, 'a database channel cannot be listened to');
      }
    }
  }

  async function keepConnected(firstConnection: { client: pg.Client; end: Promise<void> }): Promise<void> {
    let connection: typeof firstConnection | undefined = firstConnection;
    const stopped = new Promise<void>((resolve) => {
      if (stopping.signal.aborted) resolve();
      else stopping.signal.addEventListener('abort', () => resolve());
    });
    while (connection) {
      await Promise.race([connection.end, stopped]);
      onDown?.();
      if (stopping.signal.aborted) return connection.client.end();
      connection = await connectAgain();
    }
  }

  return {
    async start() {
      loop = keepConnected(await connect());
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
