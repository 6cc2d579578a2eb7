import { randomUUID } from 'node:crypto';
import type { Clock } from '@reelwright/clock';
import type { TokenCipher } from '@reelwright/token-cipher';
import type { Transaction } from 'kysely';
import type { ConnectionRow, ConnectionSettings, PublishingDatabase } from '../database.ts';
import type { Grant, Login } from '../platforms/login.ts';
import type { Platform } from '../platforms/platform.ts';
import { aadOf, nextWorkAt } from './connection.ts';
import type { ConnectionListener } from './connection-change.ts';
import { announceConnection, lockConnection } from './connections.repository.ts';

/**
 * Saves a new consent as the user's connection to a platform, and announces it. The same account keeps its settings;
 * another account starts without, so that no choice is carried over to an account it was not made for.
 */
export async function saveGrant(
  trx: Transaction<PublishingDatabase>,
  deps: { cipher: TokenCipher; clock: Clock; login: Login } & ConnectionListener,
  given: { userId: string; platform: Platform; grant: Grant },
): Promise<ConnectionRow> {
  const { cipher, clock, login } = deps;
  const { userId, platform, grant } = given;
  const { tokens, account } = grant;
  const known = await lockConnection(trx, userId, platform);
  const id = known?.id ?? randomUUID();
  const issuedAt = clock.real();
  const sameAccount = known !== undefined && account !== undefined && known.account_id === account.id;
  const settings: ConnectionSettings = sameAccount ? { ...known.settings } : {};
  if (grant.choosePage) settings.choosePage = true;
  else delete settings.choosePage;
  const values = {
    state: 'connected' as const,
    cause: null,
    account_id: account?.id ?? null,
    account_name: account?.name ?? null,
    provider_user_id: grant.providerUserId,
    app_user_id: grant.appUserId ?? null,
    access_token: cipher.encrypt(tokens.accessToken, aadOf(id, 'access_token')),
    refresh_token: tokens.refreshToken ? cipher.encrypt(tokens.refreshToken, aadOf(id, 'refresh_token')) : null,
    post_token: account?.token ? cipher.encrypt(account.token, aadOf(id, 'post_token')) : null,
    access_expires_at: tokens.accessExpiresAt ?? null,
    refresh_expires_at: tokens.refreshExpiresAt ?? null,
    issued_at: issuedAt,
    scopes: [...grant.scopes],
    settings: JSON.stringify(settings),
    work_at: nextWorkAt(login, { ...tokens, issuedAt }, id),
    revoke_pending: false,
    erase_pending: false,
    revoke_tries: 0,
    leased_until: null,
    updated_at: clock.now(),
  };
  const connection = await trx
    .insertInto('social_connections')
    .values({ id, user_id: userId, platform, ...values })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'platform']).doUpdateSet((eb) => ({
        ...values,
        grant_no: eb('social_connections.grant_no', '+', 1),
        token_version: eb('social_connections.token_version', '+', 1),
        lease_token: eb('social_connections.lease_token', '+', 1),
        revision: eb('social_connections.revision', '+', 1),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  await announceConnection(trx, connection, clock.now());
  await deps.onConnectionChange(trx, { type: 'connected', connection }, clock.now());
  return connection;
}
