import { randomUUID } from 'node:crypto';
import type { Clock } from '@reelwright/clock';
import type { TokenCipher } from '@reelwright/token-cipher';
import type { Transaction } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import type { Grant, Login } from '../platforms/login.ts';
import type { Platform } from '../platforms/platform.ts';
import { changeConnection } from './change-connection.ts';
import type { ConnectionListener } from './connection-change.ts';
import { addConnection, lockConnection } from './connections.repository.ts';
import { aadOf } from './stored-tokens.ts';
import { nextActionTime } from './token-times.ts';

/** Saves a new consent as the user's connection to a platform. Call it under the user's lock. */
export async function saveGrant(
  trx: Transaction<PublishingDatabase>,
  { cipher, clock, login, ...deps }: { cipher: TokenCipher; clock: Clock; login: Login } & ConnectionListener,
  { userId, platform, grant }: { userId: string; platform: Platform; grant: Grant },
): Promise<ConnectionRow> {
  const { tokens, account } = grant;
  const now = clock.now();
  const known = await lockConnection(trx, userId, platform);
  const connection = known ?? (await addConnection(trx, { id: randomUUID(), userId, platform, now }));
  const { id } = connection;
  const issuedAt = clock.real();
  const consent = {
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
    next_action_at: nextActionTime(login, { ...tokens, issuedAt }, id),
    choosePage: grant.choosePage === true,
  };
  return changeConnection(trx, deps, connection, { type: 'consented', consent }, now);
}
