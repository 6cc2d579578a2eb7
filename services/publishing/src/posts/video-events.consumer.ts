import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Transaction } from 'kysely';
import type { DailyLimits } from '../budgets/platform-budgets.ts';
import type { PublishingDatabase } from '../database.ts';
import {
  applyMove,
  applyRemoval,
  applyRender,
  applyRenderFailure,
  applyRequest,
  type VideoChange,
} from '../videos/apply-event.ts';
import { alignPosts } from './align-posts.ts';
import { followRules } from './follow-rules.ts';

type Trx = Transaction<PublishingDatabase>;

/**
 * The subscriptions that apply events of scheduling and generation to videos and their posts. The newest revision of an
 * entry and the newest render win. The caller locks the user before each of them.
 */
export function videoSubscriptions({
  clock,
  limits,
  wake,
}: {
  clock: Clock;
  limits: DailyLimits;
  wake: () => void;
}): Subscription<PublishingDatabase>[] {
  const handling =
    <Payload>(apply: (trx: Trx, payload: Payload, now: Date) => Promise<VideoChange | undefined>) =>
    async (trx: Trx, { payload, occurredAt: decidedAt }: { payload: Payload; occurredAt: Date }): Promise<void> => {
      const now = clock.now();
      const change = await apply(trx, payload, now);
      if (change) await alignPosts(trx, change, { now, limits, decidedAt });
      wake();
    };

  return [
    on(events.VideoRequested, handling(applyRequest)),
    on(events.VideoRescheduled, handling(applyMove)),
    on(events.VideoCancelled, handling(applyRemoval)),
    on(events.VideoGenerated, handling(applyRender)),
    on(events.VideoFailed, handling(applyRenderFailure)),
    on(events.PostingRulesChanged, async (trx, { payload: { userId, rules } }) => {
      if (rules) await followRules(trx, userId, rules, clock.now());
      wake();
    }),
  ];
}
