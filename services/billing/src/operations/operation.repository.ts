import { type Kysely, sql, type Transaction } from 'kysely';
import { lockAccount } from '../accounts/account.repository.ts';
import type { BillingDatabase, OperationRow } from '../database.ts';

export type OperationKind = 'checkout' | 'change' | 'end';

/** The target of a plan change. */
export interface ChangeTarget {
  readonly subscriptionId: string;
  readonly requestedPriceId: string;
  /** The price of the next plan; an unpaid upgrade must not remove it. */
  readonly nextPriceId: string | null;
}

/** Less than the 24 hours for which Stripe keeps an idempotency key. An older request is a new operation. */
const MAX_AGE_MS = 20 * 3_600_000;

/**
 * The user's open operation for `target`, or a new one that replaces any other. Its id is the idempotency key: a double
 * click or a retry after a crash finds the same row and gets the same response from Stripe.
 */
export async function openOperation(
  db: Kysely<BillingDatabase>,
  request: { userId: string; kind: OperationKind; target: string; now: Date; change?: ChangeTarget },
): Promise<OperationRow> {
  const { userId, kind, target, now, change } = request;
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId);
    const open = await findOpenOperation(trx, userId, kind);
    const isReusable = open?.target === target && now.getTime() - open.opened_at.getTime() < MAX_AGE_MS;
    if (open && isReusable) return open;
    if (open) await closeOperation(trx, open.id, now);
    return trx
      .insertInto('operations')
      .values({
        user_id: userId,
        kind,
        target,
        opened_at: now,
        ...(change && {
          subscription_id: change.subscriptionId,
          requested_price_id: change.requestedPriceId,
          next_price_id: change.nextPriceId ?? nextBefore(open, change),
        }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** The price of the next plan that an interrupted attempt released and did not restore. */
function nextBefore(open: OperationRow | undefined, { subscriptionId }: ChangeTarget): string | null {
  return open?.subscription_id === subscriptionId ? open.next_price_id : null;
}

/** Closes an operation that is done, rejected or replaced; the next request opens a new one. */
export async function closeOperation(
  db: Kysely<BillingDatabase> | Transaction<BillingDatabase>,
  id: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('operations')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
}

export async function setCheckoutSession(db: Kysely<BillingDatabase>, id: string, sessionId: string): Promise<void> {
  await db.updateTable('operations').set({ checkout_session_id: sessionId }).where('id', '=', id).execute();
}

/** The user's open operation of a kind. */
export async function findOpenOperation(
  db: Kysely<BillingDatabase>,
  userId: string,
  kind: OperationKind,
): Promise<OperationRow | undefined> {
  return db
    .selectFrom('operations')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

/** Records that Stripe applies the change only when its invoice is paid. */
export async function markPaymentPending(db: Kysely<BillingDatabase>, id: string, now: Date): Promise<void> {
  await db.updateTable('operations').set({ payment_pending_since: now }).where('id', '=', id).execute();
}

/** The users with an open operation of a kind. */
export async function findUsersWithOpenOperation(db: Kysely<BillingDatabase>, kind: OperationKind): Promise<string[]> {
  const rows = await db
    .selectFrom('operations')
    .select('user_id')
    .where('kind', '=', kind)
    .where('closed_at', 'is', null)
    .execute();
  return rows.map(({ user_id: userId }) => userId);
}

/** @returns the number of deleted rows */
export async function deleteOperations(trx: Transaction<BillingDatabase>, userId: string): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('operations').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes operations that were closed ninety days ago. @returns the number of deleted rows */
export async function pruneOperations(db: Kysely<BillingDatabase>, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from operations where id in (select id from operations
    where closed_at < ${now}::timestamptz - interval '90 days' limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
