import { AppError } from '@reelwright/errors';
import { isSchemaBehind } from '@reelwright/postgres';
import type { Kysely } from 'kysely';

const CHECK_EVERY_MS = 1_000;

/**
 * Rejects while the database lacks a migration that this code needs. Once it had them, it is not asked again: readiness
 * does not depend on the database being reachable, which would take all replicas out at once.
 */
export function createSchemaCheck<Tables>(db: Kysely<Tables>, migrations: string): () => Promise<void> {
  let checked: Promise<void> | undefined;
  let checkedAt = 0;
  async function check(): Promise<void> {
    if (!(await isSchemaBehind(db as Kysely<unknown>, migrations))) return;
    throw new AppError('UNAVAILABLE', 'SCHEMA_BEHIND', 'The database has not been migrated to this release yet.');
  }
  let isCurrent = false;
  return () => {
    if (checked && (isCurrent || performance.now() - checkedAt < CHECK_EVERY_MS)) return checked;
    checkedAt = performance.now();
    checked = check().then(() => {
      isCurrent = true;
    });
    return checked;
  };
}
