import type { Clock } from '@reelwright/clock';
import type { BillingServiceClient, SchedulingServiceClient } from '@reelwright/contracts';
import { AppError, signedOut } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import {
  type Entitlement,
  entitlementFrom,
  findSnapshot,
  saveEntitlement,
  saveUsage,
  type Usage,
} from '../plans/plan-snapshot.ts';
import { answersOf } from '../users/profile-settings.ts';
import { findUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';

export interface CurrentUserDeps {
  readonly db: Kysely<AuthDatabase>;
  readonly clock: Clock;
  readonly billing: GrpcClient<BillingServiceClient>;
  readonly scheduling: GrpcClient<SchedulingServiceClient>;
  readonly logger: Logger;
}

/**
 * The profile, the plan from billing and the usage from scheduling. When a service is down, its last snapshot (24 h at
 * most) is used and `stale` is set; a plan without a snapshot is an error, never 'free'.
 * @throws AppError UNAUTHENTICATED for a deleted account, UNAVAILABLE when the plan is not known
 */
export async function currentUser(deps: CurrentUserDeps, userId: string) {
  const user = await findUser(deps.db, Number(userId));
  if (!user) throw signedOut();
  const [entitlementAnswer, usageAnswer] = await Promise.all([
    fetchEntitlement(deps, user.id).catch((error: unknown) => logFailedCall(deps, 'billing', error)),
    fetchUsage(deps, user.id).catch((error: unknown) => logFailedCall(deps, 'scheduling', error)),
  ]);
  const snapshot =
    entitlementAnswer && usageAnswer ? undefined : await findSnapshot(deps.db, user.id, deps.clock.now());
  const entitlement = entitlementAnswer ?? snapshot?.entitlement;
  const usage = usageAnswer ?? snapshot?.usage;
  if (!entitlement || !usage) {
    throw new AppError(
      'UNAVAILABLE',
      'PLAN_UNKNOWN',
      'Your plan cannot be read right now. Please try again in a moment.',
      {
        retryAfterSeconds: 5,
      },
    );
  }
  return {
    stale: !entitlementAnswer || !usageAnswer,
    body: {
      ...profileFields(user),
      subscriptionTier: entitlement.tier,
      isAnnual: entitlement.isAnnual,
      videosPerMonth: entitlement.videosPerMonth,
      stripeSubscriptionId: entitlement.stripeSubscriptionId,
      subscriptionCancelledAt: entitlement.cancelledAt,
      subscriptionExpiresAt: entitlement.expiresAt,
      subscriptionStatus: entitlement.status,
      nextTier: entitlement.nextTier,
      nextIsAnnual: entitlement.nextIsAnnual,
      currentPeriodEnd: entitlement.currentPeriodEnd,
      paymentDueBy: entitlement.status === 'past_due' ? entitlement.entitledUntil : null,
      paymentDueCents: entitlement.overdueCents,
      paymentDueCurrency: entitlement.overdueCurrency,
      videosUsedThisMonth: usage.videosUsedThisMonth,
      videosGeneratedThisMonth: usage.videosGeneratedThisMonth,
      usageResetsAt: usage.resetsAt,
      lastRegeneratedAt: usage.lastRegeneratedAt,
    },
  };
}

/** The user's fields that auth itself stores. */
export function profileFields(user: User) {
  return {
    id: String(user.id),
    email: user.email,
    emailVerified: user.emailVerified,
    hasPassword: user.passwordHash !== null,
    googleLinked: user.googleSub !== null,
    ...answersOf(user),
    mailNotices: user.mailPaymentProblems,
    profileImageUrl: user.profileImageUrl,
    createdAt: user.createdAt.toISOString(),
  };
}

async function fetchEntitlement(deps: CurrentUserDeps, userId: number): Promise<Entitlement> {
  const answer = await deps.billing.getEntitlement({ userId: String(userId) });
  const entitlement = entitlementFrom(answer);
  await saveEntitlement(deps.db, userId, entitlement, answer.revision, deps.clock.now());
  return entitlement;
}

async function fetchUsage(deps: CurrentUserDeps, userId: number): Promise<Usage> {
  const answer = await deps.scheduling.getUsage({ userId: String(userId) });
  const usage: Usage = {
    videosUsedThisMonth: answer.videosUsedThisMonth,
    videosGeneratedThisMonth: answer.videosGeneratedThisMonth,
    resetsAt: answer.resetsAt?.toISOString() ?? null,
    lastRegeneratedAt: answer.lastRegeneratedAt?.toISOString() ?? null,
  };
  await saveUsage(deps.db, userId, usage, deps.clock.now());
  return usage;
}

function logFailedCall(deps: CurrentUserDeps, part: string, error: unknown): undefined {
  deps.logger.warn({ err: error, part }, 'the current user is read from a snapshot');
  return undefined;
}
