import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { linesOf, openLineFile } from './line-file.ts';
import type { ProviderName } from './origins.ts';

/** Effects at a provider. Each is one entry, written when it happens, whether or not the caller gets a response. */
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
  /** An injected fault. `id` is its name, `key` the object or call that it hit. */
  | 'fault';

export interface JournalEntry {
  /** Product time, RFC 3339. */
  at: string;
  /** Real time, RFC 3339. */
  realAt: string;
  provider: ProviderName;
  act: Act;
  /** The account: a channel, a Page, a customer, a Drive owner. */
  account: string;
  /** The provider's id of the result. */
  id: string;
  /** The hash of the bytes, if there are any. */
  sha256?: string;
  /** The caption of a post. */
  caption?: string;
  /** The caller's own key: an idempotency key, an app property, a title. */
  key?: string;
  detail?: Record<string, unknown>;
}

export interface Journal {
  record(entry: Omit<JournalEntry, 'at' | 'realAt'>): JournalEntry;
  /** The entries, oldest first, filtered by the given fields. */
  read(only?: Partial<Pick<JournalEntry, 'provider' | 'act' | 'account' | 'id'>>): JournalEntry[];
  close(): void;
}

/**
 * Opens the journal of the providers' effects, an append-only file that all threads share. Each entry is written before the
 * provider responds, so that effects can be counted after a kill. Restart and reset keep it. The first thread to open it
 * removes an incomplete last line.
 */
export function openJournal(directory: string, clock: Clock, { isFirst = true } = {}): Journal {
  const path = join(directory, 'journal.jsonl');
  if (isFirst && existsSync(path)) truncateSync(path, linesOf(readFileSync(path)).length);
  const entries: JournalEntry[] = [];
  const file = openLineFile<JournalEntry>(path, (entry) => entries.push(entry));
  return {
    record: (fields) => {
      const entry: JournalEntry = { at: clock.now().toISOString(), realAt: clock.real().toISOString(), ...fields };
      file.append(entry);
      return entry;
    },
    read: (only = {}) => {
      file.read();
      const conditions = Object.entries(only).filter(([, value]) => value !== undefined);
      return entries.filter((entry) =>
        conditions.every(([field, value]) => entry[field as keyof JournalEntry] === value),
      );
    },
    close: file.close,
  };
}
