import { createHash, randomBytes } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { decodeUtf8, duplicateField, errorResponses, oneOf } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { ConnectionListener } from '../connections/connection-change.ts';
import { lockConnectionsOfPerson } from '../connections/connections.repository.ts';
import { disconnect } from '../connections/disconnect.ts';
import type { PublishingDatabase } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';
import { addDataDeletion, findDataDeletion, lockRequest } from './data-deletion.repository.ts';
import { signedUserId } from './signed-request.ts';

interface DataDeletionDeps extends ConnectionListener {
  readonly db: Kysely<PublishingDatabase>;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Each platform of Meta signs with the secret of its own app. */
  readonly secrets: readonly { readonly platform: Platform; readonly secret: string }[];
  readonly wake: () => void;
}

/**
 * POST /api/meta/data-deletion: Meta's callback when a person asks for deletion (`signed_request`, form-encoded)
 * → {url, confirmation_code}; the page at `url` shows people what GET /api/meta/data-deletion/{code} answers.
 */
export const dataDeletionRoutes: FastifyPluginAsyncTypebox<DataDeletionDeps> = async (app, deps) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: 16_384 },
    async (_request: unknown, body: Buffer) => readForm(decodeUtf8(body)),
  );

  app.post(
    '/api/meta/data-deletion',
    {
      config: { crossSite: true },
      schema: {
        body: Type.Object({ signed_request: Type.String({ maxLength: 8_000 }) }),
        response: {
          200: Type.Object({ url: Type.String(), confirmation_code: Type.String() }),
          ...errorResponses(400),
        },
      },
    },
    async (request) => {
      const subject = subjectOf(request.body.signed_request);
      const { db, clock } = deps;
      const requestHash = createHash('sha256')
        .update(request.body.signed_request.split('.')[1] ?? '')
        .digest('hex');
      const code = await db.transaction().execute(async (trx) => {
        // The same request, sent again: an account that was connected after the first one stays connected.
        const known = await lockRequest(trx, requestHash);
        if (known) return known;
        const fresh = randomBytes(16).toString('hex');
        const rows = await lockConnectionsOfPerson(trx, subject.platform, subject.userId);
        await disconnect(trx, deps, rows, { erase: true, removedAtPlatform: true });
        await addDataDeletion(trx, {
          code: fresh,
          platform: subject.platform,
          connections: rows.length,
          connection_ids: rows.map(({ id }) => id),
          requested_at: clock.now(),
          request_hash: requestHash,
        });
        return fresh;
      });
      deps.wake();
      return { url: `${deps.publicUrl}/data-deletion?code=${code}`, confirmation_code: code };
    },
  );

  app.get(
    '/api/meta/data-deletion/:code',
    {
      schema: {
        params: Type.Object({ code: Type.String({ maxLength: 64 }) }),
        response: {
          200: Type.Object({
            state: oneOf(['in_progress', 'completed']),
            message: Type.String(),
            requestedAt: Type.String(),
          }),
          ...errorResponses(404),
        },
      },
    },
    async (request) => {
      const row = await findDataDeletion(deps.db, request.params.code);
      if (!row) throw new AppError('NOT_FOUND', 'NO_SUCH_REQUEST', 'There is no such deletion request.');
      const left =
        row.connection_ids.length > 0 &&
        (await deps.db
          .selectFrom('social_connections')
          .select('id')
          .where('id', 'in', row.connection_ids)
          .where('erase_pending', '=', true)
          .executeTakeFirst());
      const requestedAt = row.requested_at.toISOString();
      if (left) return { state: 'in_progress' as const, message: 'The data is being deleted.', requestedAt };
      return {
        state: 'completed' as const,
        message:
          row.connections > 0
            ? 'The connection and everything Reelwright kept about the account has been deleted.'
            : 'Reelwright held nothing about this account.',
        requestedAt,
      };
    },
  );

  function subjectOf(signedRequest: string): { platform: Platform; userId: string } {
    for (const { platform, secret } of deps.secrets) {
      const userId = signedUserId(signedRequest, secret, deps.clock.real());
      if (userId) return { platform, userId };
    }
    throw new AppError('INVALID_ARGUMENT', 'BAD_SIGNATURE', 'This request is not signed by Meta.');
  }
};

function readForm(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)];
  const doubled = fields.find(([name], index) => fields.findIndex(([other]) => other === name) < index);
  if (doubled) throw duplicateField(doubled[0]);
  return Object.fromEntries(fields);
}
