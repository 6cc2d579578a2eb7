import { digits, token } from '../core/ids.ts';
import type { Collection, Store } from '../core/store.ts';
import { credentials } from '../credentials.ts';

export interface Channel {
  /** `UC` and 22 characters. */
  id: string;
  title: string;
  handle: string;
}

export interface Account {
  /** The account's `sub`, which stays the same when its e-mail changes. */
  id: string;
  email: string;
  emailVerified: boolean;
  givenName: string;
  familyName: string;
  channels: Channel[];
  /** Whether the account chooser offers it. */
  listed: boolean;
  /** Bytes of Drive storage. */
  driveQuota: number;
}

const fifteenGigabytes = 15 * 1024 ** 3;
const known = { emailVerified: true, listed: true, driveQuota: fifteenGigabytes };

const seeded: Account[] = [
  {
    ...known,
    id: '110169484474386276334',
    email: 'ada.marlow@example.com',
    givenName: 'Ada',
    familyName: 'Marlow',
    channels: [
      { id: 'UCadaMarlow0000000000001', title: 'Ada Marlow', handle: '@adamarlow' },
      { id: 'UCmarlowStudio0000000002', title: 'Marlow Studio', handle: '@marlowstudio' },
    ],
  },
  {
    ...known,
    id: '112233445566778899001',
    email: 'nico.bianchi@example.com',
    givenName: 'Nico',
    familyName: 'Bianchi',
    channels: [{ id: 'UCnicoBianchi00000000003', title: 'Nico Bianchi', handle: '@nicobianchi' }],
  },
  {
    ...known,
    id: '109876543210987654321',
    email: 'sam.nochannel@example.com',
    givenName: 'Sam',
    familyName: 'Without-Channel',
    channels: [],
  },
  {
    ...known,
    id: '105050505050505050505',
    email: 'mika.unverified@example.com',
    emailVerified: false,
    givenName: 'Mika',
    familyName: 'Unverified',
    channels: [],
  },
  {
    ...known,
    id: '100000000000000000001',
    email: credentials.google.operatorEmail,
    givenName: 'Reelwright',
    familyName: 'Studio',
    channels: [],
    listed: false,
  },
];

/** The accounts of this sandbox. Missing seeded ones are created again. */
export function accountsOf(store: Store): Collection<Account> {
  const accounts = store.collection<Account>('google-accounts');
  for (const account of seeded) if (!accounts.get(account.id)) accounts.put(account);
  return accounts;
}

export function fullName(account: Account): string {
  return `${account.givenName} ${account.familyName}`.trim();
}

/** The account of an e-mail address; a new address gets an account with one channel. Undefined for an invalid address. */
export function accountFor(accounts: Collection<Account>, email: string): Account | undefined {
  const address = email.trim().toLowerCase();
  const present = accounts.find((account) => account.email === address);
  const local = /^([^\s@]+)@[^\s@]+\.[^\s@]+$/.exec(address)?.[1];
  if (present || local === undefined) return present;
  const [first = local, ...rest] = local
    .split(/[._-]+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1));
  return accounts.put({
    ...known,
    id: digits(21),
    email: address,
    givenName: first,
    familyName: rest.join(' '),
    channels: [{ id: `UC${token(22)}`, title: [first, ...rest].join(' '), handle: `@${local}` }],
  });
}
