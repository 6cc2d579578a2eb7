import { events, PostingRules } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Kysely, Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';

/** What a user decided about all posts of the calendar, as publishing reads it before each. */
export async function readPostingRules(db: Kysely<SchedulingDatabase>, userId: string): Promise<PostingRules> {
  const row = await db
    .selectFrom('usage_accounts as a')
    .leftJoin('video_configurations as c', 'c.user_id', 'a.user_id')
    .select(['a.posting_paused', 'a.posting_paused_at', 'a.posting_resumed_at', 'a.posting_revision'])
    .select('c.ask_before_posting')
    .where('a.user_id', '=', userId)
    .executeTakeFirst();
  return PostingRules.fromPartial({
    paused: row?.posting_paused ?? false,
    pausedAt: row?.posting_paused_at ?? undefined,
    resumedAt: row?.posting_resumed_at ?? undefined,
    askBeforePosting: row?.ask_before_posting ?? false,
    revision: row?.posting_revision ?? 0,
  });
}

/** Announces the rules that this transaction changed, with their new revision. */
export async function announcePostingRules(
  trx: Transaction<SchedulingDatabase>,
  userId: string,
  now: Date,
): Promise<void> {
  const rules = await readPostingRules(trx, userId);
  await enqueueEvent(trx, events.PostingRulesChanged, { userId, rules, changedAt: now }, now);
}
