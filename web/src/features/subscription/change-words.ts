import type { Tier } from '@reelwright/product';
import { planOf, rankOf } from '../../content/plans.ts';
import { formatDate } from '../../lib/format-date.ts';
import { formatCents } from '../../lib/format-money.ts';
import type { ChangePreview } from './api.ts';
import { pausedText, waitingText } from './late-entries.ts';
import type { PlanHolder } from './plan-step.ts';

interface ChangeWords {
  title: string;
  lines: string[];
  /** The label of the confirming button; null when there is nothing to do. */
  action: string | null;
  safe: string;
  isUp: boolean;
}

export const cancelText =
  'Are you sure you want to cancel your subscription? You will still have access until the end of your billing period.';

/** A sentence with the day on which a cancelled plan ends, if it is known. */
export const planEnds = ({ currentPeriodEnd }: PlanHolder): string | null =>
  currentPeriodEnd ? `Your plan ends on ${formatDate(currentPeriodEnd)}.` : null;

/** The text for a cancellation while a payment is overdue: the plan ends at once, because no paid period is left. */
export const cancelOverdueText =
  'Are you sure you want to cancel your subscription? Its last payment is open, so your plan changes to Free immediately. Nothing more is charged.';

/** The text beside a button that is disabled by an overdue payment. */
export const onceSettled = 'Once the payment is settled.';

/**
 * The texts of a plan change's confirmation. The title is shown before the preview has loaded, the lines after it.
 * `upcoming`: the instants of the upcoming entries; null if they are not known.
 */
export function changeWords(
  user: PlanHolder,
  tier: Tier,
  isAnnual: boolean,
  preview: ChangePreview | undefined,
  upcoming: readonly number[] | null,
): ChangeWords {
  const currentPlan = planOf(user.subscriptionTier);
  const plan = planOf(tier);
  const isSwitch = currentPlan.tier === tier;
  const isUp = rankOf(tier) > rankOf(currentPlan.tier) || (isSwitch && isAnnual);
  const switchText = `Switch to ${isAnnual ? 'annual' : 'monthly'}`;
  const title = isSwitch ? `${switchText}?` : `${isUp ? 'Upgrade' : 'Change'} to ${plan.name}?`;
  const action = isSwitch ? switchText : `${isUp ? 'Upgrade' : 'Change'} to ${plan.name}`;
  const safe = isUp ? 'Not now' : `Keep ${currentPlan.name}${isSwitch ? ', annual' : ''}`;
  const words = { title, lines: [], action, safe, isUp };
  if (!preview) return words;

  const money = (cents: number) => formatCents(cents, preview.currency);
  const nextCharge = preview.nextChargeCents === null ? null : money(preview.nextChargeCents);
  const onNextChargeDay = preview.nextChargeAt ? ` on ${formatDate(preview.nextChargeAt)}` : '';
  const periodEnd = preview.effectiveAt ? formatDate(preview.effectiveAt) : 'the end of your billing period';
  const continuationLines = user.subscriptionCancelledAt ? ['Your plan will continue.'] : [];
  switch (preview.kind) {
    case 'upgrade':
      return {
        ...words,
        lines: [
          `You pay ${money(preview.dueNowCents)} now${nextCharge ? `, then ${nextCharge}${onNextChargeDay}` : ''}.`,
          isSwitch
            ? `${plan.name} is billed annually from today; what you have paid for this month is deducted.`
            : `${plan.name} with ${plan.videosPerMonth} videos per month starts now; what you have already paid is deducted.`,
          ...continuationLines,
        ],
      };
    case 'downgrade':
      return {
        ...words,
        lines: [
          isSwitch
            ? `${plan.name} stays billed annually until ${periodEnd}; from then on you pay ${nextCharge ?? 'by the month'}${nextCharge ? ' a month' : ''}.`
            : `${currentPlan.name} runs to ${periodEnd}; ${plan.name} with ${plan.videosPerMonth} videos per month follows${nextCharge ? ` for ${nextCharge} a ${isAnnual ? 'year' : 'month'}` : ''}.`,
          ...(isSwitch ? [] : [pausedText(upcoming, preview.effectiveAt, plan.videosPerMonth)]),
          'You pay nothing now.',
          ...continuationLines,
        ],
      };
    case 'checkout':
      return { ...words, lines: ['You pay on the next page.'], action: 'Go to payment' };
    case 'cancel':
      return {
        ...words,
        lines: [cancelText, planEnds(user), waitingText(upcoming, user.currentPeriodEnd)].filter(
          (line) => line !== null,
        ),
        action: 'Cancel Subscription',
      };
    case 'resume':
      return {
        ...words,
        lines: [`${plan.name} continues unchanged, and you pay nothing now.`],
        action: `Keep ${plan.name}`,
        isUp: true,
        safe: 'Not now',
      };
    case 'none':
      return { ...words, lines: ["You're already on this plan!"], action: null, safe: 'Close' };
  }
}
