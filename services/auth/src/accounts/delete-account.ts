import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { ErasedItem } from '@reelwright/product';
import type { Kysely, Transaction } from 'kysely';
import { deleteApiKeys } from '../api-keys/api-key.repository.ts';
import type { AuthDatabase } from '../database.ts';
import { deleteContactMailsFrom, deleteMailsTo } from '../mail/mail.repository.ts';
import { eraseFailures } from '../passwords/throttle.ts';
import { deletePhoto } from '../photos/photo.repository.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { deleteUser, lockUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';
import { finishPart, openReceipt } from './receipt.repository.ts';
import { createReceiptCode, type DeletionReason } from './receipt.ts';

export interface DeletedAccount {
  /** Opens the receipt; it cannot be recovered later. */
  readonly receiptCode: string;
  /** Pass them to `evictDeleted` after the commit. */
  readonly endedSessions: readonly string[];
  readonly keyHashes: readonly string[];
}

/**
 * Erases a locked user in the caller's transaction: deletes the account with its sessions and key, frees its e-mail,
 * publishes UserDeleted and opens a receipt. Other services erase payments and media.
 */
export async function eraseAccount(
  trx: Transaction<AuthDatabase>,
  store: Pick<SessionStore, 'endAllOf'>,
  user: User,
  deletion: { reason: DeletionReason; now: Date },
): Promise<DeletedAccount> {
  const { reason, now } = deletion;
  const userId = String(user.id);
  const receiptCode = createReceiptCode();
  await openReceipt(trx, { code: receiptCode, userId, reason, now });
  const endedSessions = await store.endAllOf(trx, user.id);
  const keyHashes = await deleteApiKeys(trx, user.id);
  const photos = await deletePhoto(trx, user.id);
  await eraseFailures(trx, user);
  await deleteMailsTo(trx, user.email);
  // An unverified address may belong to another person.
  if (user.emailVerified) await deleteContactMailsFrom(trx, user.email);
  await deleteUser(trx, user.id);
  await enqueueEvent(trx, events.UserDeleted, { userId, revision: user.revision + 1 }, now);
  const erasedItems: ErasedItem[] = [
    { kind: 'profile', count: 1 },
    { kind: 'profile_photo', count: photos },
    { kind: 'session', count: endedSessions.length },
    { kind: 'api_key', count: keyHashes.length },
  ];
  await finishPart(trx, { userId, service: 'auth', erased: erasedItems, at: now });
  return { receiptCode, endedSessions, keyHashes };
}

export interface DeleteAccountDeps {
  readonly db: Kysely<AuthDatabase>;
  readonly clock: Clock;
  readonly store: Pick<SessionStore, 'endAllOf' | 'evict'>;
  /** Removes an API key from this process's cache at once. */
  readonly evictApiKey: (keyHash: string) => void;
}

/** Deletes an account permanently. @returns undefined when there is none */
export async function deleteAccount(
  deps: DeleteAccountDeps,
  userId: string,
  reason: DeletionReason,
): Promise<DeletedAccount | undefined> {
  const { db, clock, store } = deps;
  const deleted = await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, Number(userId));
    return user && eraseAccount(trx, store, user, { reason, now: clock.now() });
  });
  if (deleted) evictDeleted(deps, deleted);
  return deleted;
}

/** Removes the account's sessions and keys from this process's caches. Call it after the commit. */
export function evictDeleted(
  { store, evictApiKey }: Pick<DeleteAccountDeps, 'store' | 'evictApiKey'>,
  { endedSessions, keyHashes }: DeletedAccount,
): void {
  store.evict(endedSessions);
  for (const hash of keyHashes) evictApiKey(hash);
}
