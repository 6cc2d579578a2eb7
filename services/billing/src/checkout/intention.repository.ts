import type { Kysely, Transaction } from 'kysely';
import { lockAccount } from '../accounts/account.repository.ts';
import type { BillingDatabase, IntentionRow } from '../database.ts';

export type IntentionKind = 'checkout' | 'change';

/** Shorter than the day for which Stripe remembers a key: after it the same wish is a new intention. */
const GOOD_FOR_MS = 20 * 3_600_000;

/**
 * The open intention of a user to reach `target`, or a new one in place of any other. Its id is the idempotency key: a
 * double click, or a repeat after a crash, meets the same row and so the same answer from Stripe; a change of mind does not.
 */
export async function openIntention(
  db: Kysely<BillingDatabase>,
  given: { userId: string; kind: IntentionKind; target: string; now: Date },
): Promise<IntentionRow> {
  const { userId, kind, target, now } = given;
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    const open = await trx
      .selectFrom('intentions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    const isGood = open?.target === target && now.getTime() - open.opened_at.getTime() < GOOD_FOR_MS;
    if (open && isGood) return open;
    if (open) await closeIntention(trx, open.id, now);
    return trx
      .insertInto('intentions')
      .values({ user_id: userId, kind, target, opened_at: now })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Done, refused or overtaken: the next wish, even for the same, is a new one. */
export async function closeIntention(
  db: Kysely<BillingDatabase> | Transaction<BillingDatabase>,
  id: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('intentions')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
}

export async function noteCheckoutSession(db: Kysely<BillingDatabase>, id: string, sessionId: string): Promise<void> {
  await db.updateTable('intentions').set({ checkout_session_id: sessionId }).where('id', '=', id).execute();
}
