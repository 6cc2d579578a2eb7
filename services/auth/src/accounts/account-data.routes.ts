import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses, requireUser } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';

const Answer = Type.Object({
  part: Type.Literal('account'),
  exportedAt: Type.String(),
  data: Type.Object({
    profile: Type.Unknown(),
    signIns: Type.Unknown(),
    apiKey: Type.Unknown(),
    mails: Type.Unknown(),
  }),
});

/**
 * GET /api/account-data/account → {part, exportedAt, data}: who the person is to us.
 * The caller's own rows only, and columns named one by one, so that a hash never slips in.
 */
export const accountDataRoutes: FastifyPluginAsyncTypebox<{
  db: Kysely<AuthDatabase>;
  clock: Clock;
}> = async (app, { db, clock }) => {
  const schema = { response: { 200: Answer, ...errorResponses(401) } };
  app.get('/api/account-data/account', { schema }, async (request) => {
    const { userId } = requireUser(request);
    const data = await readAccountData(db, userId);
    return { part: 'account' as const, exportedAt: clock.now().toISOString(), data };
  });
};

async function readAccountData(db: Kysely<AuthDatabase>, userId: string) {
  const id = Number(userId);
  const [profile, signIns, apiKey, mails] = await Promise.all([
    db
      .selectFrom('users')
      .select([
        'id',
        'email',
        'email_verified as emailVerified',
        'google_sub as googleAccountId',
        'first_name as firstName',
        'last_name as lastName',
        'profile_image_url as profileImageUrl',
        'mail_notices as mailNotices',
        'created_at as createdAt',
        'updated_at as updatedAt',
        'last_active_at as lastActiveAt',
      ])
      .where('id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('sessions')
      .select(['touched_at as lastUsedAt', 'expire as endsAt'])
      .where('user_id', '=', id)
      .orderBy('touched_at')
      .execute(),
    db
      .selectFrom('api_keys')
      .select(['prefix', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('user_id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('mails')
      .select(['kind', 'to_address as to', 'state', 'created_at as createdAt'])
      // One with a link to set a new password is noted before it is known whose address that is.
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
  ]);
  return { profile: profile ?? null, signIns, apiKey: apiKey ?? null, mails };
}
