import { type Plan, planOf } from '../../content/plans.ts';
import { formatDate } from '../../lib/format-date.ts';
import { formatEuro } from '../../lib/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { nextTierOf, type PlanHolder } from './plan-step.ts';
import { useRenew } from './use-renew-and-cancel.ts';

/**
 * "From 2 December 2026: Starter, €33.90 a month", or null without a next plan. Without the price if its billing
 * interval is not known.
 */
export function nextPlanText(user: PlanHolder): string | null {
  const next = nextTierOf(user);
  if (!next) return null;
  const plan = planOf(next);
  const when = user.currentPeriodEnd ? `from ${formatDate(user.currentPeriodEnd)}` : 'from the next period';
  // A next plan of the same tier is always the one with monthly billing.
  const isAnnual = next === user.subscriptionTier ? false : user.nextIsAnnual;
  if (isAnnual === null) return `${plan.name} ${when}`;
  return `${capital(when)}: ${plan.name}, ${priceWords(plan, isAnnual)}`;
}

const priceWords = (plan: Plan, isAnnual: boolean) =>
  isAnnual ? `${formatEuro(plan.annually * 12)} a year` : `${formatEuro(plan.price)} a month`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The plan that begins when the period ends, with a button to keep the present one. */
export function NextPlan({ user }: { user: PlanHolder }) {
  const keep = useRenew(user.subscriptionTier);
  const text = nextPlanText(user);
  if (!text) return null;
  const currentPlan = planOf(user.subscriptionTier);
  return (
    <Note
      tone="warn"
      title={text}
      actions={
        <Button size="small" tone="ink" busy={keep.busy} onClick={keep.run}>
          Keep {currentPlan.name}
        </Button>
      }
    >
      Until then you have everything {currentPlan.name} has.
    </Note>
  );
}
