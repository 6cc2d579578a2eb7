import { LeaseLost } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { lockUser } from '../folders/folder.repository.ts';
import { DriveFailure } from '../google/drive-failure.ts';
import { deleteEndedGrant, endGrant, findCurrentGrant, type Grant, postponeEnd } from '../grants/grant.repository.ts';
import { changeUploadsOfUser, needsGrant } from '../uploads/upload.repository.ts';
import { type RevokeDeps, revokeGrant } from './revoke-grant.ts';

/** Uploads that have begun end or move within this time, unless Google is unavailable. */
const UPLOADS_SECONDS = 2;
const RETRY_SECONDS = 300;

/**
 * Ends the use of the user's own Drive: new and waiting videos go to the operator's Drive. The worker revokes the grant at
 * Google once no upload needs it. Does nothing without a grant.
 */
export async function leaveOwnDrive(db: Kysely<DriveDatabase>, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    const grant = await findCurrentGrant(trx, userId);
    if (!grant) return;
    await endGrant(trx, grant.id);
    await changeUploadsOfUser(trx, userId, { type: 'grant_ended', grantId: grant.id, to: null });
  });
}

export type FinishGrantDeps = RevokeDeps & { readonly logger: Logger };

/** Revokes an ended grant at Google and deletes it, once no upload needs it. */
export async function finishGrant(deps: FinishGrantDeps, grant: Grant, stopping: AbortSignal): Promise<void> {
  const { db, logger } = deps;
  try {
    if (await needsGrant(db, grant.id, grant.user_id)) return await postponeEnd(db, grant, UPLOADS_SECONDS);
    await revokeGrant(deps, grant, stopping);
    await deleteEndedGrant(db, grant);
    logger.info({ userId: grant.user_id }, 'the access to an own Drive has ended');
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (!stopping.aborted)
      logger.warn({ err: error, userId: grant.user_id }, 'a grant could not be revoked; it is retried later');
    const retryAfterSeconds = error instanceof DriveFailure ? (error.retryAfterSeconds ?? 0) : 0;
    await postponeEnd(db, grant, stopping.aborted ? 0 : Math.max(RETRY_SECONDS, retryAfterSeconds));
  }
}
