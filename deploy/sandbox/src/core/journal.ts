import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import type { ProviderName } from './origins.ts';
import { linesOf, tailOf } from './tail.ts';

/** What a provider can really have done. One entry each, written when it happened, whether or not the caller heard of it. */
export type Act =
  | 'video-generated'
  | 'folder-created'
  | 'file-created'
  | 'file-changed'
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
 * provider answers, so a test can kill anything and still count what was done twice. Neither restart nor reset removes
 * it. Every thread writes to the one file and reads what all wrote. The first to open it cuts off a line torn by a kill.
 */
export function openJournal(directory: string, clock: Clock, { isFirst = true } = {}): Journal {
  const path = join(directory, 'journal.jsonl');
  const file = openSync(path, 'a+');
  if (isFirst) ftruncateSync(file, linesOf(readFileSync(path)).length);
  const entries: JournalEntry[] = [];
  const tail = tailOf<JournalEntry>(file, (entry) => entries.push(entry));
  return {
    record: (given) => {
      const entry: JournalEntry = { at: clock.now().toISOString(), realAt: clock.real().toISOString(), ...given };
      writeSync(file, `${JSON.stringify(entry)}\n`);
      fsyncSync(file);
      return entry;
    },
    read: (only = {}) => {
      tail.read();
      const wanted = Object.entries(only).filter(([, value]) => value !== undefined);
      return entries.filter((entry) => wanted.every(([field, value]) => entry[field as keyof JournalEntry] === value));
    },
    close: () => closeSync(file),
  };
}
