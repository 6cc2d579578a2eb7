import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses, requireUser } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { AuthDatabase } from '../database.ts';
import { deleteApiKeys, findApiKey, replaceApiKey } from './api-key.repository.ts';
import { createApiKey } from './api-key.ts';

const Status = Type.Object({
  hasKey: Type.Boolean(),
  createdAt: Type.Union([Type.String(), Type.Null()]),
  lastUsedAt: Type.Union([Type.String(), Type.Null()]),
  prefix: Type.Union([Type.String(), Type.Null()]),
});

/** One key per user: a new key replaces the old one, which stops working at once. */
export const apiKeyRoutes: FastifyPluginAsyncTypebox<{
  db: Kysely<AuthDatabase>;
  clock: Clock;
  evict: (keyHash: string) => void;
  cell: string | undefined;
}> = async (app, { db, clock, evict, cell }) => {
  app.get('/api/api-key-status', { schema: { response: { 200: Status, ...errorResponses(401) } } }, async (request) => {
    const { userId } = requireUser(request);
    const key = await findApiKey(db, Number(userId));
    return {
      hasKey: key !== undefined,
      createdAt: key?.createdAt.toISOString() ?? null,
      lastUsedAt: key?.lastUsedAt?.toISOString() ?? null,
      prefix: key?.prefix ?? null,
    };
  });

  app.post(
    '/api/generate-api-key',
    { schema: { response: { 200: Type.Object({ apiKey: Type.String() }), ...errorResponses(401) } } },
    async (request) => {
      const userId = Number(requireUser(request).userId);
      const apiKey = createApiKey(cell);
      const replacedHash = await replaceApiKey(db, { userId, apiKey, now: clock.now() });
      if (replacedHash) evict(replacedHash);
      return { apiKey };
    },
  );

  app.delete(
    '/api/revoke-api-key',
    { schema: { response: { 204: Type.Null(), ...errorResponses(401) } } },
    async (request, reply) => {
      const { userId } = requireUser(request);
      const revokedHashes = await deleteApiKeys(db, Number(userId));
      revokedHashes.forEach(evict);
      return reply.code(204).send(null);
    },
  );
};
