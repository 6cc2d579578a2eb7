import { createQueue, createWorker, type Worker } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import { isUnavailable } from '../causes/causes.ts';
import type { ConnectionRow } from '../database.ts';
import { codeOfFailure } from '../platforms/outcomes.ts';
import { ProviderRefusal } from '../platforms/provider-call.ts';
import { announceErasure } from '../users/deleted-users.ts';
import { lockUser } from '../users/user-lock.ts';
import { ConnectionUnusable, endIfExpired, refreshConnection, type TokenDeps } from './access-token.ts';
import { changeConnection } from './change-connection.ts';
import type { ConnectionEvent } from './connection.ts';
import { isGrantShared, lockLeasedConnection, releaseConnection, saveNextAction } from './connections.repository.ts';
import { storedTokens } from './stored-tokens.ts';

const RETRY_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** With growing waits, about a week. A grant that is not revoked by then is forgotten here. */
const REVOKE_TRIES = 174;
const LEASE_MS = 60_000;

/** Refreshes tokens before they expire, ends connections whose consent has expired, and revokes grants. Due by real time. */
export function connectionWorker(deps: TokenDeps & { logger: Logger; pollMs: number; watch: TableWatch }): Worker {
  const { db, clock, cipher, logins, logger, watch } = deps;

  async function refresh(connection: ConnectionRow): Promise<void> {
    // The claim holds the lease that refreshing needs.
    await releaseConnection(db, connection);
    // Without a refresh there is only the end to wait for; a Page's own token may outlive it.
    if (!logins[connection.platform].refresh) {
      if (await endIfExpired(deps, connection)) return;
      await saveNextAction(db, connection, null);
      return;
    }
    try {
      await refreshConnection(deps, connection);
    } catch (error) {
      if (error instanceof ConnectionUnusable) return;
      logger.warn({ err: error, platform: connection.platform }, 'token not refreshed yet');
    }
    // A row that is still due was not refreshed, because the provider did not answer. A refreshed row is left alone.
    await saveNextAction(db, connection, new Date(clock.real().getTime() + RETRY_MS));
  }

  async function revoke(connection: ConnectionRow): Promise<void> {
    try {
      const stored = storedTokens(cipher, connection);
      if (stored.accessToken && !(await isGrantShared(db, connection))) {
        await logins[connection.platform].revoke({ ...stored, providerUserId: connection.provider_user_id ?? '' });
      }
    } catch (error) {
      const tries = connection.revoke_tries + 1;
      const isRefused = error instanceof ProviderRefusal && !isUnavailable(codeOfFailure(error));
      if (!isRefused && tries < REVOKE_TRIES) {
        logger.warn({ err: error, platform: connection.platform }, 'grant not revoked yet');
        const wait = Math.min(RETRY_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
        await writeRevocation(connection, {
          type: 'revocation_delayed',
          until: new Date(clock.real().getTime() + wait),
        });
        return;
      }
      logger.error(
        { err: error, platform: connection.platform, connectionId: connection.id },
        'grant not revoked: it may stay valid at the platform, our copy is deleted',
      );
    }
    await writeRevocation(connection, { type: 'revoked' });
  }

  /** Writes the result of a revocation, if the lease is still ours. */
  async function writeRevocation(claimed: ConnectionRow, event: ConnectionEvent): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await lockUser(trx, claimed.user_id);
      const connection = await lockLeasedConnection(trx, claimed);
      if (!connection) return;
      const now = clock.now();
      await changeConnection(trx, deps, connection, event, now);
      if (event.type === 'revoked' && connection.erase_pending) await announceErasure(trx, connection.user_id, now);
    });
  }

  return createWorker({
    name: 'connection worker',
    logger,
    concurrency: 4,
    pollMs: deps.pollMs,
    watch,
    queue: createQueue<ConnectionRow>({
      db,
      table: 'social_connections',
      due: 'next_action_at',
      where: sql`revoke_pending or state = 'connected'`,
      now: clock.real,
      leaseMs: LEASE_MS,
    }),
    run: (connection) => (connection.revoke_pending ? revoke(connection) : refresh(connection)),
  });
}
