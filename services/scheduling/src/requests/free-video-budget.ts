import type { Clock } from '@reelwright/clock';
import type { AuthServiceClient } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import { blockOf } from '@reelwright/http-server';
import type { Logger } from '@reelwright/logger';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { readAccount } from '../usage/account.repository.ts';

export interface FreeVideoDeps {
  readonly db: Kysely<SchedulingDatabase>;
  readonly clock: Clock;
  readonly auth: Pick<GrpcClient<AuthServiceClient>, 'getUser'>;
  readonly logger: Logger;
  /** Free videos a day for the unverified accounts of one address block. */
  readonly freeVideosPerBlock: number;
}

const AUTH_DEADLINE_MS = 800;
const DAY_SECONDS = 86_400;

/**
 * The address block whose budget a free video of this user is taken from; undefined on a paid plan and where the e-mail
 * address is verified. Where auth does not say, it is taken.
 */
export async function blockToCharge(deps: FreeVideoDeps, userId: string, address: string): Promise<string | undefined> {
  const { plan } = await readAccount(deps.db, userId, deps.clock.now());
  if (plan.tier !== 'free') return undefined;
  try {
    const user = await deps.auth.getUser({ userId }, { actingFor: userId, timeoutMs: AUTH_DEADLINE_MS });
    if (user.emailVerified) return undefined;
  } catch (error) {
    deps.logger.warn({ err: error, userId }, 'auth did not say whether an address is verified');
  }
  return blockOf(address);
}

/**
 * Takes one free video from a block's budget of this day, UTC and real time.
 * @throws AppError FREE_VIDEOS_OF_NETWORK_USED
 */
export async function takeFromBlock(
  trx: Transaction<SchedulingDatabase>,
  block: string,
  { clock, freeVideosPerBlock }: Pick<FreeVideoDeps, 'clock' | 'freeVideosPerBlock'>,
): Promise<void> {
  const now = clock.real();
  const day = now.toISOString().slice(0, 10);
  const { rows } = await sql<{ used: number }>`
    insert into unverified_free_videos as v (block, day, used) values (${block}, ${day}, 1)
    on conflict (block, day) do update set used = v.used + 1 where v.used < ${freeVideosPerBlock}
    returning used`.execute(trx);
  const used = rows[0]?.used;
  if (used === 1) await sql`delete from unverified_free_videos where day < ${day}`.execute(trx);
  if (used !== undefined) return;
  throw new AppError(
    'RESOURCE_EXHAUSTED',
    'FREE_VIDEOS_OF_NETWORK_USED',
    "Today's free videos for new accounts in your network are used up. Verify your e-mail to go on: reset your password by e-mail, or sign in with Google.",
    { retryAfterSeconds: DAY_SECONDS - ((now.getTime() / 1_000) % DAY_SECONDS) },
  );
}
