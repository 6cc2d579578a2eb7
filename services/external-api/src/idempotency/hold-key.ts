import { AppError } from '@reelwright/errors';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import { type Claim, extendClaim } from './idempotency.ts';

/** Three beats may fail before the key is free for others. */
export const KEY_HEARTBEAT_MS = 15_000;

export interface HeldKey {
  /** Aborts with the refusal to answer when another request has taken the key over, or its owner has left. */
  readonly lost: AbortSignal;
  /** Ends the renewing; to be awaited before the key is given up or its answer is kept. */
  letGo(): Promise<void>;
}

/** Renews a claim for as long as its request runs, so that only a process that died loses it. */
export function holdKey(
  db: Kysely<ExternalApiDatabase>,
  claim: Claim,
  { everyMs, logger }: { everyMs: number; logger: FastifyBaseLogger },
): HeldKey {
  const lost = new AbortController();
  let beat: Promise<void> | undefined;
  const timer = setInterval(() => {
    beat ??= extendClaim(db, claim)
      .catch((error: unknown) => {
        if (error instanceof AppError) lost.abort(error);
        else logger.warn({ err: error }, 'an idempotency key could not be renewed');
      })
      .finally(() => {
        beat = undefined;
      });
  }, everyMs);
  return {
    lost: lost.signal,
    async letGo() {
      clearInterval(timer);
      await beat;
    },
  };
}
