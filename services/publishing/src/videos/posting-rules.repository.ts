import type { PostingRules } from '@reelwright/contracts';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';

export type PostingRulesRow = Selectable<PublishingDatabase['posting_rules']>;

/** What a user decided about all posts of the calendar; undefined if nothing was ever decided. */
export function findPostingRules(db: Kysely<PublishingDatabase>, userId: string): Promise<PostingRulesRow | undefined> {
  return db.selectFrom('posting_rules').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Saves rules of scheduling, if they are newer. @returns whether they were saved */
export async function savePostingRules(
  trx: Transaction<PublishingDatabase>,
  userId: string,
  { paused, resumedAt, askBeforePosting, revision }: PostingRules,
): Promise<boolean> {
  const values = { paused, resumed_at: resumedAt ?? null, ask_before_posting: askBeforePosting, revision };
  const saved = await trx
    .insertInto('posting_rules')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(values).where('posting_rules.revision', '<', revision),
    )
    .returning('user_id')
    .executeTakeFirst();
  return saved !== undefined;
}

export async function deletePostingRules(trx: Transaction<PublishingDatabase>, userId: string): Promise<void> {
  await trx.deleteFrom('posting_rules').where('user_id', '=', userId).execute();
}
