import type { Clock } from '@reelwright/clock';
import type { AuthServiceClient } from '@reelwright/contracts';
import { secondsToNextDay, takeFromDay } from '@reelwright/daily-limit';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import { blockOf } from '@reelwright/http-server';
import type { Logger } from '@reelwright/logger';
import type { Kysely, Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { readAccount } from '../plans/account.repository.ts';

export interface FreeVideoDeps {
  readonly db: Kysely<SchedulingDatabase>;
  readonly clock: Clock;
  readonly auth: Pick<GrpcClient<AuthServiceClient>, 'getUser'>;
  readonly logger: Logger;
  /** How many free videos the unverified accounts of one address block get per day. */
  readonly freeVideosPerBlock: number;
}

const AUTH_DEADLINE_MS = 800;

/**
 * The address block whose budget a free video of this user counts against. Undefined on a paid plan, or with a
 * verified e-mail address. Without auth's answer the address counts as unverified.
 */
export async function blockToCharge(deps: FreeVideoDeps, userId: string, address: string): Promise<string | undefined> {
  const { plan } = await readAccount(deps.db, userId, deps.clock.now());
  if (plan.tier !== 'free') return undefined;
  try {
    const user = await deps.auth.getUser({ userId }, { actingFor: userId, timeoutMs: AUTH_DEADLINE_MS });
    if (user.emailVerified) return undefined;
  } catch (error) {
    deps.logger.warn({ err: error, userId }, 'auth did not answer whether an e-mail address is verified');
  }
  return blockOf(address);
}

/**
 * Takes one free video from a block's budget of the current day (UTC, real time).
 * @throws AppError FREE_VIDEOS_OF_NETWORK_USED
 */
export async function takeFromBlock(
  trx: Transaction<SchedulingDatabase>,
  block: string,
  { clock, freeVideosPerBlock }: Pick<FreeVideoDeps, 'clock' | 'freeVideosPerBlock'>,
): Promise<void> {
  const limit = { name: 'unverified_free_videos', key: block, perDay: freeVideosPerBlock, now: clock.real() };
  if (await takeFromDay(trx, limit)) return;
  throw new AppError(
    'RESOURCE_EXHAUSTED',
    'FREE_VIDEOS_OF_NETWORK_USED',
    "Today's free videos for new accounts in your network are used up. Verify your e-mail to go on: reset your password by e-mail, or sign in with Google.",
    { retryAfterSeconds: secondsToNextDay(limit.now) },
  );
}
