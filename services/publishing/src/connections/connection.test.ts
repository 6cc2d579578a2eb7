import type { ConnectionRow } from '../database.ts';
import { type ConnectionEvent, transition } from './connection.ts';

const now = new Date('2026-11-21T12:00:00Z');
const real = new Date('2026-11-20T08:00:00Z');
const connected: ConnectionRow = {
  id: '6f6e2f2c-0000-4000-8000-000000000000',
  user_id: 'u1',
  platform: 'tiktok',
  state: 'connected',
  cause: null,
  account_id: 'a1',
  account_name: 'Ada',
  provider_user_id: 'p1',
  app_user_id: null,
  access_token: 'old access',
  refresh_token: 'old refresh',
  post_token: null,
  access_expires_at: null,
  refresh_expires_at: null,
  issued_at: real,
  scopes: [],
  settings: { tiktok: { privacyLevel: 'SELF_ONLY', allowComment: false, allowDuet: false, allowStitch: false } },
  grant_number: 3,
  token_version: 7,
  next_action_at: real,
  announced_end: null,
  revoke_pending: false,
  erase_pending: false,
  revoke_tries: 0,
  lease_token: 9,
  leased_until: real,
  revision: 20,
  updated_at: real,
};
const broken: ConnectionRow = { ...connected, state: 'needs_reconnect', cause: 'TOKEN_REJECTED', next_action_at: null };
const leaving: ConnectionRow = { ...connected, state: 'disconnected', revoke_pending: true };

const tokens = {
  access_token: 'new access',
  access_expires_at: now,
  refresh_expires_at: null,
  issued_at: now,
  next_action_at: now,
};
const consent = {
  ...tokens,
  refresh_token: 'new refresh',
  account_id: 'a1',
  account_name: 'Ada',
  provider_user_id: 'p1',
  app_user_id: null,
  post_token: null,
  scopes: ['publish'],
  choosePage: false,
};
const end = { type: 'disconnected', erase: false, removedAtPlatform: false, real } as const;
const refreshed: ConnectionEvent = { type: 'refreshed', tokenVersion: 7, tokens };
const refused: ConnectionEvent = { type: 'broken', tokenVersion: 7, cause: 'TOKEN_REJECTED' };
const recalled = (state: string, revision: number): ConnectionEvent => ({ type: 'recalled', state, revision, real });
const unannounced = { announce: false };
const announced = (change: object) => ({ announce: true, change });

describe('transition', () => {
  test.each<[string, ConnectionRow, ConnectionEvent, Partial<ConnectionRow>, object]>([
    [
      'a consent for the same account keeps its settings, and makes a refresh that is under way stale',
      broken,
      { type: 'consented', consent },
      {
        state: 'connected',
        cause: null,
        settings: connected.settings,
        grant_number: 4,
        token_version: 8,
        lease_token: 10,
      },
      announced({ type: 'connected' }),
    ],
    [
      'a consent for another account begins without settings',
      connected,
      { type: 'consented', consent: { ...consent, account_id: 'a2' } },
      { state: 'connected', account_id: 'a2', settings: {}, revision: 21 },
      announced({ type: 'connected' }),
    ],
    [
      'a consent for several Pages waits for the choice of one',
      connected,
      { type: 'consented', consent: { ...consent, account_id: null, choosePage: true } },
      { account_id: null, settings: { choosePage: true } },
      announced({ type: 'connected' }),
    ],
    [
      'a consent ends the revocation of the earlier grant',
      { ...leaving, erase_pending: true, revoke_tries: 5 },
      { type: 'consented', consent },
      { state: 'connected', revoke_pending: false, erase_pending: false, revoke_tries: 0 },
      announced({ type: 'connected' }),
    ],
    [
      'a refresh is not announced, and keeps the refresh token if there is no new one',
      connected,
      refreshed,
      { access_token: 'new access', refresh_token: 'old refresh', token_version: 8, leased_until: null, revision: 20 },
      unannounced,
    ],
    [
      'tokens that arrive late revive a connection',
      broken,
      refreshed,
      { state: 'connected', cause: null, token_version: 8, revision: 21 },
      announced({ type: 'changed' }),
    ],
    [
      'a refused token needs its owner',
      connected,
      refused,
      { state: 'needs_reconnect', cause: 'TOKEN_REJECTED', next_action_at: null, revision: 21 },
      announced({ type: 'broken', cause: 'TOKEN_REJECTED' }),
    ],
    [
      'posts go to the Page that was chosen',
      { ...connected, settings: { choosePage: true } },
      { type: 'page_chosen', page: { id: 'g', name: 'Page', postToken: 'page token' } },
      { account_id: 'g', account_name: 'Page', post_token: 'page token', settings: {} },
      announced({ type: 'changed' }),
    ],
    [
      'a disconnection begins the revocation of the grant',
      connected,
      end,
      { state: 'disconnected', revoke_pending: true, erase_pending: false, next_action_at: real, token_version: 8 },
      announced({ type: 'disconnected', removedAtPlatform: false }),
    ],
    [
      'an erasure is kept when a disconnection follows it',
      { ...leaving, erase_pending: true },
      end,
      { erase_pending: true },
      announced({ type: 'disconnected', removedAtPlatform: false }),
    ],
    [
      'a failed revocation is tried again later',
      leaving,
      { type: 'revocation_delayed', until: now },
      { revoke_pending: true, revoke_tries: 1, next_action_at: now, leased_until: null },
      unannounced,
    ],
    [
      'a revocation deletes the tokens',
      leaving,
      { type: 'revoked' },
      { access_token: null, refresh_token: null, revoke_pending: false, next_action_at: null },
      unannounced,
    ],
    [
      'a revocation deletes the row of a person who is to be erased',
      { ...leaving, erase_pending: true },
      { type: 'revoked' },
      {},
      { announce: false, change: { type: 'forgotten' }, remove: true },
    ],
    ['an announcement restores the revision', connected, recalled('connected', 25), { revision: 25 }, unannounced],
    [
      'an announced disconnection is applied again',
      connected,
      recalled('disconnected', 25),
      { state: 'disconnected', revision: 26 },
      announced({ type: 'disconnected', removedAtPlatform: false }),
    ],
  ])('%s', (_name, before, event, columns, effects) => {
    const after = transition(before, event, now);
    expect(after.connection).toMatchObject(columns);
    expect(after.effects).toEqual(effects);
    expect(after.connection.updated_at).toEqual(after.effects.announce ? now : real);
  });

  test.each<[string, ConnectionRow, ConnectionEvent]>([
    ['tokens that answer to earlier ones', { ...connected, token_version: 8 }, refreshed],
    ['tokens that arrive after the disconnection', leaving, refreshed],
    ['a refusal of earlier tokens', { ...connected, token_version: 8 }, refused],
    ['a second refusal', broken, refused],
    ['a refusal after the disconnection', leaving, refused],
    ['an announcement with a known revision', connected, recalled('disconnected', 20)],
  ])('%s change nothing', (_name, before, event) => {
    const { connection, effects } = transition(before, event, now);
    expect(connection).toBe(before);
    expect(effects).toEqual(unannounced);
  });
});
