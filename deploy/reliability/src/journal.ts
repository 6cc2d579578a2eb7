import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Platform, platforms } from '@reelwright/product';
import type { Provider } from './people.ts';

/** One thing a provider really did: written and synced before it answered, kept over restarts. */
export interface JournalEntry {
  /** Product time, RFC 3339. */
  readonly at: string;
  /** Real time, RFC 3339. */
  readonly realAt: string;
  readonly provider: Provider;
  readonly act: string;
  readonly account: string;
  readonly id: string;
  readonly sha256?: string;
  readonly caption?: string;
  readonly key?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A post a platform accepted. */
export interface AcceptedPost {
  readonly platform: Platform;
  /** The account, channel or Page it is on. */
  readonly account: string;
  /** First line of its words: what it is recognised by. */
  readonly words: string;
  /** Every id the ledger may know it by: the post's, the upload's, the container's. */
  readonly ids: readonly string[];
  readonly at: Date;
  readonly realAt: Date;
}

/** A fault the chaos switches put in. */
export interface Fault {
  readonly provider: Provider;
  /** `rate429`, `error5xx`, `timeoutAfterSuccess`, `refusal`, `revokedToken`, `brokenUpload` … */
  readonly kind: string;
  /** The post, upload, container or grant it struck, or the call's `METHOD path`. */
  readonly about: string;
  readonly at: Date;
}

/**
 * The journal as it lies on disk, oldest first: it can be read while the sandbox is away. A last line that is still
 * being written is left out.
 */
export function readJournal({ home }: { readonly home: string }): JournalEntry[] {
  const lines = readFileSync(join(home, 'data/sandbox/journal.jsonl'), 'utf8').split('\n');
  lines.pop();
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as JournalEntry);
}

/** Who plays the platform in the sandbox. */
export const PROVIDER_OF: Readonly<Record<Platform, Provider>> = {
  tiktok: 'tiktok',
  youtube: 'google',
  facebook: 'facebook',
  instagram: 'instagram',
};

export function acceptedPosts(journal: readonly JournalEntry[]): AcceptedPost[] {
  return journal.flatMap((entry) => {
    const platform = platforms.find((one) => PROVIDER_OF[one] === entry.provider);
    if (entry.act !== 'post-published' || !platform) return [];
    const { postId, containerId } = entry.detail ?? {};
    return [
      {
        platform,
        account: entry.account,
        // YouTube's entry names the title, which is the caption's first line.
        words: firstLine(entry.caption ?? entry.key ?? ''),
        ids: [entry.id, postId, containerId].filter((id) => id !== undefined).map(String),
        at: new Date(entry.at),
        realAt: new Date(entry.realAt),
      },
    ];
  });
}

export function faultsIn(journal: readonly JournalEntry[]): Fault[] {
  return journal
    .filter(({ act }) => act === 'fault')
    .map(({ provider, id, key, at }) => ({ provider, kind: id, about: key ?? '', at: new Date(at) }));
}

/** Consents that ended, with the instant. `account` is what the person signs in with there: a name, or an address. */
export function endedGrants(journal: readonly JournalEntry[]): { provider: Provider; account: string; at: Date }[] {
  return journal
    .filter(({ act }) => act === 'grant-revoked')
    .map(({ provider, account, key, at }) => ({ provider, account: key ?? account, at: new Date(at) }));
}

/** The videos put into Drive folders, each with the user it belongs to. */
export function deliveredFiles(journal: readonly JournalEntry[]): { userId: string; name: string; sha256: string }[] {
  return journal
    .filter(({ provider, act }) => provider === 'google' && act === 'file-created')
    .map(({ detail = {}, key, sha256 }) => {
      const { appProperties } = detail as { appProperties?: { userId?: string } };
      return { userId: appProperties?.userId ?? '', name: key ?? '', sha256: sha256 ?? '' };
    });
}

/** What somebody was charged for twice: by the key of what was paid. */
export function doubledCharges(journal: readonly JournalEntry[]): string[] {
  const charges = journal.filter(({ provider, act, key }) => provider === 'stripe' && act === 'charge' && key);
  return [...Map.groupBy(charges, ({ account, key }) => `${key} of ${account}`)]
    .filter(([, of]) => of.length > 1)
    .map(([name, of]) => `${name} was charged ${of.length} times`);
}

export const firstLine = (text: string): string => (text.split('\n')[0] ?? '').trim();
