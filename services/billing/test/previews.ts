import type { Billing } from './harness.ts';

interface Wanted {
  readonly tier: string;
  readonly isAnnual: boolean;
}

export const hour = 3_600_000;
export const day = 24 * hour;

export const preview = (billing: Billing, userId: string, { tier, isAnnual }: Wanted) =>
  billing.call(userId, 'POST', '/api/preview-subscription-change', billing.choose(tier, isAnnual));

/** @param prorationDate from the preview; without it the change is made without a preview */
export const change = (billing: Billing, userId: string, { tier, isAnnual }: Wanted, prorationDate?: number | null) =>
  billing.call(userId, 'POST', '/api/change-subscription', {
    ...billing.choose(tier, isAnnual),
    ...(typeof prorationDate === 'number' && { prorationDate }),
  });

export const forward = (billing: Billing, ms: number) =>
  billing.clock.moveTo(new Date(billing.clock.now().getTime() + ms));
