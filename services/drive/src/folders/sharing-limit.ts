import type { AuthServiceClient } from '@reelwright/contracts';
import { giveBack, secondsToNextDay, takeFromDay } from '@reelwright/daily-limit';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import { blockOf } from '@reelwright/http-server';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';

export interface SharingLimitDeps {
  readonly db: Kysely<DriveDatabase>;
  readonly auth: Pick<GrpcClient<AuthServiceClient>, 'getUser'>;
  readonly logger: Logger;
  /** New folders a day shared with unverified e-mails, per address block. */
  readonly sharesPerBlock: number;
}

const AUTH_DEADLINE_MS = 800;

/**
 * Counts a new folder shared with an unverified e-mail, which may be another person's, against the daily limit (UTC,
 * real time) of the caller's address block. @returns a function that uncounts a folder that could not be shared
 * @throws AppError FOLDERS_OF_NETWORK_USED
 */
export async function countSharing(
  deps: SharingLimitDeps,
  userId: string,
  address: string,
): Promise<() => Promise<void>> {
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

/** If auth does not respond, an e-mail counts as unverified. */
async function isVerified({ auth, logger }: SharingLimitDeps, userId: string): Promise<boolean> {
  try {
    return (await auth.getUser({ userId }, { timeoutMs: AUTH_DEADLINE_MS })).emailVerified;
  } catch (error) {
    logger.warn({ err: error, userId }, 'auth did not respond; the e-mail counts as unverified');
    return false;
  }
}
