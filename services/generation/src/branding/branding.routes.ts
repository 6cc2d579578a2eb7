import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses, nullable, oneOf, requireUser } from '@reelwright/http-server';
import { logoCorners, MOST_PALETTE_COLOURS } from '@reelwright/product';
import Type from 'typebox';
import { findBranding, readLogo, type SavedBranding } from './branding.repository.ts';
import { type BrandingDeps, removeBranding, saveBranding } from './save-branding.ts';

const Corner = oneOf(logoCorners);
const Answer = Type.Object({
  logo: nullable(
    Type.Object({
      image: Type.String({ description: 'A PNG in base64, at the size at which it is drawn.' }),
      width: Type.Integer(),
      height: Type.Integer(),
    }),
  ),
  palette: Type.Array(Type.String()),
  corner: Corner,
  savedAt: nullable(Type.String(), 'Null while nothing is saved.'),
});
const Body = Type.Object(
  {
    corner: Corner,
    palette: Type.Array(
      Type.String({ pattern: '^#[0-9a-fA-F]{6}$', errorMessage: { pattern: 'Write colours like #1a2b3c.' } }),
      { maxItems: MOST_PALETTE_COLOURS },
    ),
    logo: Type.Optional(
      nullable(
        Type.String({
          pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
          errorMessage: { pattern: 'The logo must be a file in base64.' },
        }),
        'A PNG, WebP or JPEG of 512 KB at most, in base64. Null removes the logo; without the field it stays.',
      ),
    ),
  },
  { additionalProperties: false },
);

/**
 * GET, PUT, DELETE /api/branding: the logo and the palette of the caller's videos, with the corner of the logo. Saving
 * needs the Elite plan; reading and removing do not, so that nobody keeps what they cannot see.
 */
export const brandingRoutes: FastifyPluginAsyncTypebox<BrandingDeps> = async (app, deps) => {
  const answer = async (userId: string, { logo, palette, corner, savedAt }: SavedBranding) => ({
    logo: logo && {
      image: (await readLogo(deps.db, userId, logo.digest)).toString('base64'),
      width: logo.width,
      height: logo.height,
    },
    palette: [...palette],
    corner,
    savedAt: savedAt?.toISOString() ?? null,
  });

  app.get('/api/branding', { schema: { response: { 200: Answer, ...errorResponses(401) } } }, async (request) => {
    const { userId } = requireUser(request);
    return answer(userId, await findBranding(deps.db, userId));
  });

  app.put(
    '/api/branding',
    { schema: { body: Body, response: { 200: Answer, ...errorResponses(400, 401, 403, 413, 415, 503) } } },
    async (request) => {
      const { userId } = requireUser(request);
      const { corner, palette, logo } = request.body;
      const file = typeof logo === 'string' ? Buffer.from(logo, 'base64') : logo;
      return answer(userId, await saveBranding(deps, userId, { corner, palette, logo: file }));
    },
  );

  app.delete('/api/branding', { schema: { response: { 200: Answer, ...errorResponses(401) } } }, async (request) => {
    const { userId } = requireUser(request);
    return answer(userId, await removeBranding(deps, userId));
  });
};
