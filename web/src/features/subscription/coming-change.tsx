import { type Plan, planOf } from '../../content/plans.ts';
import { formatDate } from '../../lib/format-date.ts';
import { formatEuro } from '../../lib/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { comingTier, type PlanHolder } from './plan-step.ts';
import { useRenew } from './use-renew-and-cancel.ts';

/**
 * "From 2 December 2026: Starter, €33.90 a month", or null when no change is planned. Without the price if the next
 * plan's billing interval is not known.
 */
export function comingChangeText(user: PlanHolder): string | null {
  const next = comingTier(user);
  if (!next) return null;
  const plan = planOf(next);
  const when = user.currentPeriodEnd ? `from ${formatDate(user.currentPeriodEnd)}` : 'from the next period';
  // A planned change to the same tier is always a change to monthly billing.
  const isAnnual = next === user.subscriptionTier ? false : user.nextIsAnnual;
  if (isAnnual === null) return `${plan.name} ${when}`;
  return `${capital(when)}: ${plan.name}, ${priceWords(plan, isAnnual)}`;
}

const priceWords = (plan: Plan, isAnnual: boolean) =>
  isAnnual ? `${formatEuro(plan.annually * 12)} a year` : `${formatEuro(plan.price)} a month`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The change planned for the end of the period, with a button to undo it. */
export function ComingChange({ user }: { user: PlanHolder }) {
  const keep = useRenew(user.subscriptionTier);
  const text = comingChangeText(user);
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
