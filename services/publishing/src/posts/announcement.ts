import type { Announcement } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { LeaseLost } from '@reelwright/leases';
import { type Kysely, sql } from 'kysely';
import type { PostTargetRow, PublishingDatabase } from '../database.ts';
import type { Handle } from '../platforms/connector.ts';
import { renditionOf } from '../videos/rendition.ts';
import type { Engine } from './engine.ts';
import { writeChange } from './post-targets.repository.ts';
import { type Facts, lockFacts } from './situation.ts';

/** What the ledger needs to ask the platform about a commit it has forgotten. */
interface Memo {
  readonly handle: Handle;
  readonly contentKey: string | null;
  readonly accountId: string | null;
  readonly accountName: string | null;
}

/** What scheduling is given to keep before a commit, in case this database is restored to a state that knows nothing of it. */
export async function announcementOf({ db, cipher }: Engine, { target, connection }: Facts): Promise<Announcement> {
  const { rows } = await sql<{ number: number; epoch: string }>`
    select database_mark() as epoch, ${nextNumber(db, target.id)} as number`.execute(db);
  const memo: Memo = {
    handle: (target.handle ?? {}) as Handle,
    contentKey: target.content_key,
    accountId: connection?.account_id ?? null,
    accountName: connection?.account_name ?? null,
  };
  return {
    platform: target.platform,
    number: rows[0]?.number ?? 1,
    epoch: rows[0]?.epoch ?? '',
    memo: cipher.encrypt(JSON.stringify(memo), placeOf(target)),
    announcedAt: undefined,
  };
}

/** The number of the next commit of a post. */
export function nextNumber(db: Kysely<PublishingDatabase>, targetId: string) {
  return db
    .selectFrom('post_attempts')
    .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
    .where('target_id', '=', targetId)
    .where('step', '=', 'commit');
}

/**
 * Enters a commit into the ledger that another state of this database announced: it may be out. The post is going out from
 * now on, so the platform is asked about exactly that copy, and nothing is sent unless it says that it never arrived.
 */
export async function enterForgotten(engine: Engine, claimed: PostTargetRow, earlier: Announcement): Promise<void> {
  const { db, clock, cipher, logger } = engine;
  const { handle, contentKey, accountId, accountName }: Memo = JSON.parse(
    cipher.decrypt(earlier.memo, placeOf(claimed)),
  );
  const at = earlier.announcedAt ?? clock.real();
  await db.transaction().execute(async (trx) => {
    const { target, video } = await lockFacts(trx, claimed);
    await trx
      .insertInto('post_attempts')
      .values({
        target_id: target.id,
        step: 'commit',
        number: earlier.number,
        handle: JSON.stringify(handle),
        revision: video.revision,
        variation: renditionOf(video).variation,
        intent_at: at,
      })
      .execute();
    await trx
      .updateTable('post_targets')
      .set({ committed_at: at, content_key: contentKey, account_id: accountId, account_name: accountName })
      .where('id', '=', target.id)
      .execute();
    const now = clock.now();
    const change = { state: 'going_out' as const, code: null, nextActionAt: now, tries: 0, handle };
    await writeChange(trx, target, change, { now, ...(contentKey !== null && { stagedKey: contentKey }) });
  });
  logger.error(
    { platform: claimed.platform, videoId: claimed.video_id, announcedAt: at, number: earlier.number },
    'the ledger has forgotten a commit that was announced: the platform is asked instead of posting again',
  );
}

/**
 * Looks for what a post was committed by, where the ledger knows that it was and not by what.
 * @returns whether it was found; the platform is asked next
 */
export async function recallCommit(engine: Engine, facts: Facts): Promise<boolean> {
  const { target } = facts;
  try {
    const announcement = await announcementOf(engine, facts);
    const earlier = await engine.calendar.announce({ videoId: target.video_id, userId: target.user_id, announcement });
    if (!earlier) return false;
    await enterForgotten(engine, target, earlier);
    return true;
  } catch (error) {
    if (error instanceof LeaseLost || !(error instanceof AppError)) throw error;
    return false; // it is looked at again, as long as it is unconfirmed
  }
}

const placeOf = ({ video_id: videoId, platform }: PostTargetRow): string => `announcement:${videoId}:${platform}`;
