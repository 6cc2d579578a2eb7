import { CauseError } from '@reelwright/causes';
import { AppError, signedOut } from '@reelwright/errors';
import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';
import { lockUser } from '../users/deleted-users.ts';
import {
  deleteBranding,
  deleteUnusedLogos,
  findBranding,
  type SavedBranding,
  writeBranding,
  writeLogo,
} from './branding.repository.ts';
import type { Branding } from './branding.ts';
import { type BrandingPlanDeps, includesBranding } from './branding-plan.ts';
import type { LogoMaker } from './logo-maker.ts';

export interface BrandingDeps extends BrandingPlanDeps {
  readonly db: Kysely<GenerationDatabase>;
  readonly logos: LogoMaker;
}

interface SentBranding extends Pick<Branding, 'palette' | 'corner'> {
  /** A new file; null removes the logo, undefined keeps it. */
  readonly logo: Buffer | null | undefined;
}

/**
 * Saves the branding that videos are requested with from now on.
 * @throws AppError PLAN_FEATURE, PLAN_UNKNOWN, the errors of `LogoMaker`; SIGNED_OUT for a deleted account
 */
export async function saveBranding(deps: BrandingDeps, userId: string, sent: SentBranding): Promise<SavedBranding> {
  const { db, clock, logos } = deps;
  const isIncluded = await includesBranding(deps, userId).catch((cause: unknown) => {
    const message = 'Your plan cannot be read right now. Please try again in a moment.';
    throw new AppError('UNAVAILABLE', 'PLAN_UNKNOWN', message, { cause, retryAfterSeconds: 5 });
  });
  if (!isIncluded) throw new CauseError('PERMISSION_DENIED', { code: 'PLAN_FEATURE', data: { feature: 'branding' } });
  const made = sent.logo && (await logos.make(sent.logo, userId));
  return db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, userId))) throw signedOut();
    if (made) await writeLogo(trx, userId, made);
    const logo = made === undefined ? (await findBranding(trx, userId)).logo : made;
    const palette = sent.palette.map((colour) => colour.toLowerCase());
    await writeBranding(trx, userId, { logo, palette, corner: sent.corner }, clock.now());
    await deleteUnusedLogos(trx, userId);
    return findBranding(trx, userId);
  });
}

/** Removes the branding, on every plan; without one nothing changes. */
export async function removeBranding({ db }: BrandingDeps, userId: string): Promise<SavedBranding> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, userId))) throw signedOut();
    await deleteBranding(trx, userId);
    return findBranding(trx, userId);
  });
}
