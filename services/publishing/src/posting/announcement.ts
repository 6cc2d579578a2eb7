import type { Announcement } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { LeaseLost } from '@reelwright/leases';
import { sql } from 'kysely';
import type { PostRow } from '../database.ts';
import type { Handle } from '../platforms/connector.ts';
import { addCommit, nextNumber } from '../posts/attempt.repository.ts';
import { changePost } from '../posts/change-post.ts';
import type { Engine } from './engine.ts';
import { type Facts, lockFacts } from './situation.ts';

/** The data needed to ask the platform about a commit that this database has forgotten. */
interface Memo {
  readonly handle: Handle;
  readonly contentKey: string | null;
  readonly accountId: string | null;
  readonly accountName: string | null;
}

/**
 * The announcement of a commit that scheduling stores before the call, in case this database is restored to a state
 * without it.
 */
export async function announcementOf({ db, cipher }: Engine, { post, connection }: Facts): Promise<Announcement> {
  const { rows } = await sql<{ number: number; epoch: string }>`
    select database_mark() as epoch, ${nextNumber(db, post.id)} as number`.execute(db);
  const memo: Memo = {
    handle: (post.handle ?? {}) as Handle,
    contentKey: post.content_key,
    accountId: connection?.account_id ?? null,
    accountName: connection?.account_name ?? null,
  };
  return {
    platform: post.platform,
    number: rows[0]?.number ?? 1,
    epoch: rows[0]?.epoch ?? '',
    memo: cipher.encrypt(JSON.stringify(memo), aadOf(post)),
    announcedAt: undefined,
  };
}

/**
 * Adds a commit that this database announced before it was restored: the post may be out. The platform is asked about
 * that copy next, and nothing is sent unless it answers that the commit never arrived.
 */
export async function addEarlierCommit(engine: Engine, claimed: PostRow, earlier: Announcement): Promise<void> {
  const { db, clock, cipher, logger } = engine;
  const { handle, contentKey, accountId, accountName }: Memo = JSON.parse(cipher.decrypt(earlier.memo, aadOf(claimed)));
  const at = earlier.announcedAt ?? clock.real();
  await db.transaction().execute(async (trx) => {
    const { post, video } = await lockFacts(trx, claimed);
    await addCommit(trx, post, video, { handle, at, number: earlier.number });
    const commit = { handle, contentKey, account: { id: accountId, name: accountName }, at };
    await changePost(trx, post, { type: 'earlier_commit_found', commit }, clock.now(), video);
  });
  logger.error(
    { platform: claimed.platform, videoId: claimed.video_id, announcedAt: at, number: earlier.number },
    'this database has forgotten a commit that was announced: the platform is asked instead of posting again',
  );
}

/**
 * Asks scheduling for the announced commit of a post whose committed copy is not known.
 * @returns whether it was found; the platform is asked next
 */
export async function recallCommit(engine: Engine, facts: Facts): Promise<boolean> {
  const { post } = facts;
  try {
    const announcement = await announcementOf(engine, facts);
    const earlier = await engine.calendar.announce({ videoId: post.video_id, userId: post.user_id, announcement });
    if (!earlier) return false;
    await addEarlierCommit(engine, post, earlier);
    return true;
  } catch (error) {
    if (error instanceof LeaseLost || !(error instanceof AppError)) throw error;
    return false; // the next check asks again
  }
}

/** The associated data of an encrypted memo: it decrypts for this post only. */
const aadOf = ({ video_id: videoId, platform }: PostRow): string => `announcement:${videoId}:${platform}`;
