import type { AuthServiceClient } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { AccountRow, BillingDatabase } from '../database.ts';
import type { Payments } from '../stripe/payments.ts';
import {
  ensureAccount,
  findAccount,
  isOpen,
  linkCustomer,
  relinkCustomer,
  unlinkCustomer,
} from './account.repository.ts';

export interface CustomerDeps {
  readonly db: Kysely<BillingDatabase>;
  readonly payments: Payments;
  readonly auth: Pick<GrpcClient<AuthServiceClient>, 'getUser'>;
  readonly logger: Logger;
}

const AUTH_TIMEOUT_MS = 1_000;

const accountClosed = () => new AppError('NOT_FOUND', 'ACCOUNT_CLOSED', 'This account is closed.');

/**
 * The user's customer at Stripe, created when first needed. The idempotency key is made from the user's id, so a retry
 * after a crash returns the same customer. Name and e-mail are set in a second call, because a key allows only the same
 * parameters.
 */
export async function ensureCustomer(deps: CustomerDeps, userId: string): Promise<string> {
  const { db } = deps;
  await ensureAccount(db, userId);
  const account = await findAccount(db, userId);
  if (account && !isOpen(account)) throw accountClosed();
  if (account?.stripe_customer_id) return account.stripe_customer_id;

  const customerId = await createCustomer(deps, account, userId, `customer-${userId}`);
  return keepIfOpen(deps, userId, await linkCustomer(db, userId, customerId));
}

/** Creates a new customer for a user whose customer was deleted at Stripe. */
export async function replaceCustomer(deps: CustomerDeps, userId: string, deletedId: string): Promise<string> {
  const account = await findAccount(deps.db, userId);
  const customerId = await createCustomer(deps, account, userId, `customer-${userId}-after-${deletedId}`);
  return keepIfOpen(deps, userId, await relinkCustomer(deps.db, userId, deletedId, customerId));
}

/**
 * Erases a new customer again if the account was deleted meanwhile: its closing may be over, and would not see it.
 * @throws AppError NOT_FOUND ACCOUNT_CLOSED
 */
async function keepIfOpen({ db, payments }: CustomerDeps, userId: string, customerId: string): Promise<string> {
  const account = await findAccount(db, userId);
  if (!account || isOpen(account)) return customerId;
  await payments.eraseCustomer(customerId);
  await unlinkCustomer(db, userId, customerId);
  throw accountClosed();
}

async function createCustomer(
  deps: CustomerDeps,
  account: AccountRow | undefined,
  userId: string,
  key: string,
): Promise<string> {
  const customerId = await deps.payments.createCustomer(userId, key);
  const profile = account?.email
    ? { email: account.email, name: fullName(account.first_name, account.last_name) }
    : await fetchProfile(deps, userId);
  if (profile) await deps.payments.describeCustomer(customerId, profile);
  return customerId;
}

/**
 * Reads the profile of a user whose UserRegistered has not arrived. Stripe's checkout requires an e-mail if none is set.
 */
async function fetchProfile({ auth, logger }: CustomerDeps, userId: string) {
  try {
    const user = await auth.getUser({ userId }, { actingFor: userId, timeoutMs: AUTH_TIMEOUT_MS });
    return user.email === '' ? undefined : { email: user.email, name: fullName(user.firstName, user.lastName) };
  } catch (error) {
    logger.warn({ err: error, userId }, 'the customer has no name yet');
    return undefined;
  }
}

function fullName(first: string | null, last: string | null): string {
  return [first, last].filter(Boolean).join(' ');
}
