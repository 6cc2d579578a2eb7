import type { Kysely, Transaction } from 'kysely';
import type { AccountRow, BillingDatabase } from '../database.ts';

type Reader = Kysely<BillingDatabase> | Transaction<BillingDatabase>;

export async function findAccount(db: Reader, userId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', userId).executeTakeFirst();
}

export async function findAccountOfCustomer(db: Reader, customerId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('stripe_customer_id', '=', customerId).executeTakeFirst();
}

/** The lock for everything about a user's money. Take it before writing anything else. */
export async function lockAccount(trx: Transaction<BillingDatabase>, userId: string): Promise<AccountRow | undefined> {
  return trx.selectFrom('accounts').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst();
}

/** Whether the user is still here; after a deletion nothing is written down any more. */
export function isOpen(account: Pick<AccountRow, 'close_due_at'>): boolean {
  return account.close_due_at === null;
}

/** Makes the account of a user whose registration has not been heard of yet. */
export async function ensureAccount(db: Reader, userId: string): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ id: userId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function countStripeRead(trx: Transaction<BillingDatabase>, userId: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set((eb) => ({ stripe_reads: eb('stripe_reads', '+', 1) }))
    .where('id', '=', userId)
    .execute();
}

/** Keeps the first customer a user got. Answers the one that is kept. */
export async function linkCustomer(db: Reader, userId: string, customerId: string): Promise<string> {
  await ensureAccount(db, userId);
  await db
    .updateTable('accounts')
    .set({ stripe_customer_id: customerId })
    .where('id', '=', userId)
    .where('stripe_customer_id', 'is', null)
    .execute();
  return (await findAccount(db, userId))?.stripe_customer_id ?? customerId;
}

/** Removes the customer of a closed account. */
export async function unlinkCustomer(db: Reader, userId: string, customerId: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ stripe_customer_id: null })
    .where('id', '=', userId)
    .where('stripe_customer_id', '=', customerId)
    .execute();
}

/** Puts a new customer in place of one that Stripe no longer has. Answers the one that is kept. */
export async function relinkCustomer(db: Reader, userId: string, gone: string, customerId: string): Promise<string> {
  await db
    .updateTable('accounts')
    .set({ stripe_customer_id: customerId })
    .where('id', '=', userId)
    .where('stripe_customer_id', '=', gone)
    .execute();
  return (await findAccount(db, userId))?.stripe_customer_id ?? customerId;
}

/** Erases the profile and makes the account due to be closed at Stripe. The bare id stays, so that late events restore nothing. */
export async function startClosing(
  trx: Transaction<BillingDatabase>,
  userId: string,
  given: { leftAt: Date; closeDueAt: Date; erased: readonly { what: string; count: number }[] },
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({
      email: null,
      first_name: null,
      last_name: null,
      left_at: given.leftAt,
      close_due_at: given.closeDueAt,
      erased: JSON.stringify(given.erased),
    })
    .where('id', '=', userId)
    .execute();
}

export async function markClosed(trx: Transaction<BillingDatabase>, userId: string, closedAt: Date): Promise<void> {
  await trx.updateTable('accounts').set({ closed_at: closedAt }).where('id', '=', userId).execute();
}

export interface Profile {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly revision: number;
}

/** Keeps the profile with the higher revision; a deleted user's stays erased. */
export async function saveProfile(trx: Transaction<BillingDatabase>, profile: Profile): Promise<void> {
  await ensureAccount(trx, profile.userId);
  await trx
    .updateTable('accounts')
    .set({
      email: profile.email,
      first_name: profile.firstName,
      last_name: profile.lastName,
      profile_revision: profile.revision,
    })
    .where('id', '=', profile.userId)
    .where('close_due_at', 'is', null)
    .where('profile_revision', '<', profile.revision)
    .execute();
}
