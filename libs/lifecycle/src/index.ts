import { once } from 'node:events';
import { AppError } from '@reelwright/errors';
import type { Logger } from '@reelwright/logger';
import type { Component } from './component.ts';

export type { Component, DrainableComponent } from './component.ts';
export { createHourly } from './hourly.ts';

/** How long a component may take to stop, and to drain if it names no limit. Then the others go on without it. */
const STOP_LIMIT_MS = 8_000;
/** How long a start that is under way at a signal may take to end. */
const START_LIMIT_MS = 2_000;

/**
 * Starts from first to last, until `signal` is aborted, which a part that waits in its start is given. A failure before
 * that is logged, stops what already runs, last to first, and is thrown on. Returns what runs.
 */
export async function startAll(
  components: readonly Component[],
  logger: Logger,
  signal?: AbortSignal,
): Promise<readonly Component[]> {
  const started: Component[] = [];
  for (const component of components) {
    if (signal?.aborted) break;
    try {
      await (signal ? startUntil(signal, component) : component.start?.());
      started.push(component);
    } catch (error) {
      if (signal?.aborted) {
        logger.info({ component: component.name }, 'was stopped while it started');
        break;
      }
      logger.fatal({ err: isReason(error) ? reasonOf(error) : error, component: component.name }, 'did not start');
      await stopAll(started, logger);
      throw error;
    }
  }
  return started;
}

/** A start that does not end by itself does not keep the process from stopping. */
async function startUntil(signal: AbortSignal, component: Component): Promise<void> {
  const starting = Promise.resolve(component.start?.(signal));
  const listening = new AbortController();
  const aborted = once(signal, 'abort', { signal: listening.signal }).catch(() => undefined);
  try {
    await Promise.race([starting, aborted]);
  } finally {
    listening.abort();
  }
  await withLimit(starting, START_LIMIT_MS, `${component.name} took over ${START_LIMIT_MS} ms to start`);
}

/** An AppError says in its message what an operator has to do; where it was thrown does not help them. */
const isReason = (error: unknown): error is AppError => error instanceof AppError && error.cause === undefined;
const reasonOf = ({ name, kind, code, message }: AppError) => ({ type: name, kind, code, message });

/** Drains all components that can, side by side, until `broken` settles. Returns those that have ended their work. */
export async function drainAll(
  components: readonly Component[],
  logger: Logger,
  broken?: Promise<void>,
): Promise<ReadonlySet<Component>> {
  const drained = new Set<Component>();
  const all = Promise.all(
    components.map(async (component) => {
      if (!component.drain) return;
      const { name, drainLimitMs = STOP_LIMIT_MS } = component;
      try {
        await withLimit(
          Promise.resolve(component.drain()),
          drainLimitMs,
          `${name} took over ${drainLimitMs} ms to drain`,
        );
        drained.add(component);
      } catch (error) {
        logger.warn({ err: error, component: name }, 'did not drain');
      }
    }),
  );
  await (broken ? Promise.race([all, broken]) : all);
  return drained;
}

/** Stops from last to first; a component that fails or hangs doesn't keep the others from stopping. */
export async function stopAll(components: readonly Component[], logger: Logger): Promise<void> {
  for (const component of [...components].reverse()) {
    try {
      const { name } = component;
      await withLimit(
        Promise.resolve(component.stop?.()),
        STOP_LIMIT_MS,
        `${name} took over ${STOP_LIMIT_MS} ms to stop`,
      );
    } catch (error) {
      logger.warn({ err: error, component: component.name }, 'did not stop cleanly');
    }
  }
}

async function withLimit(work: Promise<void>, limitMs: number, message: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), limitMs);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs a process: starts the components in order, waits for SIGTERM or SIGINT, drains them side by side, stops the others
 * in reverse order and exits. After an unhandled rejection or exception it stops without draining, or ends the draining,
 * and exits with code 1, so that the supervisor starts a clean one.
 */
export async function runUntilSignal(options: { logger: Logger; components: readonly Component[] }): Promise<void> {
  const { logger, components } = options;
  const ending = new AbortController();
  const ended = once(ending.signal, 'abort');
  const broken = Promise.withResolvers<void>();
  let code = 0;
  const end = () => ending.abort();
  function fail(error: unknown, message: string): void {
    logger.fatal({ err: error }, message);
    code = 1;
    broken.resolve();
    end();
  }
  // A second SIGTERM must not cut the requests under way. A second Ctrl-C, by a person at a terminal, ends the process.
  process.on('SIGTERM', end);
  process.once('SIGINT', end);
  // Also after the first one: without a listener, Node would end the process before its parts have stopped.
  process.on('uncaughtException', (error) => fail(error, 'uncaught exception'));
  process.on('unhandledRejection', (reason) => fail(reason, 'unhandled rejection'));
  let started: readonly Component[];
  try {
    started = await startAll(components, logger, ending.signal);
  } catch {
    process.exit(1); // startAll has logged why
  }
  if (!ending.signal.aborted) logger.info('ready');
  await ended;
  const drained = code === 0 ? await drainAll(started, logger, broken.promise) : new Set();
  const left = started.filter((component) => !drained.has(component));
  await stopAll(left, logger);
  process.exit(code);
}
