import type { Transaction } from 'kysely';
import type { CauseCode } from '../causes/causes.ts';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';

/**
 * What changed for those that depend on a connection.
 * - connected: its user gave a new consent, perhaps for another account.
 * - changed: a connection that works was set up further, or works again.
 * - broken: only its owner can repair it, because of `cause`.
 * - disconnected: its user ended it, or the platform did (`removedAtPlatform`).
 * - forgotten: its grant was given back and its row is deleted.
 */
export type Change =
  | { readonly type: 'connected' | 'changed' | 'forgotten' }
  | { readonly type: 'broken'; readonly cause: CauseCode }
  | { readonly type: 'disconnected'; readonly removedAtPlatform: boolean };

/** The change with the connection's row as it is then. */
export type ConnectionChange = Change & { readonly connection: ConnectionRow };

/** Brings what depends on a connection in line with it. Called in the transaction that changed the row. */
export type OnConnectionChange = (
  trx: Transaction<PublishingDatabase>,
  change: ConnectionChange,
  now: Date,
) => Promise<void>;

export interface ConnectionListener {
  readonly onConnectionChange: OnConnectionChange;
}
