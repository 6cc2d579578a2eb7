import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { KeyRing } from '@reelwright/config';
import { AppError } from '@reelwright/errors';
import { bytesResponse, errorResponses } from '@reelwright/http-server';
import type { Streams } from '@reelwright/metrics';
import { type ObjectStore, verifySignedPath } from '@reelwright/object-store';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { GenerationDatabase } from '../database.ts';
import { parseRange } from './byte-range.ts';
import { findMedia } from './find-media.ts';
import type { Redirect } from './redirect.ts';

const Params = Type.Object({
  file: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.(mp4|webp)$' }),
});
const Bytes = bytesResponse('video/mp4', 'image/webp');
const response = { 200: Bytes, 206: Bytes, 304: Type.Null(), 307: Type.Null(), ...errorResponses(403, 404, 416) };
const Query = Type.Object({
  exp: Type.Optional(Type.String()),
  sig: Type.Optional(Type.String()),
  redirect: Type.Optional(Type.Literal('no')),
});

/**
 * GET and HEAD /media/{id}.mp4 and .webp with `exp` and `sig`: anyone with the address, such as a platform, may load
 * the file until it expires. It always serves the newest finished rendition; `v` is only for caches. Supports HTTP
 * ranges; no compression. With `redirect`, GET is redirected to the bucket, except with `redirect=no`.
 */
export const mediaRoutes: FastifyPluginAsyncTypebox<{
  db: Kysely<GenerationDatabase>;
  store: ObjectStore;
  signingKeys: KeyRing;
  redirect: Redirect | undefined;
  streams: Streams<'kind'>;
}> = async (app, { db, store, signingKeys, redirect, streams }) => {
  app.get('/media/:file', { schema: { params: Params, querystring: Query, response } }, async (request, reply) => {
    const { file } = request.params;
    if (!verifySignedPath(`/media/${file}`, request.query, { keys: signingKeys, now: new Date() })) {
      throw new AppError(
        'PERMISSION_DENIED',
        'MEDIA_LINK_EXPIRED',
        'This link has ended. Open the dashboard for a new one.',
      );
    }
    const [id = '', kind] = file.split('.');
    const [media] = await findMedia(db, [id]);
    const key = kind === 'mp4' ? media?.mediaKey : media?.posterKey;
    const size = key ? await store.size(key) : undefined;
    if (!media || !key || size === undefined) throw new AppError('NOT_FOUND', 'NO_SUCH_VIDEO', 'This video is gone.');

    const contentType = kind === 'mp4' ? 'video/mp4' : 'image/webp';
    // An address of the bucket is signed for GET only, and HEAD has no bytes to save.
    if (redirect && request.method === 'GET' && request.query.redirect !== 'no') {
      return reply.header('cache-control', 'no-store').redirect(await redirect(key, contentType), 307);
    }
    const etag = `"${media.sha256.slice(0, 32)}-${kind}"`;
    reply
      .type(contentType)
      .header('accept-ranges', 'bytes')
      .header('etag', etag)
      .header('cache-control', 'private, max-age=3600')
      .header('content-disposition', 'inline');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send(null);
    const ifRange = request.headers['if-range'];
    const rangeHeader = ifRange && ifRange !== etag ? undefined : request.headers.range;
    const range = parseRange(rangeHeader, size);
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${size}`);
      throw new AppError('INVALID_ARGUMENT', 'RANGE_NOT_SATISFIABLE', 'The file has no such range.', {
        httpStatus: 416,
      });
    }
    const bytes = range ? range.end - range.start + 1 : size;
    reply.header('content-length', bytes);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    return reply.send(
      streams.observe(await store.get(key, range), bytes, { kind: kind === 'mp4' ? 'clip' : 'poster' }),
    );
  });
};
