import type { OwnDriveCause } from '@reelwright/product';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { findCurrentGrant } from '../grants/grant.repository.ts';
import { readWaiting } from '../uploads/upload.repository.ts';

export interface OwnDriveState {
  /** Null: videos go to the operator's Drive. */
  readonly account: { readonly email: string; readonly name: string } | null;
  readonly waiting: number;
  readonly code: OwnDriveCause | null;
  readonly nextTryAt: string | null;
}

/** Which Drive the user's new videos go to, and why they wait. */
export async function readOwnDrive(db: Kysely<DriveDatabase>, userId: string): Promise<OwnDriveState> {
  const grant = await findCurrentGrant(db, userId);
  if (!grant) return { account: null, waiting: 0, code: null, nextTryAt: null };
  const { count, isFull, nextAttemptAt } = await readWaiting(db, grant.id, userId);
  const code = grant.state === 'lost' ? 'OWN_DRIVE_ACCESS_LOST' : isFull ? 'OWN_DRIVE_FULL' : null;
  return {
    account: { email: grant.account_email, name: grant.account_name },
    waiting: count,
    code,
    nextTryAt: code && nextAttemptAt ? nextAttemptAt.toISOString() : null,
  };
}
