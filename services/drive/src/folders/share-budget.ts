import type { AuthServiceClient } from '@reelwright/contracts';
import { giveBack, secondsToNextDay, takeFromDay } from '@reelwright/daily-limit';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import { blockOf } from '@reelwright/http-server';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';

export interface ShareBudgetDeps {
  readonly db: Kysely<DriveDatabase>;
  readonly auth: Pick<GrpcClient<AuthServiceClient>, 'getUser'>;
  readonly logger: Logger;
  /** Folders that are shared a day with unverified addresses, for one address block. */
  readonly sharesPerBlock: number;
}

const AUTH_DEADLINE_MS = 800;

/**
 * Takes the sharing of a new folder from the budget of the caller's address block, for Google may write to the address and
 * nobody has shown whose it is. Nothing is taken for a verified one. Days are UTC and real time.
 * @returns gives it back, when the folder could not be shared
 * @throws AppError FOLDERS_OF_NETWORK_USED
 */
export async function takeShare(deps: ShareBudgetDeps, userId: string, address: string): Promise<() => Promise<void>> {
  if (await isVerified(deps, userId)) return async () => undefined;
  const { db, sharesPerBlock } = deps;
  const limit = { name: 'unverified_shares', key: blockOf(address), perDay: sharesPerBlock, now: new Date() };
  if (await takeFromDay(db, limit)) return () => giveBack(db, limit);
  throw new AppError(
    'RESOURCE_EXHAUSTED',
    'FOLDERS_OF_NETWORK_USED',
    "Today's new folders for your network are used up. Verify your e-mail to go on: reset your password by e-mail, or sign in with Google.",
    { retryAfterSeconds: secondsToNextDay(limit.now) },
  );
}

/** Where auth does not say, the address counts as unverified. */
async function isVerified({ auth, logger }: ShareBudgetDeps, userId: string): Promise<boolean> {
  try {
    return (await auth.getUser({ userId }, { timeoutMs: AUTH_DEADLINE_MS })).emailVerified;
  } catch (error) {
    logger.warn({ err: error, userId }, 'auth did not say whether an address is verified');
    return false;
  }
}
