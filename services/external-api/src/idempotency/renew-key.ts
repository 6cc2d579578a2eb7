import { AppError } from '@reelwright/errors';
import { type HeldLease, holdLease } from '@reelwright/leases';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import { type Claim, extendClaim } from './idempotency.ts';

/** Three renewals may fail before another request can claim the key. */
export const KEY_HEARTBEAT_MS = 15_000;

/**
 * Renews a claim while its request runs. If another request has claimed the key or the account was deleted, the claim
 * is lost and the request is answered with that error.
 */
export function renewKey(
  db: Kysely<ExternalApiDatabase>,
  claim: Claim,
  { everyMs, logger }: { everyMs: number; logger: FastifyBaseLogger },
): HeldLease {
  const isLost = (error: unknown) => error instanceof AppError;
  return holdLease({ renew: () => extendClaim(db, claim), everyMs, logger, isLost });
}
