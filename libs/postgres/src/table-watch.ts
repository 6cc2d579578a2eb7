import type { Logger } from '@reelwright/logger';
import type pg from 'pg';
import { createListener } from './listener.ts';
import { beginWait, CHANNEL, endWait } from './table-changes.ts';

export interface TableWatch {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * True: `onChange` runs once, when the table changes, when the clock moves or when changes can no longer be heard; not
   * after `end`. Look once more after this: what was changed before is not told. One watcher a table.
   */
  begin(table: string, onChange: () => void): Promise<boolean>;
  end(table: string): void;
}

/** Tells of changes in tables that have the trigger `notify_change`, on one connection for the whole process. */
export function createTableWatch(options: {
  url: string;
  logger: Logger;
  clock: { onMove(listener: () => void): void };
}): TableWatch {
  const { url, logger, clock } = options;
  const watchers = new Map<string, () => void>();
  let client: pg.ClientBase | undefined;
  /** One statement at a time. */
  let turn: Promise<unknown> = Promise.resolve();
  const tell = (table: string) => {
    const onChange = watchers.get(table);
    end(table);
    onChange?.();
  };
  clock.onMove(() => [...watchers.keys()].forEach(tell));
  const line = createListener({
    url,
    logger,
    name: 'table watch',
    channel: CHANNEL,
    onMessage: tell,
    onUp(next) {
      client = next;
    },
    onDown() {
      client = undefined;
      [...watchers.keys()].forEach(tell);
    },
  });

  function inTurn<Result>(ask: (line: pg.ClientBase) => Promise<Result>): Promise<Result | undefined> {
    const current = client;
    const answer = turn.then(() => (current && current === client ? ask(current) : undefined)).catch(() => undefined);
    turn = answer;
    return answer;
  }

  function end(table: string): void {
    if (watchers.delete(table)) void inTurn((connection) => endWait(connection, table));
  }

  return {
    name: 'table watch',
    start: line.start,
    stop: line.stop,
    async begin(table, onChange) {
      const current = client;
      const heard = await inTurn((connection) => beginWait(connection, table));
      // The connection that holds the lock may be lost by now.
      if (!heard || current !== client) return false;
      watchers.set(table, onChange);
      return true;
    },
    end,
  };
}
