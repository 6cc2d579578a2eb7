import { createHash } from 'node:crypto';
import type { Collection, Store } from '../core/store.ts';

export interface Account {
  /** The username. */
  id: string;
  /** The id in publishing calls: 17 digits, too many for a double. */
  userId: string;
  /** App-scoped. */
  scopedId: string;
  name: string;
  accountType: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL';
  /** Blocked from publishing until the owner has confirmed the account. */
  isRestricted: boolean;
  note: string;
}

const seeded: readonly Account[] = [
  account('ada.marlow', 'Ada Marlow', 'BUSINESS', 'business account'),
  account('nico.bianchi', 'Nico Bianchi', 'MEDIA_CREATOR', 'creator account'),
  account('sam.personal', 'Sam Personal', 'PERSONAL', 'personal account'),
  { ...account('mika.restricted', 'Mika Restricted', 'BUSINESS', 'restricted by Instagram'), isRestricted: true },
];

/** The accounts of this sandbox. Missing seeded ones are created again. */
export function accountsOf(store: Store): Collection<Account> {
  const accounts = store.collection<Account>('instagram-accounts');
  for (const one of seeded) if (!accounts.get(one.id)) accounts.put(one);
  return accounts;
}

/** The account of a username; a new one gets a creator account. Undefined for an invalid username. */
export function accountFor(store: Store, username: string): Account | undefined {
  const accounts = accountsOf(store);
  if (!/^[a-z0-9._]{2,24}$/.test(username)) return undefined;
  return accounts.get(username) ?? accounts.put(account(username, username, 'MEDIA_CREATOR', 'creator account'));
}

function account(id: string, name: string, accountType: Account['accountType'], note: string): Account {
  const number = String(BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 16)}`)).padStart(16, '0');
  return {
    id,
    userId: `178414${number.slice(0, 11)}`,
    scopedId: `29${number.slice(0, 15)}`,
    name,
    accountType,
    isRestricted: false,
    note,
  };
}
