import type { Logger } from '@reelwright/logger';
import { LeaseLost } from './claim.ts';

export interface HeldLease {
  /** Aborts with the error by which the lease was lost. */
  readonly lost: AbortSignal;
  /** Stops renewing; resolves when a running renewal has ended. */
  stop(): Promise<void>;
}

/**
 * Renews a lease every `everyMs` while its work runs, one renewal at a time. One that fails is logged, and the next one
 * may succeed; once the lease is lost, it is not renewed again.
 */
export function holdLease(options: {
  renew: () => Promise<void>;
  everyMs: number;
  logger: Pick<Logger, 'warn'>;
  /** Which errors of `renew` mean that the lease is lost; only LeaseLost when left out. */
  isLost?: (error: unknown) => boolean;
}): HeldLease {
  const { renew, everyMs, logger, isLost = (error) => error instanceof LeaseLost } = options;
  const lost = new AbortController();
  let renewing: Promise<void> | undefined;
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch((error: unknown) => {
        if (!isLost(error)) return logger.warn({ err: error }, 'a lease could not be renewed');
        clearInterval(timer);
        lost.abort(error);
      })
      .finally(() => {
        renewing = undefined;
      });
  }, everyMs);
  return {
    lost: lost.signal,
    async stop() {
      clearInterval(timer);
      await renewing;
    },
  };
}
