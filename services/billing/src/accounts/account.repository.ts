import type { ErasedItem } from '@reelwright/product';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AccountRow, BillingDatabase } from '../database.ts';

type Reader = Kysely<BillingDatabase> | Transaction<BillingDatabase>;

export async function findAccount(db: Reader, userId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('id', '=', userId).executeTakeFirst();
}

export async function findAccountOfCustomer(db: Reader, customerId: string): Promise<AccountRow | undefined> {
  return db.selectFrom('accounts').selectAll().where('stripe_customer_id', '=', customerId).executeTakeFirst();
}

/** Locks the account's row. Take this lock before writing a user's payment data. */
export async function lockAccount(trx: Transaction<BillingDatabase>, userId: string): Promise<AccountRow | undefined> {
  return trx.selectFrom('accounts').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst();
}

/** Whether the account is open; nothing is written for a deleted user. */
export function isOpen(account: Pick<AccountRow, 'close_due_at'>): boolean {
  return account.close_due_at === null;
}

/** Inserts the account of a user whose UserRegistered has not arrived yet. */
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

/** Links a customer, unless the user has one. @returns the linked customer */
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

/** Replaces a customer that Stripe no longer has. @returns the linked customer */
export async function relinkCustomer(
  db: Reader,
  userId: string,
  deletedId: string,
  customerId: string,
): Promise<string> {
  await db
    .updateTable('accounts')
    .set({ stripe_customer_id: customerId })
    .where('id', '=', userId)
    .where('stripe_customer_id', '=', deletedId)
    .execute();
  return (await findAccount(db, userId))?.stripe_customer_id ?? customerId;
}

/**
 * Erases the profile and schedules the closing of the account at Stripe. The id stays, so that late events do not
 * restore the account.
 */
export async function startClosing(
  trx: Transaction<BillingDatabase>,
  userId: string,
  closing: { leftAt: Date; closeDueAt: Date; erased: readonly ErasedItem[] },
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({
      email: null,
      first_name: null,
      last_name: null,
      left_at: closing.leftAt,
      close_due_at: closing.closeDueAt,
      erased: JSON.stringify(closing.erased),
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

/** Saves a profile with a higher revision than the row's; a deleted user's stays erased. */
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

/** The lease that `account-lease.ts` holds while it changes something at Stripe. */
export interface AccountLease {
  readonly userId: string;
  readonly token: number;
}

/** @returns the fencing token; undefined when another process holds the lease */
export async function tryLease(db: Reader, userId: string, leaseMs: number): Promise<number | undefined> {
  const row = await db
    .updateTable('accounts')
    .set((eb) => ({ stripe_lease_token: eb('stripe_lease_token', '+', 1), stripe_leased_until: inMs(leaseMs) }))
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([eb('stripe_leased_until', 'is', null), eb('stripe_leased_until', '<', sql<Date>`clock_timestamp()`)]),
    )
    .returning('stripe_lease_token')
    .executeTakeFirst();
  return row?.stripe_lease_token;
}

export async function renewLease(db: Reader, lease: AccountLease, leaseMs: number): Promise<void> {
  await updateLease(db, lease)
    .set({ stripe_leased_until: inMs(leaseMs) })
    .where('stripe_leased_until', 'is not', null)
    .execute();
}

export async function releaseLease(db: Reader, lease: AccountLease): Promise<void> {
  await updateLease(db, lease).set({ stripe_leased_until: null }).execute();
}

const updateLease = (db: Reader, { userId, token }: AccountLease) =>
  db.updateTable('accounts').where('id', '=', userId).where('stripe_lease_token', '=', token);

const inMs = (ms: number) => sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;
