import { createQueue, createWorker, type Worker } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import type { TableWatch } from '@reelwright/postgres';
import { sql } from 'kysely';
import { isAway } from '../causes/causes.ts';
import type { ConnectionRow } from '../database.ts';
import { codeOfFailure } from '../platforms/outcomes.ts';
import { ProviderRefusal } from '../platforms/provider-call.ts';
import { announceErasure } from '../users/deleted-users.ts';
import { lockUser } from '../users/user-lock.ts';
import { ConnectionUnusable, endIfOver, refreshConnection, storedTokens, type TokenDeps } from './access-token.ts';

const RETRY_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** At growing waits about a week. A grant that is not given back by then is forgotten here. */
const REVOKE_TRIES = 174;
const LEASE_MS = 60_000;

/** Refreshes tokens before they run out, marks what has run out all the same, and gives back the grants of people who left. Due by real time. */
export function connectionWorker(deps: TokenDeps & { logger: Logger; pollMs: number; watch: TableWatch }): Worker {
  const { db, clock, cipher, logins, logger, watch, onConnectionChange } = deps;

  async function refresh(connection: ConnectionRow): Promise<void> {
    // The claim holds the lease that refreshing needs.
    await db
      .updateTable('social_connections')
      .set({ leased_until: null })
      .where('id', '=', connection.id)
      .where('lease_token', '=', connection.lease_token)
      .execute();
    // Where nothing is refreshed the end is waited for, and a Page's own token may outlive it.
    if (!logins[connection.platform].refresh) {
      if (await endIfOver(deps, connection)) return;
      await next(connection, null);
      return;
    }
    try {
      await refreshConnection(deps, connection);
    } catch (error) {
      if (error instanceof ConnectionUnusable) return;
      logger.warn({ err: error, platform: connection.platform }, 'token not refreshed yet');
    }
    // Still due: the provider was away. A refreshed row has moved on and is left alone.
    await next(connection, new Date(clock.real().getTime() + RETRY_MS));
  }

  async function next({ id, token_version }: ConnectionRow, workAt: Date | null): Promise<void> {
    await db
      .updateTable('social_connections')
      .set({ work_at: workAt })
      .where('id', '=', id)
      .where('token_version', '=', token_version)
      .where('work_at', 'is not', null)
      .where('revoke_pending', '=', false)
      .execute();
  }

  async function revoke(connection: ConnectionRow): Promise<void> {
    const mine = db
      .updateTable('social_connections')
      .where('id', '=', connection.id)
      .where('lease_token', '=', connection.lease_token);
    try {
      const held = storedTokens(cipher, connection);
      if (held.accessToken && !(await isShared(connection))) {
        await logins[connection.platform].revoke({ ...held, providerUserId: connection.provider_user_id ?? '' });
      }
    } catch (error) {
      const tries = connection.revoke_tries + 1;
      const isRefused = error instanceof ProviderRefusal && !isAway(codeOfFailure(error));
      if (!isRefused && tries < REVOKE_TRIES) {
        logger.warn({ err: error, platform: connection.platform }, 'grant not given back yet');
        const wait = Math.min(RETRY_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
        const workAt = new Date(clock.real().getTime() + wait);
        await mine.set({ revoke_tries: tries, work_at: workAt, leased_until: null }).execute();
        return;
      }
      logger.error(
        { err: error, platform: connection.platform, connectionId: connection.id },
        'grant not given back; it may live on at the platform, our copy is deleted',
      );
    }
    if (connection.erase_pending) {
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, connection.user_id);
        const gone = await trx
          .deleteFrom('social_connections')
          .where('id', '=', connection.id)
          .where('lease_token', '=', connection.lease_token)
          .returning('id')
          .executeTakeFirst();
        if (!gone) return;
        await onConnectionChange(trx, { type: 'forgotten', connection }, clock.now());
        await announceErasure(trx, connection.user_id, clock.now());
      });
      return;
    }
    await mine
      .set({
        access_token: null,
        refresh_token: null,
        post_token: null,
        revoke_pending: false,
        work_at: null,
        leased_until: null,
      })
      .execute();
  }

  /** Platforms end a grant for the person, not for one of our users: another user may post with it. */
  async function isShared({ id, platform, provider_user_id }: ConnectionRow): Promise<boolean> {
    if (!provider_user_id) return false;
    const other = await db
      .selectFrom('social_connections')
      .select('id')
      .where('platform', '=', platform)
      .where('provider_user_id', '=', provider_user_id)
      .where('id', '<>', id)
      .where('state', '<>', 'disconnected')
      .limit(1)
      .executeTakeFirst();
    return other !== undefined;
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
      due: 'work_at',
      where: sql`revoke_pending or state = 'connected'`,
      now: clock.real,
      leaseMs: LEASE_MS,
    }),
    run: (connection) => (connection.revoke_pending ? revoke(connection) : refresh(connection)),
  });
}
