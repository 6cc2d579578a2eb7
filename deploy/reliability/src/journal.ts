import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EmulatedPlatform as Platform,
  platformProviders,
  emulatedPlatforms as platforms,
} from '@reelwright/sandbox/platforms';
import type { Provider, StackUrls } from './people.ts';

/** One effect at a provider. The sandbox writes and syncs it before it responds, and keeps it over restarts. */
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
  /** The first line of its caption, which identifies it. */
  readonly captionLine: string;
  /** Every id that the ledger may have for it: the post's, the upload's, the container's. */
  readonly ids: readonly string[];
  readonly at: Date;
  readonly realAt: Date;
}

/** A fault that a chaos switch injected. */
export interface Fault {
  readonly provider: Provider;
  /** `rate429`, `error5xx`, `timeoutAfterSuccess`, `refusal`, `revokedToken`, `brokenUpload` … */
  readonly kind: string;
  /** The post, upload, container or grant that it hit, or the call's `METHOD path`. */
  readonly about: string;
  readonly at: Date;
}

/**
 * Reads the journal from disk, oldest entry first, which also works while the sandbox is unavailable. A last line that is still
 * being written is left out.
 */
export function readJournal({ home }: { readonly home: string }): JournalEntry[] {
  const lines = readFileSync(join(home, 'data/sandbox/journal.jsonl'), 'utf8').split('\n');
  lines.pop();
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as JournalEntry);
}

/** The same from a sandbox whose disk is elsewhere. */
export async function fetchJournal({ sandboxUrl }: Pick<StackUrls, 'sandboxUrl'>): Promise<JournalEntry[]> {
  const response = await fetch(`${sandboxUrl}/api/journal`);
  return ((await response.json()) as { entries: JournalEntry[] }).entries;
}

export function acceptedPosts(journal: readonly JournalEntry[]): AcceptedPost[] {
  return journal.flatMap((entry) => {
    const platform = platforms.find((one) => platformProviders[one] === entry.provider);
    if (entry.act !== 'post-published' || !platform) return [];
    const { postId, containerId } = entry.detail ?? {};
    return [
      {
        platform,
        account: entry.account,
        // YouTube's entry has the title, which is the caption's first line.
        captionLine: firstLine(entry.caption ?? entry.key ?? ''),
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

/** Revoked consents with their instants. `account` is the name or address that the person signs in with there. */
export function endedGrants(journal: readonly JournalEntry[]): { provider: Provider; account: string; at: Date }[] {
  return journal
    .filter(({ act }) => act === 'grant-revoked')
    .map(({ provider, account, key, at }) => ({ provider, account: key ?? account, at: new Date(at) }));
}

/** The videos that were delivered to Drive folders, each with its user. */
export function deliveredFiles(journal: readonly JournalEntry[]): { userId: string; name: string; sha256: string }[] {
  return journal
    .filter(({ provider, act }) => provider === 'google' && act === 'file-created')
    .map(({ detail = {}, key, sha256 }) => {
      const { appProperties } = detail as { appProperties?: { userId?: string } };
      return { userId: appProperties?.userId ?? '', name: key ?? '', sha256: sha256 ?? '' };
    });
}

/** Payments that were charged more than once, found by the key of the charge. */
export function doubledCharges(journal: readonly JournalEntry[]): string[] {
  const charges = journal.filter(({ provider, act, key }) => provider === 'stripe' && act === 'charge' && key);
  return [...Map.groupBy(charges, ({ account, key }) => `${key} of ${account}`)]
    .filter(([, of]) => of.length > 1)
    .map(([name, of]) => `${name} was charged ${of.length} times`);
}

export const firstLine = (text: string): string => (text.split('\n')[0] ?? '').trim();
