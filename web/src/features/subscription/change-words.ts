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
  'Are you sure you want to cancel your subscription? Its last payment is open, so your plan becomes Free at once. Nothing more is charged.';

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
  const present = planOf(user.subscriptionTier);
  const plan = planOf(tier);
  const isSwitch = present.tier === tier;
  const isUp = rankOf(tier) > rankOf(present.tier) || (isSwitch && isAnnual);
  const switching = `Switch to ${isAnnual ? 'annual' : 'monthly'}`;
  const title = isSwitch ? `${switching}?` : `${isUp ? 'Upgrade' : 'Change'} to ${plan.name}?`;
  const action = isSwitch ? switching : `${isUp ? 'Upgrade' : 'Change'} to ${plan.name}`;
  const safe = isUp ? 'Not now' : `Keep ${present.name}${isSwitch ? ', annual' : ''}`;
  const words = { title, lines: [], action, safe, isUp };
  if (!preview) return words;

  const money = (cents: number) => formatCents(cents, preview.currency);
  const then = preview.nextChargeCents === null ? null : money(preview.nextChargeCents);
  const on = preview.nextChargeAt ? ` on ${formatDate(preview.nextChargeAt)}` : '';
  const end = preview.effectiveAt ? formatDate(preview.effectiveAt) : 'the end of your billing period';
  const revived = user.subscriptionCancelledAt ? ['Your plan will continue.'] : [];
  switch (preview.kind) {
    case 'upgrade':
      return {
        ...words,
        lines: [
          `You pay ${money(preview.dueNowCents)} now${then ? `, then ${then}${on}` : ''}.`,
          isSwitch
            ? `${plan.name} is billed annually from today; what you paid for this month is taken off.`
            : `${plan.name} with ${plan.videosPerMonth} videos per month starts at once; what you paid already is taken off.`,
          ...revived,
        ],
      };
    case 'downgrade':
      return {
        ...words,
        lines: [
          isSwitch
            ? `${plan.name} stays billed annually until ${end}; from then on you pay ${then ?? 'by the month'}${then ? ' a month' : ''}.`
            : `${present.name} runs to ${end}; ${plan.name} with ${plan.videosPerMonth} videos per month follows${then ? ` for ${then} a ${isAnnual ? 'year' : 'month'}` : ''}.`,
          ...(isSwitch ? [] : [pausedText(upcoming, preview.effectiveAt, plan.videosPerMonth)]),
          'You pay nothing now.',
          ...revived,
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
        lines: [`${plan.name} goes on as it is, and you pay nothing now.`],
        action: `Keep ${plan.name}`,
        isUp: true,
        safe: 'Not now',
      };
    case 'none':
      return { ...words, lines: ["You're already on this plan!"], action: null, safe: 'Close' };
  }
}
