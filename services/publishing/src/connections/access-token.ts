import type { Clock } from '@reelwright/clock';
import type { PostCause } from '@reelwright/product';
import type { TokenCipher } from '@reelwright/token-cipher';
import type { Kysely } from 'kysely';
import { isUnavailable, meaningOf } from '../causes/causes.ts';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import type { Login, Tokens } from '../platforms/login.ts';
import { codeOfFailure } from '../platforms/outcomes.ts';
import type { Platform } from '../platforms/platform.ts';
import { ProviderRefusal } from '../platforms/provider-call.ts';
import { definitions } from '../platforms/registry.ts';
import { changeConnection, requireReconnect } from './change-connection.ts';
import type { ConnectionListener } from './connection-change.ts';
import { getConnection, leaseConnection, lockConnectionById, releaseConnection } from './connections.repository.ts';
import { aadOf, storedTokens } from './stored-tokens.ts';
import { endOf, nextActionTime } from './token-times.ts';

export interface TokenDeps extends ConnectionListener {
  readonly db: Kysely<PublishingDatabase>;
  readonly cipher: TokenCipher;
  readonly clock: Clock;
  readonly logins: Readonly<Record<Platform, Login>>;
}

/** The connection can't be used: it was marked with a cause that people see, or it no longer exists. */
export class ConnectionUnusable extends Error {
  constructor(platform: Platform) {
    super(`the ${platform} connection needs its owner`);
    this.name = 'ConnectionUnusable';
  }
}

const LEASE_MS = 40_000;
const WAIT_MS = 100;

/**
 * A connection with valid tokens; they are refreshed first if they expire soon.
 * @param rejected the token version that a provider has just refused; these tokens are replaced whatever their age
 * @throws ConnectionUnusable, Unreachable, ProviderRefusal
 */
export async function freshConnection(
  deps: TokenDeps,
  connection: ConnectionRow,
  rejected?: number,
): Promise<ConnectionRow> {
  const login = deps.logins[connection.platform];
  if (connection.state !== 'connected') throw new ConnectionUnusable(connection.platform);
  if (hasExpired(deps, connection)) return markBroken(deps, connection, 'ACCESS_EXPIRED');
  const refreshAt = login.refreshAt(storedTokens(deps.cipher, connection));
  const due = connection.token_version === rejected || (refreshAt !== undefined && refreshAt <= deps.clock.real());
  return due ? refreshConnection(deps, connection) : connection;
}

/**
 * Refreshes under a lease on the row, one process at a time, because some providers revoke the old pair when they
 * answer. The new pair is committed before it is used. A caller that waited for another process uses its result,
 * without a call of its own.
 */
export async function refreshConnection(deps: TokenDeps, expiring: ConnectionRow): Promise<ConnectionRow> {
  const { db, clock } = deps;
  const login = deps.logins[expiring.platform];
  const deadline = clock.real().getTime() + 2 * LEASE_MS;
  let otherLease: number | undefined;
  for (;;) {
    const current = await getConnection(db, expiring.id);
    if (current.state !== 'connected') throw new ConnectionUnusable(current.platform);
    if (current.token_version !== expiring.token_version) return current;
    if (hasExpired(deps, current)) return markBroken(deps, current, 'ACCESS_EXPIRED');
    if (!login.refresh) return markBroken(deps, current, 'TOKEN_REJECTED');
    const otherFailed = otherLease === current.lease_token && current.leased_until === null;
    if (otherFailed) return untilExpiry(deps, current, notRefreshed(current));
    const leased = await leaseConnection(db, current, LEASE_MS);
    if (leased) return exchange(deps, leased, login.refresh);
    otherLease = (await getConnection(db, expiring.id)).lease_token;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    if (clock.real().getTime() > deadline) {
      throw new ProviderRefusal(definitions[expiring.platform].errors, '', 503, {
        detail: 'another process is still refreshing these tokens',
      });
    }
  }
}

/** Ends the connection if its owner's consent has expired, without asking the provider. */
export async function endIfExpired(deps: TokenDeps, connection: ConnectionRow): Promise<boolean> {
  if (!hasExpired(deps, connection)) return false;
  await markBroken(deps, connection, 'ACCESS_EXPIRED').catch(() => undefined);
  return true;
}

const hasExpired = ({ logins, clock }: TokenDeps, connection: ConnectionRow): boolean => {
  const end = endOf(logins[connection.platform], connection);
  return end !== undefined && end <= clock.real();
};

async function exchange(
  deps: TokenDeps,
  connection: ConnectionRow,
  refresh: NonNullable<Login['refresh']>,
): Promise<ConnectionRow> {
  const stored = storedTokens(deps.cipher, connection);
  let tokens: Tokens;
  try {
    tokens = await refresh(stored);
  } catch (error) {
    await releaseConnection(deps.db, connection);
    const code = error instanceof ProviderRefusal ? codeOfFailure(error) : undefined;
    if (code && meaningOf(code).connection) return markBroken(deps, connection, code);
    return untilExpiry(deps, connection, code && !isUnavailable(code) ? notRefreshed(connection, error) : error);
  }
  return (
    (await storeTokens(deps, connection, { ...stored, ...tokens })) ??
    usable(await getConnection(deps.db, connection.id))
  );
}

/** The reason of a refused refresh is not shown as the cause of the post that needed it. */
function notRefreshed({ platform }: ConnectionRow, cause?: unknown): ProviderRefusal {
  return new ProviderRefusal(definitions[platform].errors, '', 503, {
    detail: `not refreshed: ${cause ?? 'another process tried'}`,
  });
}

/** The old token may still be valid, so an outage of the provider stops nothing before the token expires. */
function untilExpiry(deps: TokenDeps, connection: ConnectionRow, error: unknown): ConnectionRow {
  if (connection.access_expires_at && connection.access_expires_at > deps.clock.real()) return connection;
  throw error;
}

/**
 * Replaces the tokens that the new ones were requested with. Undefined if others have replaced them meanwhile. Of two
 * calls that overlapped, the provider may have refused the second because of the first: tokens that arrive late then
 * are the ones that work, and revive the connection.
 */
async function storeTokens(
  deps: TokenDeps,
  { id, platform, token_version: tokenVersion }: ConnectionRow,
  tokens: Tokens,
): Promise<ConnectionRow | undefined> {
  const { cipher, clock } = deps;
  const issuedAt = clock.real();
  return deps.db.transaction().execute(async (trx) => {
    const current = await lockConnectionById(trx, id);
    if (!current) return undefined;
    const columns = {
      access_token: cipher.encrypt(tokens.accessToken, aadOf(id, 'access_token')),
      ...(tokens.refreshToken && { refresh_token: cipher.encrypt(tokens.refreshToken, aadOf(id, 'refresh_token')) }),
      access_expires_at: tokens.accessExpiresAt ?? null,
      refresh_expires_at: tokens.refreshExpiresAt ?? null,
      issued_at: issuedAt,
      next_action_at: nextActionTime(deps.logins[platform], { ...tokens, issuedAt }, id),
    };
    const event = { type: 'refreshed' as const, tokenVersion, tokens: columns };
    const changed = await changeConnection(trx, deps, current, event, clock.now());
    return changed === current ? undefined : changed;
  });
}

/**
 * Marks the connection as one that only its owner can repair.
 * @returns the current connection, if its tokens were replaced meanwhile and it still works
 * @throws ConnectionUnusable
 */
async function markBroken(deps: TokenDeps, connection: ConnectionRow, cause: PostCause): Promise<ConnectionRow> {
  const { id, token_version: tokenVersion } = connection;
  await requireReconnect(deps, { id, tokenVersion, cause, now: deps.clock.now() });
  return usable(await getConnection(deps.db, connection.id));
}

function usable(connection: ConnectionRow): ConnectionRow {
  if (connection.state !== 'connected') throw new ConnectionUnusable(connection.platform);
  return connection;
}
