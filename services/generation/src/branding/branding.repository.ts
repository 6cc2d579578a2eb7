import { DEFAULT_CORNER } from '@reelwright/product';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import type { Branding, Logo } from './branding.ts';

type Db = Kysely<GenerationDatabase>;
type Trx = Transaction<GenerationDatabase>;

export interface SavedBranding extends Branding {
  /** Null while nothing is saved. */
  readonly savedAt: Date | null;
}

const NOTHING: SavedBranding = { logo: null, palette: [], corner: DEFAULT_CORNER, savedAt: null };

export async function findBranding(db: Db, userId: string): Promise<SavedBranding> {
  const row = await db
    .selectFrom('brandings as b')
    .leftJoin('logos as l', (join) => join.onRef('l.user_id', '=', 'b.user_id').onRef('l.digest', '=', 'b.logo_digest'))
    .select(['b.palette', 'b.corner', 'b.saved_at as savedAt', 'l.digest', 'l.width', 'l.height'])
    .where('b.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return NOTHING;
  const { digest, width, height, ...branding } = row;
  return { ...branding, logo: digest === null || width === null || height === null ? null : { digest, width, height } };
}

/** The branding that a video is requested with; null where nothing of it would be seen. */
export async function brandingForJob(trx: Trx, userId: string): Promise<Branding | null> {
  const { logo, palette, corner } = await findBranding(trx, userId);
  return logo === null && palette.length === 0 ? null : { logo, palette, corner };
}

/** The PNG of a user's logo. */
export async function readLogo(db: Db, userId: string, digest: string): Promise<Buffer> {
  const { image } = await db
    .selectFrom('logos')
    .select('image')
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  return image;
}

/** Saves a user's branding with its stored logo. Call lockUser first. */
export async function writeBranding(trx: Trx, userId: string, branding: Branding, now: Date): Promise<void> {
  const columns = {
    logo_digest: branding.logo?.digest ?? null,
    palette: [...branding.palette],
    corner: branding.corner,
    saved_at: now,
  };
  await trx
    .insertInto('brandings')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute();
}

/** Stores a logo. One that is stored already counts as new, so that it is not removed before it is used. */
export async function writeLogo(trx: Trx, userId: string, logo: Logo & { readonly image: Buffer }): Promise<void> {
  const { digest, image, width, height } = logo;
  await trx
    .insertInto('logos')
    .values({ user_id: userId, digest, image, width, height })
    .onConflict((conflict) => conflict.columns(['user_id', 'digest']).doUpdateSet({ stored_at: sql<Date>`now()` }))
    .execute();
}

const isUnused = sql<boolean>`
  not exists (select from brandings b where b.user_id = l.user_id and b.logo_digest = l.digest)
  and not exists (select from generation_jobs j where j.user_id = l.user_id and j.branding #>> '{logo,digest}' = l.digest)`;

/** Deletes a user's logos that neither their branding nor a video has. Call lockUser first. */
export async function deleteUnusedLogos(trx: Trx, userId: string): Promise<void> {
  await sql`delete from logos l where l.user_id = ${userId} and ${isUnused}`.execute(trx);
}

/** The same for everybody, after the rows of the videos that had them were deleted. */
export async function deleteOldLogos(db: Db): Promise<void> {
  await sql`delete from logos l where l.stored_at < now() - interval '1 hour' and ${isUnused}`.execute(db);
}

/** Deletes a user's branding; a logo that a video was requested with stays as long as that request. Call lockUser first. */
export async function deleteBranding(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('brandings').where('user_id', '=', userId).execute();
  await deleteUnusedLogos(trx, userId);
}

/** All stored logos of a user, for their export. */
export async function listLogos(db: Db, userId: string) {
  return db
    .selectFrom('logos')
    .select(['digest', 'width', 'height', 'image'])
    .where('user_id', '=', userId)
    .orderBy('stored_at')
    .execute();
}

/** Deletes everything of a deleted user. @returns the number of deleted brandings: 0 or 1 */
export async function eraseBranding(trx: Trx, userId: string): Promise<number> {
  const erased = await trx.deleteFrom('brandings').where('user_id', '=', userId).returning('user_id').execute();
  await trx.deleteFrom('logos').where('user_id', '=', userId).execute();
  return erased.length;
}
