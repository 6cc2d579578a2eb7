import type { Kysely } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';
import { listSeenPosts } from '../views/views.repository.ts';

/** `data` of GET /api/account-data/usage. Selects the user’s own rows only, and each column by name. */
export async function readAccountData(db: Kysely<AnalyticsDatabase>, userId: string) {
  const [user, pageViews, plan, payments, configuration, videos, regenerations, connections, posts] = await Promise.all(
    [
      db.selectFrom('users').select('registered_at as registeredAt').where('user_id', '=', userId).executeTakeFirst(),
      db
        .selectFrom('page_views')
        .select(['path', 'user_agent as userAgent', 'ip_address as ipAddress', 'referer', 'created_at as createdAt'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute(),
      db
        .selectFrom('subscriptions')
        .select(['tier', 'entitled_until as entitledUntil'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),
      db
        .selectFrom('payments')
        .select(['payment_id as paymentId', 'tier', 'amount_cents as amountCents', 'currency', 'paid_at as paidAt'])
        .where('user_id', '=', userId)
        .orderBy('paid_at')
        .execute(),
      db.selectFrom('configurations').select('saved_at as savedAt').where('user_id', '=', userId).executeTakeFirst(),
      db
        .selectFrom('videos')
        .select(['video_id as videoId', 'requested_at as requestedAt'])
        .where('user_id', '=', userId)
        .orderBy('requested_at')
        .execute(),
      db
        .selectFrom('regenerations')
        .select(['video_count as videoCount', 'regenerated_at as regeneratedAt'])
        .where('user_id', '=', userId)
        .orderBy('regenerated_at')
        .execute(),
      db.selectFrom('connections').select(['platform', 'state']).where('user_id', '=', userId).execute(),
      listSeenPosts(db, userId),
    ],
  );
  const registeredAt = user?.registeredAt ?? null;
  const configurationSavedAt = configuration?.savedAt ?? null;
  return {
    registeredAt,
    pageViews,
    plan: plan ?? null,
    payments,
    configurationSavedAt,
    videos,
    regenerations,
    connections,
    posts,
  };
}
