import { CauseError } from '@reelwright/causes';
import { AppError } from '@reelwright/errors';
import type { Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import { type AskTier, mayPost } from './entitlements.ts';

type PlanDeps = Parameters<typeof mayPost>[0];

/** @throws CauseError PERMISSION_DENIED PLAN_FEATURE; AppError UNAVAILABLE when the plan is not known and billing doesn't answer. */
export async function requirePlan(deps: PlanDeps, userId: string): Promise<void> {
  if (await mayPost(deps, userId)) return;
  throw new CauseError('PERMISSION_DENIED', { code: 'PLAN_FEATURE', data: { feature: 'posting' } });
}

/** The check, right before a post goes out, whether the plan includes posting. */
export interface PlanCheck {
  readonly covers: boolean;
  /** The same, checked again in the transaction of the commit's intent; billing is not asked again. */
  stillCovers(trx: Transaction<PublishingDatabase>): Promise<boolean>;
}

/** Checks the plan. An unknown plan holds no post back, because the account was connected under a plan that posts. */
export async function checkPlan(deps: PlanDeps, userId: string): Promise<PlanCheck> {
  let answer: ReturnType<AskTier> | undefined;
  const asking: AskTier = (id) => {
    answer = deps.askTier(id);
    return answer;
  };
  const covers = await unlessUnknown(mayPost({ ...deps, askTier: asking }, userId));
  const remembered: AskTier = () =>
    answer ?? Promise.reject(new AppError('UNAVAILABLE', 'PLAN_UNKNOWN', 'Billing was not asked.'));
  return {
    covers,
    stillCovers: (trx) => unlessUnknown(mayPost({ ...deps, db: trx, askTier: remembered }, userId)),
  };
}

async function unlessUnknown(covered: Promise<boolean>): Promise<boolean> {
  try {
    return await covered;
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'UNAVAILABLE' || error.kind === 'DEADLINE_EXCEEDED')) return true;
    throw error;
  }
}
