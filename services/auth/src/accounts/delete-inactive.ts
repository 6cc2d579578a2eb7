import type { BillingServiceClient } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import type { Logger } from '@reelwright/logger';
import { type Kysely, sql } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { lockUser } from '../users/user.repository.ts';
import { type DeleteAccountDeps, eraseAccount, evictDeleted } from './delete-account.ts';

export interface DeleteInactiveDeps extends DeleteAccountDeps {
  readonly billing: Pick<GrpcClient<BillingServiceClient>, 'getEntitlement'>;
  readonly logger: Logger;
}

const BATCH = 100;
const DEADLINE_MS = 2_000;

/**
 * Deletes accounts that were not used for five years (privacy policy), in the way their owners would. An account with a
 * paid plan stays. If billing does not respond, the account is checked again an hour later.
 */
export async function deleteInactive(deps: DeleteInactiveDeps): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  for (let after = 0; ; ) {
    const ids = await findInactive(db, now, after);
    for (const id of ids) {
      after = id;
      if (!(await isFree(deps, String(id)))) continue;
      await deleteIfStillInactive(deps, id, now);
    }
    if (ids.length < BATCH) return;
  }
}

async function isFree({ billing, logger }: DeleteInactiveDeps, userId: string): Promise<boolean> {
  try {
    const { tier, status } = await billing.getEntitlement({ userId }, { timeoutMs: DEADLINE_MS });
    return tier === 'free' && status === 'none';
  } catch (error) {
    logger.warn({ err: error, userId }, 'an unused account is not deleted yet: its plan is not known');
    return false;
  }
}

const UNUSED = sql`coalesce(last_active_at, created_at)`;

async function findInactive(db: Kysely<AuthDatabase>, now: Date, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users
     where ${UNUSED} < ${now}::timestamptz - interval '5 years' and id > ${after}
     order by id limit ${BATCH}`.execute(db);
  return rows.map(({ id }) => id);
}

async function deleteIfStillInactive(deps: DeleteInactiveDeps, id: number, now: Date): Promise<void> {
  const deleted = await deps.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, id);
    // It may have been used while billing was called.
    const { rows } = await sql`
      select 1 from users where id = ${id} and ${UNUSED} < ${now}::timestamptz - interval '5 years'`.execute(trx);
    return user && rows.length > 0 ? eraseAccount(trx, deps.store, user, { reason: 'inactive', now }) : undefined;
  });
  if (!deleted) return;
  evictDeleted(deps, deleted);
  deps.logger.info({ userId: String(id) }, 'an account that was not used for five years is deleted');
}
