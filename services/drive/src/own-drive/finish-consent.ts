import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@reelwright/errors';
import type { DriveConsentCause } from '@reelwright/product';
import { UserNotFound } from '../folders/ensure-folder.ts';
import { lockUser } from '../folders/folder.repository.ts';
import { DriveFailure } from '../google/drive-failure.ts';
import type { GoogleConsent } from '../google/google-consent.ts';
import type { DriveAccount, GoogleDrive } from '../google/google-drive.ts';
import { endGrant, findCurrentGrant, insertGrant, postponeEndsOf, renewGrant } from '../grants/grant.repository.ts';
import type { OwnDriveDeps } from '../grants/own-folder.ts';
import { encryptToken } from '../grants/refresh-token.ts';
import { changeUploadsOfUser } from '../uploads/upload.repository.ts';
import { type ConsentDeps, takeConsent } from './consents.ts';

export interface FinishConsentDeps extends ConsentDeps, OwnDriveDeps {
  readonly consent: GoogleConsent;
  /** The operator's Drive. */
  readonly drive: GoogleDrive;
}

export interface ConsentReply {
  readonly code?: string | undefined;
  readonly state?: string | undefined;
  readonly error?: string | undefined;
}

/** Longer than the calls to Google for a consent take. */
const CONSENT_SECONDS = 60;
const REVOCATION_WAIT_MS = 5_000;
const POLL_MS = 100;

/** A consent that ended without a grant. */
export class ConsentRefused extends AppError {
  readonly reason: DriveConsentCause;

  constructor(reason: DriveConsentCause, cause?: unknown) {
    super('FAILED_PRECONDITION', reason, 'The own Drive was not connected.', { cause });
    this.name = 'ConsentRefused';
    this.reason = reason;
  }
}

/**
 * Finishes a consent when the person returns from Google: their next videos go to their own Drive.
 * @throws ConsentRefused, UserNotFound
 */
export async function finishConsent(
  deps: FinishConsentDeps,
  { userId, reply }: { readonly userId: string; readonly reply: ConsentReply },
  signal: AbortSignal,
): Promise<void> {
  const verifier = reply.state ? await takeConsent(deps, { state: reply.state, userId }) : undefined;
  if (!verifier) throw new ConsentRefused('CONSENT_EXPIRED');
  if (reply.error || !reply.code) throw new ConsentRefused('CONSENT_DENIED');
  await holdRevocations(deps, userId);
  try {
    const refreshToken = await deps.consent.exchange({ code: reply.code, verifier }, signal);
    if (refreshToken === undefined) throw new ConsentRefused('CONSENT_DENIED');
    const account = await deps.driveWith(refreshToken).account(signal);
    // Google ends all grants of an account at once: the end of this one would end the operator's.
    if (await isOperators(deps, account, signal)) throw new ConsentRefused('SIGN_IN_REFUSED', 'the operator’s account');
    await saveConsent(deps, userId, account, refreshToken);
  } catch (error) {
    throw error instanceof DriveFailure ? new ConsentRefused(reasonOf(error), error) : error;
  }
}

/**
 * Google ends all grants of an account at once: a revocation of the earlier grant that runs while the person consents again
 * would end the new one too. Once the new grant is saved, the earlier one of the same account is deleted without a call.
 * @throws ConsentRefused PROVIDER_UNREACHABLE if a revocation is under way and does not end
 */
async function holdRevocations({ db }: FinishConsentDeps, userId: string): Promise<void> {
  const deadline = performance.now() + REVOCATION_WAIT_MS;
  while (!(await postponeEndsOf(db, userId, CONSENT_SECONDS))) {
    if (performance.now() >= deadline) throw new ConsentRefused('PROVIDER_UNREACHABLE');
    await pause(POLL_MS);
  }
}

function reasonOf({ code, isGrantRefused }: DriveFailure): DriveConsentCause {
  if (isGrantRefused) return 'SIGN_IN_REFUSED';
  return code === 'DRIVE_ACCESS_LOST' ? 'APP_REFUSED' : 'PROVIDER_UNREACHABLE';
}

async function isOperators({ drive }: FinishConsentDeps, { id }: DriveAccount, signal: AbortSignal): Promise<boolean> {
  try {
    return (await drive.account(signal)).id === id;
  } catch (error) {
    // Without a grant of the operator there is none to end.
    if (error instanceof DriveFailure && error.isGrantRefused) return false;
    throw error;
  }
}

/** Saves the grant. With another account than before, waiting uploads go to the new one. */
async function saveConsent(
  { db, cipher, clock }: FinishConsentDeps,
  userId: string,
  account: DriveAccount,
  refreshToken: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, userId))) throw new UserNotFound();
    const before = await findCurrentGrant(trx, userId);
    const isSame = before?.account_id === account.id;
    const id = isSame ? before.id : randomUUID();
    const columns = {
      account_email: account.email,
      account_name: account.name,
      refresh_token: encryptToken(cipher, id, refreshToken),
      connected_at: clock.now(),
    };
    if (isSame) {
      await renewGrant(trx, id, columns);
      await changeUploadsOfUser(trx, userId, { type: 'grant_renewed', grantId: id });
      return;
    }
    if (before) await endGrant(trx, before.id);
    await insertGrant(trx, { id, user_id: userId, account_id: account.id, ...columns });
    if (before) await changeUploadsOfUser(trx, userId, { type: 'grant_ended', grantId: before.id, to: id });
  });
}
