import { planOf } from '../content/plans.ts';
import type { PlanEnd } from '../features/calendar/entry.ts';
import { RenewButton } from '../features/subscription/renew-button.tsx';
import { formatDate } from '../lib/format-date.ts';
import type { CurrentUser } from '../session/current-user.ts';

/** The end of a cancelled plan, in the same words as the server's error. `zone`: the calendar's. */
export function planEndOf(
  { subscriptionTier, subscriptionStatus, subscriptionExpiresAt: end }: CurrentUser,
  zone: string,
): PlanEnd | null {
  if (subscriptionStatus !== 'cancelling' || !end) return null;
  const text = `Your ${planOf(subscriptionTier).name} plan ends on ${formatDate(end, zone)}. Renew it to schedule videos for later.`;
  return { at: Date.parse(end), text, action: <RenewButton /> };
}
