import type { PostCause } from '@reelwright/product';
import type { Transaction } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';

/**
 * A change of a connection, for the rows that depend on it.
 * - connected: the user gave a new consent, perhaps for another account.
 * - changed: a working connection got new settings, or a broken one works again.
 * - broken: only its owner can repair it; `cause` says why.
 * - disconnected: the user ended it here, or at the platform (`removedAtPlatform`).
 * - forgotten: its grant was revoked and its row is deleted.
 */
export type Change =
  | { readonly type: 'connected' | 'changed' | 'forgotten' }
  | { readonly type: 'broken'; readonly cause: PostCause }
  | { readonly type: 'disconnected'; readonly removedAtPlatform: boolean };

/** The change, with the connection's row after it. */
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
