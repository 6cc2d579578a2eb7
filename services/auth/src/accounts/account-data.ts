import { namedColumns } from '@reelwright/postgres';
import { type Kysely, sql } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { profileColumns } from '../users/profile-settings.ts';

/**
 * `data` of GET /api/account-data/account. Selects the user’s own rows only, and each column by name, so that no hash
 * is exported.
 */
export async function readAccountData(db: Kysely<AuthDatabase>, userId: string, publicUrl: string) {
  const id = Number(userId);
  const [profile, signIns, browsers, apiKey, mails, mailedPosts] = await Promise.all([
    db
      .selectFrom('users')
      .select([
        'id',
        'email',
        'email_verified as emailVerified',
        'google_sub as googleAccountId',
        'profile_image_url as profileImageUrl',
        'created_at as createdAt',
        'updated_at as updatedAt',
        'last_active_at as lastActiveAt',
      ])
      .select(namedColumns(profileColumns))
      .where('id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('sessions')
      .select(['touched_at as lastUsedAt', 'expire as endsAt'])
      .where('user_id', '=', id)
      .orderBy('touched_at')
      .execute(),
    db
      .selectFrom('known_browsers')
      .select(['seen_at as lastSignInAt'])
      .where('user_id', '=', id)
      .orderBy('seen_at')
      .execute(),
    db
      .selectFrom('api_keys')
      .select(['prefix', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('mails')
      .select(['kind', 'to_address as to', 'state', 'created_at as createdAt'])
      // Only the details of a contact mail are the user's own text; those of other kinds contain secrets and payment
      // links.
      .select(sql<Record<string, string> | null>`case when kind = 'contact' then details end`.as('written'))
      // A reset mail is enqueued before its address is looked up.
      .where(({ and, eb, or, selectFrom }) =>
        or([
          eb('user_id', '=', id),
          and([
            eb('user_id', 'is', null),
            eb('to_address', '=', selectFrom('users').select('email').where('id', '=', id)),
          ]),
        ]),
      )
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('post_notices')
      .select(['video_id as videoId', 'platform', 'action', 'details', 'created_at as notedAt'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .execute(),
  ]);
  // An uploaded photo is stored as a path.
  const url = profile?.profileImageUrl;
  const profileImageUrl = url ? new URL(url, publicUrl).href : null;
  return {
    profile: profile ? { ...profile, profileImageUrl } : null,
    signIns,
    browsers,
    apiKey: apiKey ?? null,
    mails,
    mailedPosts,
  };
}
