import type { Logger } from '@reelwright/logger';
import type pg from 'pg';
import { createListener } from './listener.ts';
import { beginWait, CHANNEL, endWait } from './table-changes.ts';

export interface TableWatch {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * True: `onChange` runs once, when the table changes, the clock moves or the connection is lost; not after `end`. Poll
   * once after this: earlier changes are not reported. Each table has one watcher.
   */
  begin(table: string, onChange: () => void): Promise<boolean>;
  end(table: string): void;
}

/** Reports changes of tables that have the trigger `notify_change`, on one connection for the whole process. */
export function createTableWatch(options: {
  url: string;
  logger: Logger;
  clock: { onMove(listener: () => void): void };
}): TableWatch {
  const { url, logger, clock } = options;
  const watchers = new Map<string, () => void>();
  let client: pg.ClientBase | undefined;
  /** Each statement waits for the one before. */
  let lastStatement: Promise<unknown> = Promise.resolve();
  const report = (table: string) => {
    const onChange = watchers.get(table);
    end(table);
    onChange?.();
  };
  clock.onMove(() => [...watchers.keys()].forEach(report));
  const listener = createListener({
    url,
    logger,
    name: 'table watch',
    channel: CHANNEL,
    onMessage: report,
    onUp(newClient) {
      client = newClient;
    },
    onDown() {
      client = undefined;
      [...watchers.keys()].forEach(report);
    },
  });

  function runNext<Result>(statement: (connection: pg.ClientBase) => Promise<Result>): Promise<Result | undefined> {
    const current = client;
    const result = lastStatement
      .then(() => (current && current === client ? statement(current) : undefined))
      .catch(() => undefined);
    lastStatement = result;
    return result;
  }

  function end(table: string): void {
    if (watchers.delete(table)) void runNext((connection) => endWait(connection, table));
  }

  return {
    name: 'table watch',
    start: listener.start,
    stop: listener.stop,
    async begin(table, onChange) {
      const current = client;
      const waits = await runNext((connection) => beginWait(connection, table));
      // The connection that holds the lock may be lost by now.
      if (!waits || current !== client) return false;
      watchers.set(table, onChange);
      return true;
    },
    end,
  };
}
