import type { PostCause } from '@reelwright/product';
import type { ConnectionRow, ConnectionSettings } from '../database.ts';
import type { Change } from './connection-change.ts';

/** What happens to a connection. Tokens are encrypted. */
export type ConnectionEvent =
  /** The user gave a consent, perhaps for another account. */
  | { readonly type: 'consented'; readonly consent: Consent }
  /** The provider replaced the tokens of this version. */
  | { readonly type: 'refreshed'; readonly tokenVersion: number; readonly tokens: RefreshedTokens }
  /** The tokens of this version can't be used any more; only the owner can repair that. */
  | { readonly type: 'broken'; readonly tokenVersion: number; readonly cause: PostCause }
  /** The user chose the Facebook Page that posts go to. */
  | { readonly type: 'page_chosen'; readonly page: Page }
  /** The user chose how TikTok shows the posts. */
  | { readonly type: 'tiktok_chosen'; readonly tiktok: NonNullable<ConnectionSettings['tiktok']> }
  | Disconnected
  /** The provider did not revoke the grant; it is asked again at this real time. */
  | { readonly type: 'revocation_delayed'; readonly until: Date }
  /** The grant was revoked, or no more tries are made. */
  | { readonly type: 'revoked' }
  /** A restored database has forgotten this announcement of the connection. */
  | { readonly type: 'recalled'; readonly state: string; readonly revision: number; readonly real: Date };

interface Disconnected {
  readonly type: 'disconnected';
  /** The row is deleted too, after the grant was revoked. */
  readonly erase: boolean;
  /** The user ended it at the platform. */
  readonly removedAtPlatform: boolean;
  readonly real: Date;
}

type TokenColumns = Pick<
  ConnectionRow,
  'access_token' | 'refresh_token' | 'access_expires_at' | 'refresh_expires_at' | 'issued_at' | 'next_action_at'
>;

/** If the refresh token is missing, the earlier one stays. */
type RefreshedTokens = Omit<TokenColumns, 'refresh_token'> & Partial<Pick<TokenColumns, 'refresh_token'>>;

type Consent = TokenColumns &
  Pick<ConnectionRow, 'account_id' | 'account_name' | 'provider_user_id' | 'app_user_id' | 'post_token' | 'scopes'> & {
    /** There are several Pages, and the user has to choose one. */
    readonly choosePage: boolean;
  };

interface Page {
  readonly id: string;
  readonly name: string;
  readonly postToken: string;
}

export interface Effects {
  /** People see a difference: the connection is announced. */
  readonly announce: boolean;
  /** Rows that depend on the connection follow this change. */
  readonly change?: Change;
  /** The row is deleted. */
  readonly remove?: boolean;
}

interface Transition {
  readonly connection: ConnectionRow;
  readonly effects: Effects;
}

/** Returns a connection after an event. Pure, and the only place that chooses its state. */
export function transition(connection: ConnectionRow, event: ConnectionEvent, now: Date): Transition {
  const { state, settings } = connection;
  switch (event.type) {
    case 'consented':
      return visibleChange(connection, afterConsent(connection, event.consent), now, { type: 'connected' });
    case 'refreshed': {
      if (state === 'disconnected' || connection.token_version !== event.tokenVersion) return unchanged(connection);
      const columns = {
        ...event.tokens,
        token_version: connection.token_version + 1,
        leased_until: null,
      };
      // Another request with the same tokens was refused, and this answer came late: these tokens work.
      if (state === 'needs_reconnect') {
        return visibleChange(connection, { ...columns, state: 'connected', cause: null }, now, { type: 'changed' });
      }
      return internalChange(connection, columns);
    }
    case 'broken': {
      if (state !== 'connected' || connection.token_version !== event.tokenVersion) return unchanged(connection);
      const { cause } = event;
      const columns = { state: 'needs_reconnect' as const, cause, next_action_at: null };
      return visibleChange(connection, columns, now, { type: 'broken', cause });
    }
    case 'page_chosen': {
      const { id, name, postToken } = event.page;
      const { choosePage: _, ...kept } = settings;
      const columns = { account_id: id, account_name: name, post_token: postToken, settings: kept };
      return visibleChange(connection, columns, now, { type: 'changed' });
    }
    case 'tiktok_chosen':
      return visibleChange(connection, { settings: { ...settings, tiktok: event.tiktok } }, now, { type: 'changed' });
    case 'disconnected':
      return disconnected(connection, event, now);
    case 'revocation_delayed': {
      const columns = { revoke_tries: connection.revoke_tries + 1, next_action_at: event.until, leased_until: null };
      return internalChange(connection, columns);
    }
    case 'revoked': {
      const tokens = { access_token: null, refresh_token: null, post_token: null };
      const { connection: after } = internalChange(connection, {
        ...tokens,
        revoke_pending: false,
        next_action_at: null,
        leased_until: null,
      });
      if (!connection.erase_pending) return { connection: after, effects: { announce: false } };
      return { connection: after, effects: { announce: false, change: { type: 'forgotten' }, remove: true } };
    }
    case 'recalled': {
      if (event.revision <= connection.revision) return unchanged(connection);
      const current = { ...connection, revision: event.revision };
      // Tokens from after the restore point are lost; the platform refuses the older ones when they are used.
      if (event.state !== 'disconnected' || state === 'disconnected') return internalChange(current, {});
      const { real } = event;
      return disconnected(current, { type: 'disconnected', erase: false, removedAtPlatform: false, real }, now);
    }
  }
}

/** The same account keeps its settings; another one starts without, so that no choice is transferred. */
function afterConsent(connection: ConnectionRow, { choosePage, ...columns }: Consent): Partial<ConnectionRow> {
  const isSameAccount = columns.account_id !== null && columns.account_id === connection.account_id;
  const { choosePage: _, ...kept } = isSameAccount ? connection.settings : {};
  return {
    ...columns,
    state: 'connected',
    cause: null,
    settings: { ...kept, ...(choosePage && { choosePage }) },
    revoke_pending: false,
    erase_pending: false,
    revoke_tries: 0,
    grant_number: connection.grant_number + 1,
    token_version: connection.token_version + 1,
    // A refresh that is under way must not write its tokens back.
    lease_token: connection.lease_token + 1,
    leased_until: null,
  };
}

function disconnected(
  connection: ConnectionRow,
  { erase, removedAtPlatform, real }: Disconnected,
  now: Date,
): Transition {
  const columns = {
    state: 'disconnected' as const,
    cause: null,
    revoke_pending: true,
    ...(erase && { erase_pending: true }),
    next_action_at: real,
    // A refresh that is under way must not write its tokens back.
    token_version: connection.token_version + 1,
    leased_until: null,
  };
  return visibleChange(connection, columns, now, { type: 'disconnected', removedAtPlatform });
}

/** A change that people see. */
function visibleChange(
  connection: ConnectionRow,
  columns: Partial<ConnectionRow>,
  now: Date,
  change: Change,
): Transition {
  return {
    connection: { ...connection, ...columns, revision: connection.revision + 1, updated_at: now },
    effects: { announce: true, change },
  };
}

function internalChange(connection: ConnectionRow, columns: Partial<ConnectionRow>): Transition {
  return { connection: { ...connection, ...columns }, effects: { announce: false } };
}

const unchanged = (connection: ConnectionRow): Transition => ({ connection, effects: { announce: false } });
