import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses, requireUser } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { AuthDatabase } from '../database.ts';
import { apiKeyPrefix, createApiKey, hashApiKey } from './api-key.ts';

const Status = Type.Object({
  hasKey: Type.Boolean(),
  createdAt: Type.Union([Type.String(), Type.Null()]),
  lastUsedAt: Type.Union([Type.String(), Type.Null()]),
  prefix: Type.Union([Type.String(), Type.Null()]),
});

/** One key per user: making a new one replaces the old, which stops working at once. */
export const apiKeyRoutes: FastifyPluginAsyncTypebox<{
  db: Kysely<AuthDatabase>;
  clock: Clock;
  forget: (keyHash: string) => void;
}> = async (app, { db, clock, forget }) => {
  app.get('/api/api-key-status', { schema: { response: { 200: Status, ...errorResponses(401) } } }, async (request) => {
    const { userId } = requireUser(request);
    const row = await db
      .selectFrom('api_keys')
      .select(['prefix', 'created_at', 'last_used_at'])
      .where('user_id', '=', Number(userId))
      .executeTakeFirst();
    return {
      hasKey: row !== undefined,
      createdAt: row?.created_at.toISOString() ?? null,
      lastUsedAt: row?.last_used_at?.toISOString() ?? null,
      prefix: row?.prefix ?? null,
    };
  });

  app.post(
    '/api/generate-api-key',
    { schema: { response: { 200: Type.Object({ apiKey: Type.String() }), ...errorResponses(401) } } },
    async (request) => {
      const userId = Number(requireUser(request).userId);
      const apiKey = createApiKey();
      const fields = { key_hash: hashApiKey(apiKey), prefix: apiKeyPrefix(apiKey), created_at: clock.now() };
      const old = await db.selectFrom('api_keys').select('key_hash').where('user_id', '=', userId).executeTakeFirst();
      await db
        .insertInto('api_keys')
        .values({ user_id: userId, ...fields, last_used_at: null })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...fields, last_used_at: null }))
        .execute();
      if (old) forget(old.key_hash);
      return { apiKey };
    },
  );

  app.delete(
    '/api/revoke-api-key',
    { schema: { response: { 204: Type.Null(), ...errorResponses(401) } } },
    async (request, reply) => {
      const { userId } = requireUser(request);
      const gone = await db
        .deleteFrom('api_keys')
        .where('user_id', '=', Number(userId))
        .returning('key_hash')
        .executeTakeFirst();
      if (gone) forget(gone.key_hash);
      return reply.code(204).send(null);
    },
  );
};
