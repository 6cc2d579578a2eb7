import { sql, type Transaction } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import { announcePost } from './post.events.ts';

/**
 * Forgets an account whose grant was given back for good: the ledger keeps that something was posted, not to whom it
 * belonged nor where it is, for such an address names the account. Readers of posts are told.
 */
export async function forgetAccount(
  trx: Transaction<PublishingDatabase>,
  { user_id: userId, platform, account_id: accountId }: ConnectionRow,
  now: Date,
): Promise<void> {
  if (accountId === null) return;
  const posts = await trx
    .updateTable('post_targets')
    .set((eb) => ({
      account_id: null,
      account_name: null,
      permalink: null,
      platform_post_id: null,
      // What is still looked after is looked for by it.
      handle: sql<string | null>`case when state in ('going_out', 'processing', 'unconfirmed') then handle end`,
      budget_scope: null,
      budget_day: null,
      revision: eb('revision', '+', 1),
      updated_at: now,
    }))
    .where('user_id', '=', userId)
    .where('platform', '=', platform)
    .where('account_id', '=', accountId)
    .returningAll()
    .execute();
  // Its budget is named after it. Should it come back today, the platform itself still counts.
  await sql`delete from platform_budgets where platform = ${platform} and scope = ${accountId}
    and not exists (select from social_connections
      where platform = ${platform} and account_id = ${accountId} and user_id <> ${userId})`.execute(trx);
  if (posts.length === 0) return;
  const ids = posts.map(({ id }) => id);
  await sql`update post_attempts set handle = null where target_id = any (${ids})`.execute(trx);
  for (const post of posts) await announcePost(trx, post, now);
}
