import type { Transaction } from 'kysely';
import type { PostTargetRow, PublishingDatabase } from '../database.ts';
import { writeChange } from './post-targets.repository.ts';

/**
 * Has the platform asked once more about a post that it refused as posted before: it may be the very post that is out.
 * The row gets back what it was committed by, but no key of a copy, so that nothing of it can be sent.
 * @returns undefined when nothing is left to ask by
 */
export async function askAgain(
  trx: Transaction<PublishingDatabase>,
  target: PostTargetRow,
  now: Date,
): Promise<PostTargetRow | undefined> {
  const last = await trx
    .selectFrom('post_attempts')
    .select(['id', 'handle'])
    .where('target_id', '=', target.id)
    .where('step', '=', 'commit')
    .where('handle', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return undefined;
  await trx.updateTable('post_attempts').set({ outcome: 'unknown' }).where('id', '=', last.id).execute();
  const change = { state: 'unconfirmed' as const, code: 'OUTCOME_UNKNOWN' as const, nextActionAt: now, tries: 0 };
  return writeChange(trx, target, { ...change, handle: last.handle }, { now });
}
