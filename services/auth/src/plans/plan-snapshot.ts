import type { GetEntitlementResponse, SubscriptionChanged } from '@reelwright/contracts';
import { videosPerMonth } from '@reelwright/product';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';

/** The plan of a user, as GET /api/auth/user returns it. Times are ISO strings. */
export interface Entitlement {
  tier: string;
  videosPerMonth: number;
  isAnnual: boolean;
  /** One of the product's subscription statuses. */
  status: string;
  /** The paid plan that begins when the period ends. */
  nextTier: string | null;
  /** Whether that plan is billed annually; null without one, or when billing does not know. */
  nextIsAnnual: boolean | null;
  /** The overdue amount in cents of the currency; null when none is overdue or the amount is not known. */
  overdueCents: number | null;
  overdueCurrency: string | null;
  stripeSubscriptionId: string | null;
  /** The end of the paid period. */
  currentPeriodEnd: string | null;
  cancelledAt: string | null;
  expiresAt: string | null;
  /** When the plan falls back to free; null for no end. */
  entitledUntil: string | null;
}

/** The entitlement after a plan has ended. */
const FREE_PLAN: Entitlement = {
  tier: 'free',
  videosPerMonth: videosPerMonth.free,
  isAnnual: false,
  status: 'none',
  nextTier: null,
  nextIsAnnual: null,
  overdueCents: null,
  overdueCurrency: null,
  stripeSubscriptionId: null,
  currentPeriodEnd: null,
  cancelledAt: null,
  expiresAt: null,
  entitledUntil: null,
};

/** Fields that older snapshots lack. */
const MISSING_IN_OLD_SNAPSHOTS = {
  status: 'active',
  nextTier: null,
  nextIsAnnual: null,
  overdueCents: null,
  overdueCurrency: null,
  currentPeriodEnd: null,
} as const;

/** Converts billing's response or event. */
export function entitlementFrom(source: SubscriptionChanged | GetEntitlementResponse): Entitlement {
  return {
    tier: source.tier,
    videosPerMonth: source.videosPerMonth,
    isAnnual: source.isAnnual,
    status: source.status,
    nextTier: source.nextTier || null,
    nextIsAnnual: source.nextIsAnnual ?? null,
    overdueCents: source.overdueCents ?? null,
    overdueCurrency: source.overdueCurrency ?? null,
    stripeSubscriptionId: source.stripeSubscriptionId || null,
    currentPeriodEnd: source.currentPeriodEnd?.toISOString() ?? null,
    cancelledAt: source.cancelledAt?.toISOString() ?? null,
    expiresAt: source.expiresAt?.toISOString() ?? null,
    entitledUntil: source.entitledUntil?.toISOString() ?? null,
  };
}

export interface Usage {
  videosUsedThisMonth: number;
  videosGeneratedThisMonth: number;
  resetsAt: string | null;
  lastRegeneratedAt: string | null;
}

/** The maximum age of a snapshot that is returned while a service is down. */
const MAX_AGE_MS = 24 * 3_600_000;
/** An unchanged plan or usage is saved again only after this long, because every page reads it. */
const SAVE_INTERVAL = '1 hour';

/** Saves the newest entitlement, from a response or an event, for the time when billing is down. */
export async function saveEntitlement(
  db: Kysely<AuthDatabase> | Transaction<AuthDatabase>,
  userId: number,
  entitlement: Entitlement,
  revision: number,
  now: Date,
): Promise<void> {
  await db
    .insertInto('plan_snapshots')
    .values({
      user_id: userId,
      entitlement: JSON.stringify(entitlement),
      entitlement_revision: revision,
      entitlement_seen_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({
          entitlement: JSON.stringify(entitlement),
          entitlement_revision: revision,
          entitlement_seen_at: now,
        })
        .where('plan_snapshots.entitlement_revision', '<=', revision)
        .where(
          sql<boolean>`(plan_snapshots.entitlement is distinct from excluded.entitlement
            or plan_snapshots.entitlement_revision < excluded.entitlement_revision
            or plan_snapshots.entitlement_seen_at < excluded.entitlement_seen_at - ${SAVE_INTERVAL}::interval)`,
        ),
    )
    .execute();
}

export async function saveUsage(db: Kysely<AuthDatabase>, userId: number, usage: Usage, now: Date): Promise<void> {
  await db
    .insertInto('plan_snapshots')
    .values({ user_id: userId, usage: JSON.stringify(usage), usage_seen_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ usage: JSON.stringify(usage), usage_seen_at: now })
        .where(
          sql<boolean>`(plan_snapshots.usage is distinct from excluded.usage
            or plan_snapshots.usage_seen_at < excluded.usage_seen_at - ${SAVE_INTERVAL}::interval)`,
        ),
    )
    .execute();
}

/** The last snapshot, unless it is too old; a plan that has ended since is the free plan. */
export async function findSnapshot(
  db: Kysely<AuthDatabase>,
  userId: number,
  now: Date,
): Promise<{ entitlement: Entitlement | undefined; usage: Usage | undefined }> {
  const row = await db
    .selectFrom('plan_snapshots')
    .select(['entitlement', 'entitlement_seen_at', 'usage', 'usage_seen_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const isFresh = (seenAt: Date | null | undefined) => seenAt && now.getTime() - seenAt.getTime() < MAX_AGE_MS;
  const saved = isFresh(row?.entitlement_seen_at) ? row?.entitlement : undefined;
  const hasEnded = saved?.entitledUntil ? new Date(saved.entitledUntil) <= now : false;
  return {
    entitlement: hasEnded ? FREE_PLAN : saved ? { ...MISSING_IN_OLD_SNAPSHOTS, ...saved } : undefined,
    usage: isFresh(row?.usage_seen_at) ? (row?.usage ?? undefined) : undefined,
  };
}
