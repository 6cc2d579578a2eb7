import type { PauseCause } from '@reelwright/product';
import { planOf } from '../content/plans.ts';
import { isPaused, type VideoStatus } from '../content/statuses.ts';
import { formatDate, formatDay } from '../lib/format-date.ts';
import type { CurrentUser } from '../session/current-user.ts';

export type PlanState = Pick<
  CurrentUser,
  'subscriptionTier' | 'subscriptionStatus' | 'subscriptionExpiresAt' | 'nextTier' | 'currentPeriodEnd'
>;

/** An entry with its instant. */
export interface DatedEntry {
  readonly status: Pick<VideoStatus, 'state'> | null;
  readonly why?: { readonly code?: string } | null;
  readonly at: number;
}

/** Why it waits: over the limit, a downgrade, the plan's end, an open payment, no plan, or a renewal just made. */
export type PauseCase = 'room' | 'smaller' | 'ends' | 'unpaid' | 'free' | 'returning';

export interface PauseWords {
  readonly kind: PauseCase;
  readonly title: string;
  readonly text: string;
}

/** The texts about paused entries, one for each case that occurs. `limit`: the plan's videos per month; `zone`: the calendar's. */
export function pauseWords(entries: readonly DatedEntry[], user: PlanState, limit: number, zone: string): PauseWords[] {
  const counts = new Map<PauseCase, number>();
  for (const entry of entries) {
    if (!isPaused(entry.status)) continue;
    const kind = caseOf(entry, user);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => ({
    kind,
    title: titleOf(kind, count, user, limit, zone),
    text: `${count === 1 ? 'It keeps its place' : 'They keep their places'} on the calendar and ${count === 1 ? 'resumes automatically' : 'resume automatically'} ${resumeWords[kind]}.`,
  }));
}

/** Whether the calendar still shows entries as paused although the plan continues. */
export const isCalendarOutdated = (entries: readonly Omit<DatedEntry, 'at'>[], user: PlanState): boolean =>
  isPlanActive(user) && entries.some(({ status, why }) => isPaused(status) && withoutPlan.has(why?.code ?? ''));

const withoutPlan = new Set<string>(['ENTRY_AFTER_PLAN', 'ENTRY_UNPAID', 'ENTRY_NO_PLAN'] satisfies PauseCause[]);
const isPlanActive = ({ subscriptionTier, subscriptionStatus }: PlanState) =>
  subscriptionTier !== 'free' && ['active', 'downgrade_pending'].includes(subscriptionStatus);

function caseOf({ why, at }: DatedEntry, user: PlanState): PauseCase {
  if (user.subscriptionTier === 'free') return 'free';
  if (withoutPlan.has(why?.code ?? '')) {
    if (isPlanActive(user)) return 'returning';
    return user.subscriptionStatus === 'past_due' ? 'unpaid' : 'ends';
  }
  const { subscriptionStatus, nextTier, currentPeriodEnd } = user;
  const isLater = currentPeriodEnd !== null && at >= Date.parse(currentPeriodEnd);
  return subscriptionStatus === 'downgrade_pending' && nextTier !== null && isLater ? 'smaller' : 'room';
}

const resumeWords: Record<PauseCase, string> = {
  room: 'when there is room',
  smaller: 'when there is room',
  ends: 'when you renew',
  unpaid: 'when it is paid',
  free: 'with a paid plan',
  returning: 'in a moment',
};

function titleOf(kind: PauseCase, count: number, user: PlanState, limit: number, zone: string): string {
  const wait = `${count} ${count === 1 ? 'video waits' : 'videos wait'}`;
  const plan = planOf(user.subscriptionTier);
  switch (kind) {
    case 'ends':
      return `${wait}: your ${plan.name} plan ends${user.subscriptionExpiresAt ? ` on ${formatDate(user.subscriptionExpiresAt, zone)}` : ''}.`;
    case 'smaller': {
      const next = planOf(user.nextTier ?? user.subscriptionTier);
      return `${wait}: from ${formatDay(user.currentPeriodEnd ?? '', zone)} your plan is ${next.name}, with ${next.videosPerMonth} videos a month.`;
    }
    case 'unpaid':
      return `${wait}: your last payment is overdue.`;
    case 'free':
      return `The Free plan has no calendar; your ${count === 1 ? 'entry waits' : `${count} entries wait`} for a paid plan.`;
    case 'returning':
      return `${wait}: your ${plan.name} plan goes on.`;
    case 'room':
      return `${count} ${count === 1 ? 'video is' : 'videos are'} paused: your plan has room for ${limit}.`;
  }
}
