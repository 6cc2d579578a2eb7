import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from '@reelwright/errors';
import { bytesResponse, errorResponses, requireUser } from '@reelwright/http-server';
import Type from 'typebox';
import { changePhoto, type PhotoDeps, removePhoto } from './change-photo.ts';
import { findPhoto } from './photo.repository.ts';
import { PHOTO_TYPES, unsupportedImage } from './photo-kind.ts';

/** The gateway has the same limit for this route. */
const MAX_UPLOAD_BYTES = 1024 * 1024;

const PhotoResponse = Type.Object({ profileImageUrl: Type.Union([Type.String(), Type.Null()]) });

/** PUT and DELETE /api/auth/user/photo, for the signed-in user; GET /api/profile-photos/{id} for anyone who has the id. */
export const photoRoutes: FastifyPluginAsyncTypebox<PhotoDeps> = async (app, deps) => {
  app.delete(
    '/api/auth/user/photo',
    { schema: { response: { 200: PhotoResponse, ...errorResponses(401) } } },
    async (request) => {
      await removePhoto(deps, requireUser(request).userId);
      return { profileImageUrl: null };
    },
  );

  app.get(
    '/api/profile-photos/:id',
    {
      schema: {
        params: Type.Object({ id: Type.String() }),
        response: { 200: bytesResponse('image/webp'), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const image = await findPhoto(deps.db, request.params.id);
      if (!image) throw new AppError('NOT_FOUND', 'NO_SUCH_PHOTO', 'There is no such photo.');
      reply.headers({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        // An id is never reused. Only the reader's browser caches it, so no shared cache keeps a removed photo.
        'cache-control': 'private, max-age=31536000, immutable',
      });
      return reply.send(image as never);
    },
  );

  await app.register(uploadRoute, deps);
};

/** A separate plugin, because only this route takes an image and a larger body. */
const uploadRoute: FastifyPluginAsyncTypebox<PhotoDeps> = async (app, deps) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(PHOTO_TYPES, { parseAs: 'buffer', bodyLimit: MAX_UPLOAD_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser('*', (_request, _payload, done) => done(unsupportedImage()));

  app.put(
    '/api/auth/user/photo',
    {
      config: { readsBody: true },
      schema: { response: { 200: PhotoResponse, ...errorResponses(400, 401, 413, 415, 429, 503) } },
      // Before the body is read: without a session it is not.
      onRequest: async (request) => {
        requireUser(request);
      },
    },
    async (request) => {
      const { body } = request;
      if (!Buffer.isBuffer(body)) throw unsupportedImage();
      return { profileImageUrl: await changePhoto(deps, requireUser(request).userId, body) };
    },
  );
};
