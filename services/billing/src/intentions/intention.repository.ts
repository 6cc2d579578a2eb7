import { type Kysely, sql, type Transaction } from 'kysely';
import { lockAccount } from '../accounts/account.repository.ts';
import type { BillingDatabase, IntentionRow } from '../database.ts';

export type IntentionKind = 'checkout' | 'change' | 'end';

/** What a plan change is about. */
export interface ChangeTarget {
  readonly subscriptionId: string;
  readonly wantedPriceId: string;
  /** The price planned to follow at the period's end; an unpaid upgrade must leave it planned. */
  readonly plannedPriceId: string | null;
}

/** Less than the 24 hours for which Stripe keeps an idempotency key; after it the same request is a new intention. */
const MAX_AGE_MS = 20 * 3_600_000;

/**
 * The user's open intention for `target`, or a new one that replaces any other. Its id is the idempotency key: a double
 * click or a repeat after a crash finds the same row, and so gets the same answer from Stripe.
 */
export async function openIntention(
  db: Kysely<BillingDatabase>,
  given: { userId: string; kind: IntentionKind; target: string; now: Date; change?: ChangeTarget },
): Promise<IntentionRow> {
  const { userId, kind, target, now, change } = given;
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    const open = await findOpenIntention(trx, userId, kind);
    const isGood = open?.target === target && now.getTime() - open.opened_at.getTime() < MAX_AGE_MS;
    if (open && isGood) return open;
    if (open) await closeIntention(trx, open.id, now);
    return trx
      .insertInto('intentions')
      .values({
        user_id: userId,
        kind,
        target,
        opened_at: now,
        ...(change && {
          subscription_id: change.subscriptionId,
          wanted_price_id: change.wantedPriceId,
          planned_price_id: change.plannedPriceId ?? plannedBefore(open, change),
        }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** The planned price that an interrupted earlier attempt released and did not restore. */
function plannedBefore(open: IntentionRow | undefined, { subscriptionId }: ChangeTarget): string | null {
  return open?.subscription_id === subscriptionId ? open.planned_price_id : null;
}

/** Closes an intention that is done, refused or overtaken; the next request opens a new one. */
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

export async function setCheckoutSession(db: Kysely<BillingDatabase>, id: string, sessionId: string): Promise<void> {
  await db.updateTable('intentions').set({ checkout_session_id: sessionId }).where('id', '=', id).execute();
}

/** The user's open intention of a kind. */
export async function findOpenIntention(
  db: Kysely<BillingDatabase>,
  userId: string,
  kind: IntentionKind,
): Promise<IntentionRow | undefined> {
  return db
    .selectFrom('intentions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Notes that Stripe applies the change only when its invoice is paid. */
export async function markWaiting(db: Kysely<BillingDatabase>, id: string, now: Date): Promise<void> {
  await db.updateTable('intentions').set({ waits_since: now }).where('id', '=', id).execute();
}

/** The users with an open intention of a kind. */
export async function findUsersWithOpenIntention(db: Kysely<BillingDatabase>, kind: IntentionKind): Promise<string[]> {
  const rows = await db
    .selectFrom('intentions')
    .select('user_id')
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}

/** @returns how many there were */
export async function deleteIntentions(trx: Transaction<BillingDatabase>, userId: string): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('intentions').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes intentions that were closed ninety days ago. @returns how many are gone */
export async function pruneIntentions(db: Kysely<BillingDatabase>, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from intentions where id in (select id from intentions
    where closed_at < ${now}::timestamptz - interval '90 days' limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
