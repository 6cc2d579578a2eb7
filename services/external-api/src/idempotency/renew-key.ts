import { AppError } from '@reelwright/errors';
import { type HeldLease, holdLease } from '@reelwright/leases';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import { type Claim, extendClaim } from './idempotency.ts';

/** Three beats may fail before the key is free for others. */
export const KEY_HEARTBEAT_MS = 15_000;

/**
 * Renews a claim for as long as its request runs, so that only a process that died loses it. It is lost when another
 * request has taken the key over, or its owner has left; the reason is what the request is answered.
 */
export function renewKey(
  db: Kysely<ExternalApiDatabase>,
  claim: Claim,
  { everyMs, logger }: { everyMs: number; logger: FastifyBaseLogger },
): HeldLease {
  const isLost = (error: unknown) => error instanceof AppError;
  return holdLease({ renew: () => extendClaim(db, claim), everyMs, logger, isLost });
}
