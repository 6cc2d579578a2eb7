import { randomBytes } from 'node:crypto';
import type { Clock } from '@reelwright/clock';
import { AppError, signedOut } from '@reelwright/errors';
import { isForeignKeyViolation } from '@reelwright/postgres';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { lockUser, updateUser } from '../users/user.repository.ts';
import { deletePhoto, returnToUploadBudget, takeFromUploadBudget, writePhoto } from './photo.repository.ts';
import { requirePhoto } from './photo-kind.ts';
import { type PhotoMaker, PhotoNotStarted } from './photo-maker.ts';

export interface PhotoDeps {
  readonly db: Kysely<AuthDatabase>;
  readonly clock: Clock;
  readonly photos: PhotoMaker;
}

const UPLOADS_PER_HOUR = 10;

/** The path of an uploaded photo; addresses of photos at other sites do not begin with it. */
const photoUrl = (id: string) => `/api/profile-photos/${id}`;

/**
 * Replaces the user's photo. @returns its path
 * @throws AppError UNSUPPORTED_IMAGE, TOO_MANY_PHOTOS, the errors of `PhotoMaker`; UNAUTHENTICATED for a deleted account
 */
export async function changePhoto(deps: PhotoDeps, userId: string, bytes: Buffer): Promise<string> {
  const { db, clock, photos } = deps;
  requirePhoto(bytes);
  await countUpload(db, Number(userId));
  const image = await photos.make(bytes, userId).catch(async (error: unknown) => {
    // A photo that was not decoded does not count. One that took too long was decoded and counts.
    if (error instanceof PhotoNotStarted) await returnToUploadBudget(db, Number(userId));
    throw error;
  });
  const id = randomBytes(16).toString('base64url');
  const profileImageUrl = photoUrl(id);
  await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, Number(userId));
    if (!user) throw signedOut();
    const now = clock.now();
    await writePhoto(trx, { userId: user.id, id, image, now });
    await updateUser(trx, user.id, { profileImageUrl }, now);
  });
  return profileImageUrl;
}

/** Removes the photo, uploaded or Google's; without one nothing changes. */
export async function removePhoto({ db, clock }: PhotoDeps, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, Number(userId));
    if (!user) throw signedOut();
    await deletePhoto(trx, user.id);
    if (user.profileImageUrl !== null) await updateUser(trx, user.id, { profileImageUrl: null }, clock.now());
  });
}

async function countUpload(db: Kysely<AuthDatabase>, userId: number): Promise<void> {
  const retryAfterSeconds = await takeFromUploadBudget(db, userId, UPLOADS_PER_HOUR).catch((error: unknown) => {
    if (isForeignKeyViolation(error)) throw signedOut();
    throw error;
  });
  if (retryAfterSeconds === 0) return;
  const minutes = Math.ceil(retryAfterSeconds / 60);
  throw new AppError(
    'RESOURCE_EXHAUSTED',
    'TOO_MANY_PHOTOS',
    `You can upload ${UPLOADS_PER_HOUR} photos an hour. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
    { retryAfterSeconds },
  );
}
