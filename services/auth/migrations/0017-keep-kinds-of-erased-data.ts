import { type Kysely, sql } from 'kysely';

const KINDS = {
  profile: 'profile',
  'profile photo': 'profile_photo',
  'sign-ins': 'session',
  'API keys': 'api_key',
  plans: 'plan',
  'customers at Stripe': 'stripe_customer',
  'checkouts and changes': 'checkout_or_change',
  'payments, kept in the books without a name': 'payment_kept_without_name',
  'calendar entries': 'calendar_entry',
  'video settings': 'configuration',
  regenerations: 'regeneration',
  'usage records': 'usage_record',
  'video files': 'video_file',
  'video requests': 'video_request',
  'Drive folders': 'drive_folder',
  'videos in Drive': 'drive_video',
  'upload records': 'upload_record',
  'connected accounts': 'connection',
  'posts and plans to post': 'post',
  'videos to post': 'video_to_post',
  'records of you': 'user_record',
  'page views, kept without a name': 'page_view_kept_without_name',
  'counted payments and videos, kept without a name': 'counted_payment_or_video_kept_without_name',
  'uploaded videos': 'uploaded_video',
  'posts by API key': 'api_post',
  'kept answers': 'idempotency_key',
  'idempotency keys': 'idempotency_key',
};

/** What was erased is kept as a kind and its count, without words. A text that is not listed becomes 'other_record'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update account_deletion_parts set erased = (
    select jsonb_agg(
        jsonb_build_object(
          'kind', coalesce(${JSON.stringify(KINDS)}::jsonb ->> (item ->> 'what'), 'other_record'),
          'count', item -> 'count'
        ) order by number)
      from jsonb_array_elements(erased) with ordinality as items (item, number)
    ) where erased <> '[]'`.execute(db);
}
