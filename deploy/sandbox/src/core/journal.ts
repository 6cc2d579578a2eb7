import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import type { ProviderName } from './origins.ts';

/** What a provider can really have done. One entry each, written when it happened, whether or not the caller heard of it. */
export type Act =
  | 'video-generated'
  | 'folder-created'
  | 'file-created'
  | 'file-deleted'
  | 'permission-granted'
  | 'post-published'
  | 'post-deleted'
  | 'charge'
  | 'refund'
  | 'dispute'
  | 'subscription-changed'
  | 'grant-revoked'
  /** The chaos switches put a fault in; `id` is its name, `key` what it struck. */
  | 'fault';

export interface JournalEntry {
  /** Product time, RFC 3339. */
  at: string;
  /** Real time, RFC 3339. */
  realAt: string;
  provider: ProviderName;
  act: Act;
  /** The account it happened to: a channel, a page, a customer, a Drive owner. */
  account: string;
  /** The provider's id of what came of it. */
  id: string;
  /** Hash of the bytes, where there are some. */
  sha256?: string;
  /** The words that went out with a post. */
  caption?: string;
  /** What the caller sent to tell its own things apart: an idempotency key, an app property, a title. */
  key?: string;
  detail?: Record<string, unknown>;
}

export interface Journal {
  record(entry: Omit<JournalEntry, 'at' | 'realAt'>): JournalEntry;
  /** Entries from the first on, narrowed by any field given. */
  read(only?: Partial<Pick<JournalEntry, 'provider' | 'act' | 'account' | 'id'>>): JournalEntry[];
  close(): void;
}

/**
 * Opens the record of what the providers really did. It is only ever appended to and each entry is on disk before the
 * provider answers, so a test can kill anything and still count what was done twice. Neither restart nor reset removes it.
 */
export function openJournal(directory: string, clock: Clock): Journal {
  const path = join(directory, 'journal.jsonl');
  const entries = existing(path);
  const file = openSync(path, 'a');
  return {
    record: (given) => {
      const entry: JournalEntry = { at: clock.now().toISOString(), realAt: clock.real().toISOString(), ...given };
      writeSync(file, `${JSON.stringify(entry)}\n`);
      fsyncSync(file);
      entries.push(entry);
      return entry;
    },
    read: (only = {}) => {
      const wanted = Object.entries(only).filter(([, value]) => value !== undefined);
      return entries.filter((entry) => wanted.every(([field, value]) => entry[field as keyof JournalEntry] === value));
    },
    close: () => closeSync(file),
  };
}

/** Reads the entries there are and cuts off a last line torn by a kill. */
function existing(path: string): JournalEntry[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  if (complete.length < text.length) truncateSync(path, Buffer.byteLength(complete));
  return complete
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalEntry);
}
