import { createHash } from 'node:crypto';
import type { Collection, Store } from '../core/store.ts';

export interface Account {
  /** The username. */
  id: string;
  openId: string;
  unionId: string;
  displayName: string;
  /** Whether only followers see its posts. */
  isPrivate: boolean;
  /** Interactions that the owner has turned off in the app. */
  commentDisabled: boolean;
  duetDisabled: boolean;
  stitchDisabled: boolean;
  maxVideoSeconds: number;
  isBanned: boolean;
  note: string;
}

function account(id: string, displayName: string, note: string, differing: Partial<Account> = {}): Account {
  const hash = createHash('sha256').update(id).digest('hex');
  return {
    id,
    openId: `-000${hash.slice(0, 36)}`,
    unionId: hash.slice(24, 60),
    displayName,
    isPrivate: false,
    commentDisabled: false,
    duetDisabled: false,
    stitchDisabled: false,
    maxVideoSeconds: 600,
    isBanned: false,
    note,
    ...differing,
  };
}

const seeded: readonly Account[] = [
  account('ada.marlow', 'Ada Marlow', 'public account'),
  account('nico.bianchi', 'Nico Bianchi', 'private account', { isPrivate: true }),
  account('mika.quiet', 'Mika Quiet', 'comments, duet and stitch switched off', {
    commentDisabled: true,
    duetDisabled: true,
    stitchDisabled: true,
    maxVideoSeconds: 60,
  }),
  account('sam.banned', 'Sam Banned', 'may not post', { isBanned: true }),
];

/** The accounts of this sandbox. Missing seeded ones are created again. */
export function accountsOf(store: Store): Collection<Account> {
  const accounts = store.collection<Account>('tiktok-accounts');
  for (const one of seeded) if (!accounts.get(one.id)) accounts.put(one);
  return accounts;
}

/** The account of a username; a new one gets a public account. Undefined for an invalid username. */
export function accountFor(store: Store, username: string): Account | undefined {
  const accounts = accountsOf(store);
  if (!/^[a-z0-9._]{2,24}$/.test(username)) return undefined;
  return accounts.get(username) ?? accounts.put(account(username, username, 'public account'));
}

/** The privacy levels for a post of the account; public and private accounts differ in one. */
export function privacyOptions({ isPrivate }: Account): string[] {
  return [isPrivate ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
}
