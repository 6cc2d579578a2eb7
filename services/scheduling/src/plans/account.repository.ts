import { AppError } from '@reelwright/errors';
import type { Tier } from '@reelwright/product';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { FREE_PLAN, type NextPlan, type Plan, planAt } from './plan-rules.ts';
import { NEVER_PAUSED, type PostingPause } from './posting-pause.ts';

export interface Account {
  readonly userId: string;
  /** The plan in force. */
  readonly plan: Plan;
  /** The end of the last paid period; kept when the plan ends. */
  readonly paidUntil: Date | null;
  /** While a payment is overdue: when the plan ends without it. */
  readonly graceEnds: Date | null;
  readonly revision: number;
  readonly deleted: boolean;
  readonly posting: PostingPause;
  /** The revision of the rules of all posts. */
  readonly postingRevision: number;
}

/** The plan's columns of an account without a plan. */
const NO_PLAN = {
  month_anchor: null,
  entitled_until: null,
  next_tier: null,
  next_videos_per_month: null,
  next_at: null,
  paid_until: null,
};

const NO_PAUSE = { posting_paused: false, posting_paused_at: null, posting_resumed_at: null };

type AccountRow = Selectable<SchedulingDatabase['usage_accounts']>;

/**
 * Locks the user's row, and inserts it if it is missing. Everything that counts against a plan changes under this
 * lock. Call it first in a transaction: its transaction id is then assigned after the wait, so that events are
 * published in the order of the changes.
 */
export async function lockAccount(trx: Transaction<SchedulingDatabase>, userId: string, now: Date): Promise<Account> {
  const lock = () =>
    trx.selectFrom('usage_accounts').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
  let row = await lock();
  if (!row) {
    await trx
      .insertInto('usage_accounts')
      .values({ user_id: userId, ...NO_PLAN, ...NO_PAUSE, deleted_at: null })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute();
    row = await lock();
  }
  if (!row) throw new AppError('INTERNAL', 'ACCOUNT_MISSING', 'The account could not be locked.');
  return toAccount(row, now);
}

/** A user's plan, from billing. */
export interface Entitlement {
  readonly tier: Tier;
  readonly videosPerMonth: number;
  readonly status: string;
  readonly monthAnchor: Date | null;
  readonly entitledUntil: Date | null;
  readonly next: NextPlan | null;
  readonly paidUntil: Date | null;
  readonly revision: number;
}

export async function writeEntitlement(
  trx: Transaction<SchedulingDatabase>,
  userId: string,
  entitlement: Entitlement,
): Promise<void> {
  const { next } = entitlement;
  await trx
    .updateTable('usage_accounts')
    .set({
      tier: entitlement.tier,
      videos_per_month: entitlement.videosPerMonth,
      status: entitlement.status,
      month_anchor: entitlement.monthAnchor,
      entitled_until: entitlement.entitledUntil,
      next_tier: next?.tier ?? null,
      next_videos_per_month: next?.videosPerMonth ?? null,
      next_at: next?.at ?? null,
      paid_until: entitlement.paidUntil,
      revision: entitlement.revision,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Writes the pause of all posts and the revision of their rules. Lock the account first. */
export async function writePause(
  trx: Transaction<SchedulingDatabase>,
  userId: string,
  { paused, pausedAt, resumedAt }: PostingPause,
  revision: number,
): Promise<void> {
  await trx
    .updateTable('usage_accounts')
    .set({
      posting_paused: paused,
      posting_paused_at: pausedAt,
      posting_resumed_at: resumedAt,
      posting_revision: revision,
    })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Part of the statement that writes a configuration (`saved`): copies its version into the account. The dispatcher
 * locks the account only, and compares this version with that of the configuration it read.
 */
export const versionOfSaved = sql`
  update usage_accounts a set configuration_version = saved.version from saved where a.user_id = saved.user_id`;

/** Clears an account. Its row stays, so that late events restore nothing. */
export async function clearAccount(trx: Transaction<SchedulingDatabase>, userId: string, now: Date): Promise<void> {
  const { tier, videosPerMonth } = FREE_PLAN;
  await trx
    .updateTable('usage_accounts')
    .set({ tier, status: 'none', videos_per_month: videosPerMonth, ...NO_PLAN, ...NO_PAUSE, deleted_at: now })
    .where('user_id', '=', userId)
    .execute();
}

/** Reads an account without a lock; an unknown user is on the free plan. */
export async function readAccount(db: Kysely<SchedulingDatabase>, userId: string, now: Date): Promise<Account> {
  const row = await db.selectFrom('usage_accounts').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row
    ? toAccount(row, now)
    : {
        userId,
        plan: FREE_PLAN,
        paidUntil: null,
        graceEnds: null,
        revision: 0,
        deleted: false,
        posting: NEVER_PAUSED,
        postingRevision: 0,
      };
}

function toAccount(row: AccountRow, now: Date): Account {
  const { tier, videos_per_month: videosPerMonth, month_anchor: monthAnchor, entitled_until: entitledUntil } = row;
  const { next_tier: nextTier, next_videos_per_month: nextSize, next_at: at } = row;
  const next = nextTier && nextSize && at ? { tier: nextTier, videosPerMonth: nextSize, at } : null;
  return {
    userId: row.user_id,
    plan: planAt({ tier, videosPerMonth, monthAnchor, next, entitledUntil }, now),
    paidUntil: row.paid_until,
    graceEnds: row.status === 'past_due' ? entitledUntil : null,
    revision: row.revision,
    deleted: row.deleted_at !== null,
    posting: { paused: row.posting_paused, pausedAt: row.posting_paused_at, resumedAt: row.posting_resumed_at },
    postingRevision: row.posting_revision,
  };
}
