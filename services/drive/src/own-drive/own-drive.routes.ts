import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import { readCause, wordsFor } from '@reelwright/causes';
import { AppError } from '@reelwright/errors';
import { errorResponses, oneOfOrNull, readerOf, requireUser } from '@reelwright/http-server';
import { type DriveConsentCause, ownDriveCauses } from '@reelwright/product';
import { beginConsent } from './consents.ts';
import { leaveOwnDrive } from './end-grant.ts';
import { ConsentRefused, type FinishConsentDeps, finishConsent } from './finish-consent.ts';
import { readOwnDrive } from './read-own-drive.ts';

const CALLBACK_MS = 20_000;

const text = Type.Union([Type.String(), Type.Null()]);
const OwnDrive = Type.Object({
  account: Type.Union([Type.Object({ email: Type.String(), name: Type.String() }), Type.Null()], {
    description: 'The Google account whose Drive new videos go to; null: they go to the folder that Reelwright shares.',
  }),
  waiting: Type.Integer({ description: 'Videos on their way to that Drive.' }),
  code: oneOfOrNull(ownDriveCauses, 'Why these wait, with its message and its fix; or three nulls.'),
  message: text,
  fix: text,
  nextTryAt: text,
});

/**
 * GET /api/drive/google: which Drive new videos go to.
 * GET /api/drive/google/auth → {authUrl}: Google's consent page.
 * GET /api/drive/google/callback → 302 to the profile: ?connected=drive, or ?error=drive&reason={code}.
 * DELETE /api/drive/google → {success: true}: new and waiting videos go to the shared folder; the grant is revoked right after.
 */
export const ownDriveRoutes: FastifyPluginAsyncTypebox<FinishConsentDeps> = async (app, deps) => {
  const { db, consent } = deps;

  app.get('/api/drive/google', { schema: { response: { 200: OwnDrive, ...errorResponses(401) } } }, async (request) => {
    const { code, ...ownDrive } = await readOwnDrive(db, requireUser(request).userId);
    const words = code ? wordsFor(readCause(code, {}), readerOf(request)) : { message: null, fix: null };
    return { ...ownDrive, code, message: words.message, fix: words.fix };
  });

  app.get(
    '/api/drive/google/auth',
    { schema: { response: { 200: Type.Object({ authUrl: Type.String() }), ...errorResponses(401, 404) } } },
    async (request) => ({ authUrl: consent.pageUrl(await beginConsent(deps, requireUser(request).userId)) }),
  );

  app.get(
    '/api/drive/google/callback',
    {
      config: { crossSite: true },
      schema: {
        querystring: Type.Object({
          code: Type.Optional(Type.String({ maxLength: 2_000 })),
          state: Type.Optional(Type.String({ maxLength: 200 })),
          error: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        response: { 302: Type.Null() },
      },
    },
    async (request, reply) => {
      try {
        const { userId } = requireUser(request);
        await finishConsent(deps, { userId, reply: request.query }, AbortSignal.timeout(CALLBACK_MS));
        return reply.redirect('/profile?connected=drive', 302);
      } catch (error) {
        // The address carries a code, never a sentence: anyone can make up an address.
        const reason = reasonOf(error);
        request.log[reason === 'CONNECT_FAILED' ? 'error' : 'info']({ err: error, reason }, 'no own Drive connected');
        return reply.redirect(`/profile?${new URLSearchParams({ error: 'drive', reason })}`, 302);
      }
    },
  );

  app.delete(
    '/api/drive/google',
    { schema: { response: { 200: Type.Object({ success: Type.Literal(true) }), ...errorResponses(401) } } },
    async (request) => {
      await leaveOwnDrive(db, requireUser(request).userId);
      return { success: true } as const;
    },
  );
};

function reasonOf(error: unknown): DriveConsentCause {
  if (error instanceof ConsentRefused) return error.reason;
  return error instanceof AppError && error.httpStatus === 401 ? 'SIGNED_OUT' : 'CONNECT_FAILED';
}
