import type { Logger } from '@reelwright/logger';
import type { Component } from './component.ts';

export type { Component } from './component.ts';
export { createHourly } from './hourly.ts';

/** How long one component may take to stop before the next one is stopped regardless. */
const STOP_LIMIT_MS = 8_000;

/** Starts from first to last. A failure stops what already runs, last to first, and is thrown on. */
export async function startAll(components: readonly Component[], logger: Logger): Promise<void> {
  const started: Component[] = [];
  for (const component of components) {
    try {
      await component.start?.();
      started.push(component);
    } catch (error) {
      logger.error({ err: error, component: component.name }, 'could not start');
      await stopAll(started, logger);
      throw error;
    }
  }
}

/** Stops from last to first; a component that fails or hangs doesn't keep the others from stopping. */
export async function stopAll(components: readonly Component[], logger: Logger): Promise<void> {
  for (const component of [...components].reverse()) {
    try {
      await withLimit(Promise.resolve(component.stop?.()), component.name);
    } catch (error) {
      logger.warn({ err: error, component: component.name }, 'did not stop cleanly');
    }
  }
}

async function withLimit(work: Promise<void>, name: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took over ${STOP_LIMIT_MS} ms to stop`)), STOP_LIMIT_MS);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs a process: starts the components in order, waits for SIGTERM or SIGINT, stops them in reverse order and exits.
 * An unhandled rejection or exception stops the process with code 1, so that the supervisor starts a clean one.
 */
export async function runUntilSignal(options: { logger: Logger; components: readonly Component[] }): Promise<void> {
  const { logger, components } = options;
  const ended = new Promise<number>((resolve) => {
    process.once('SIGTERM', () => resolve(0));
    process.once('SIGINT', () => resolve(0));
    process.once('uncaughtException', (error) => {
      logger.fatal({ err: error }, 'uncaught exception');
      resolve(1);
    });
    process.once('unhandledRejection', (reason) => {
      logger.fatal({ err: reason }, 'unhandled rejection');
      resolve(1);
    });
  });
  try {
    await startAll(components, logger);
  } catch (error) {
    logger.fatal({ err: error }, 'did not start');
    process.exit(1);
  }
  logger.info('ready');
  const code = await ended;
  await stopAll(components, logger);
  process.exit(code);
}
