import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@reelwright/errors';
import type { Component } from '@reelwright/lifecycle';
import type { Logger } from '@reelwright/logger';
import { isSchemaBehind } from '@reelwright/postgres';
import type { Kysely } from 'kysely';

const CHECK_EVERY_MS = 1_000;
const BEHIND = 'SCHEMA_BEHIND';

/**
 * Rejects while the database lacks a migration that this code needs. Once it had them, it is not asked again: readiness
 * does not depend on the database being reachable, which would take all replicas out at once.
 */
export function createSchemaCheck<Tables>(db: Kysely<Tables>, migrations: string): () => Promise<void> {
  let checked: Promise<void> | undefined;
  let checkedAt = 0;
  async function check(): Promise<void> {
    if (!(await isSchemaBehind(db as Kysely<unknown>, migrations))) return;
    throw new AppError('UNAVAILABLE', BEHIND, 'The database has not been migrated to this release yet.');
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

/**
 * A part whose start ends when the database has all migrations. The parts after it would read columns that are not there:
 * a consumer would take that for a broken event.
 */
export function createSchemaWait(options: { service: string; check: () => Promise<void>; logger: Logger }): Component {
  const { service, check, logger } = options;
  return {
    name: 'schema',
    async start(ending) {
      for (let checks = 1; !ending?.aborted; checks++) {
        try {
          return await check();
        } catch (error) {
          if (!(error instanceof AppError && error.code === BEHIND)) throw error;
          if (checks === 1) {
            logger.warn(`waiting for the migrations of this release: run node services/${service}/src/migrate.ts`);
          }
        }
        await pause(CHECK_EVERY_MS, undefined, { ...(ending && { signal: ending }) }).catch(() => undefined);
      }
    },
  };
}
