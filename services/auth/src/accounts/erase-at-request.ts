import { AppError } from '@reelwright/errors';
import { requireEmail } from '../users/email.ts';
import { findUserByEmail } from '../users/user.repository.ts';
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';
import { findOpenDeletion } from './receipt.repository.ts';

/** An account by its id, or by its address as at a login. */
export type AccountToErase = { readonly id: string } | { readonly email: string };

/**
 * Deletes an account in the way its owner would, for an owner who asks for it and can't sign in.
 * @throws AppError INVALID_EMAIL; NO_SUCH_ACCOUNT; ERASURE_UNDER_WAY while services erase the data of an account with this id
 */
export async function eraseAtRequest(
  deps: DeleteAccountDeps,
  account: AccountToErase,
): Promise<{ userId: string; receiptCode: string }> {
  const userId = 'id' in account ? account.id : await findIdByEmail(deps, account.email);
  const deleted = userId && (await deleteAccount(deps, userId, 'owner'));
  if (deleted) return { userId, receiptCode: deleted.receiptCode };
  const open = userId && (await findOpenDeletion(deps.db, userId));
  if (!open) throw new AppError('NOT_FOUND', 'NO_SUCH_ACCOUNT', 'There is no such account.');
  const since = open.requestedAt.toISOString();
  throw new AppError(
    'ALREADY_EXISTS',
    'ERASURE_UNDER_WAY',
    `This account was deleted at ${since}. Services that have not erased its data yet: ${open.unfinished.join(', ')}.`,
  );
}

async function findIdByEmail({ db }: DeleteAccountDeps, email: string): Promise<string | undefined> {
  const user = await findUserByEmail(db, requireEmail(email));
  return user && String(user.id);
}
