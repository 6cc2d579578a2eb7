import { planOf } from '../../content/plans.ts';
import { formatDate } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { comingTier, type PlanHolder } from './plan-step.ts';
import { useRenew } from './use-stay.ts';

/** "Starter from 2 December 2026", or null when no change is planned. */
export function comingChangeText(user: PlanHolder): string | null {
  const next = comingTier(user);
  if (!next) return null;
  const plan = planOf(next).name;
  const when = user.currentPeriodEnd ? ` from ${formatDate(user.currentPeriodEnd)}` : ' from the next period';
  return next === user.subscriptionTier ? `${plan}, billed monthly,${when}` : `${plan}${when}`;
}

/** A change that comes by itself when the period ends, and how to take it back. */
export function ComingChange({ user }: { user: PlanHolder }) {
  const keep = useRenew(user.subscriptionTier);
  const text = comingChangeText(user);
  if (!text) return null;
  const present = planOf(user.subscriptionTier);
  return (
    <Note
      tone="warn"
      title={text}
      actions={
        <Button size="small" tone="ink" busy={keep.busy} onClick={keep.run}>
          Keep {present.name}
        </Button>
      }
    >
      Until then you have everything {present.name} has.
    </Note>
  );
}
