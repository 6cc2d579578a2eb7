import type { Logger } from '@reelwright/logger';
import type { Component } from './component.ts';

const HOUR_MS = 3_600_000;

/** Work that may be done late but not forgotten: at the start and every hour. A run that fails is logged; the next one tries again. */
export function createHourly(options: {
  name: string;
  logger: Logger;
  run: () => Promise<void>;
  everyMs?: number;
}): Component {
  const { name, logger, run, everyMs = HOUR_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  function begin(): void {
    // A run that takes longer than the hour is not joined by another.
    running ??= run()
      .catch((error: unknown) => logger.warn({ err: error }, `${name} is done later`))
      .finally(() => {
        running = undefined;
      });
  }
  return {
    name,
    start() {
      begin();
      timer = setInterval(begin, everyMs);
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
