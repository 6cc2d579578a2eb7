import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import {
  type DeletionReason,
  hashReceiptCode,
  type Receipt,
  type ReportedItem,
  readReported,
  SERVICES,
} from './receipt.ts';

/** Opens a receipt with an unfinished part for every service. */
export async function openReceipt(
  trx: Transaction<AuthDatabase>,
  receipt: { code: string; userId: string; reason: DeletionReason; now: Date },
): Promise<void> {
  const codeHash = hashReceiptCode(receipt.code);
  await trx
    .insertInto('account_deletions')
    .values({ code_hash: codeHash, user_id: receipt.userId, reason: receipt.reason, requested_at: receipt.now })
    .execute();
  await trx
    .insertInto('account_deletion_parts')
    .values(SERVICES.map((service) => ({ code_hash: codeHash, service })))
    .execute();
}

/**
 * Stores what a service has erased; a repeated call changes nothing. The last part closes the receipt and removes the
 * user's id from it.
 */
export async function finishPart(
  trx: Transaction<AuthDatabase>,
  part: { userId: string; service: string; erased: readonly ReportedItem[]; at: Date },
): Promise<void> {
  const receipt = await trx
    .selectFrom('account_deletions')
    .select('code_hash')
    .where('user_id', '=', part.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!receipt) return;
  await trx
    .updateTable('account_deletion_parts')
    .set({ finished_at: part.at, erased: JSON.stringify(part.erased) })
    .where('code_hash', '=', receipt.code_hash)
    .where('service', '=', part.service)
    .where('finished_at', 'is', null)
    .execute();
  const openPart = await trx
    .selectFrom('account_deletion_parts')
    .select('service')
    .where('code_hash', '=', receipt.code_hash)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (openPart) return;
  await trx
    .updateTable('account_deletions')
    .set({ finished_at: part.at, user_id: null })
    .where('code_hash', '=', receipt.code_hash)
    .execute();
}

export async function findReceipt(db: Kysely<AuthDatabase>, code: string): Promise<Receipt | undefined> {
  const codeHash = hashReceiptCode(code);
  const row = await db
    .selectFrom('account_deletions')
    .select(['requested_at', 'finished_at'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  if (!row) return undefined;
  const parts = await db
    .selectFrom('account_deletion_parts')
    .select(['service', 'finished_at', 'erased'])
    .where('code_hash', '=', codeHash)
    .execute();
  const order = (service: string) => SERVICES.findIndex((known) => known === service);
  return {
    requestedAt: row.requested_at,
    finishedAt: row.finished_at,
    parts: parts
      .sort((a, b) => order(a.service) - order(b.service))
      .map(({ service, finished_at: finishedAt, erased }) => ({ service, finishedAt, erased: readReported(erased) })),
  };
}

/** The deletion of this user, while services have not finished it. */
export async function findOpenDeletion(
  db: Kysely<AuthDatabase>,
  userId: string,
): Promise<{ requestedAt: Date; unfinished: string[] } | undefined> {
  const { rows } = await sql<{ requestedAt: Date; unfinished: string[] }>`
    select d.requested_at as "requestedAt", array_agg(p.service order by p.service) as unfinished
      from account_deletions d join account_deletion_parts p using (code_hash)
     where d.user_id = ${userId} and p.finished_at is null
     group by d.code_hash`.execute(db);
  return rows[0];
}

/** Receipts are kept for twelve months. */
export async function pruneReceipts(db: Kysely<AuthDatabase>, now: Date): Promise<void> {
  await sql`delete from account_deletions where requested_at < ${now}::timestamptz - interval '12 months'`.execute(db);
}

/** Services that have not finished a deletion for a week, each with the number of deletions that wait for it. */
export async function findLateServices(
  db: Kysely<AuthDatabase>,
  now: Date,
): Promise<{ service: string; count: number }[]> {
  const { rows } = await sql<{ service: string; count: number }>`
    select p.service, count(*)::int as count
      from account_deletion_parts p join account_deletions d using (code_hash)
     where p.finished_at is null and d.requested_at < ${now}::timestamptz - interval '7 days'
     group by p.service order by p.service`.execute(db);
  return rows;
}
