import type { Logger } from '@reelwright/logger';
import type { DrainableComponent } from './component.ts';

const HOUR_MS = 3_600_000;

/** Work that may run late but must run: at the start and every hour. A run that fails is logged; the next one tries again. */
export function createHourly(options: {
  name: string;
  logger: Logger;
  run: () => Promise<void>;
  everyMs?: number;
}): DrainableComponent {
  const { name, logger, run, everyMs = HOUR_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  function begin(): void {
    // While a run takes longer than an hour, no second one starts.
    running ??= run()
      .catch((error: unknown) => logger.warn({ err: error }, `${name} failed; it runs again in an hour`))
      .finally(() => {
        running = undefined;
      });
  }
  async function stop(): Promise<void> {
    clearInterval(timer);
    await running;
  }
  return {
    name,
    start() {
      begin();
      timer = setInterval(begin, everyMs);
    },
    drain: stop,
    stop,
  };
}
