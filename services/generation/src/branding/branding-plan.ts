import type { Clock } from '@reelwright/clock';
import { hasBranding, hasEnded, isTier } from '@reelwright/product';
import type { GenerationJob } from '../database.ts';

export interface BrandingPlanDeps {
  readonly clock: Clock;
  /** Calls billing. @throws AppError UNAVAILABLE */
  readonly askTier: (userId: string) => Promise<{ tier: string; entitledUntil: Date | undefined }>;
}

/** Whether the user's plan includes a logo and a palette on the videos now. @throws AppError UNAVAILABLE */
export async function includesBranding({ clock, askTier }: BrandingPlanDeps, userId: string): Promise<boolean> {
  const { tier, entitledUntil } = await askTier(userId);
  return isTier(tier) && hasBranding[tier] && !hasEnded(entitledUntil, clock.now());
}

/**
 * Whether a job's video is drawn with its branding; null for a job without one. The first attempt asks billing, and
 * later ones do the same. Without an answer it is drawn: an outage takes nothing from somebody who has paid for it.
 */
export async function decideBranding(
  deps: BrandingPlanDeps,
  job: Pick<GenerationJob, 'user_id' | 'branding' | 'is_branded'>,
): Promise<boolean | null> {
  if (job.branding === null || job.is_branded !== null) return job.is_branded;
  return includesBranding(deps, job.user_id).catch(() => true);
}
