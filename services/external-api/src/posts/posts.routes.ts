import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from '@reelwright/errors';
import { errorResponses } from '@reelwright/http-server';
import { type Platform, platforms } from '@reelwright/product';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type HandlePostDeps, handlePost } from './handle-post.ts';
import { PostAnswer } from './post-answer.ts';

/** 100 MB of video as base64 with line breaks, and the fields. */
const BODY_LIMIT = 160 * 1024 * 1024;

const Params = Type.Object({ platform: Type.Union(platforms.map((platform) => Type.Literal(platform))) });
const refusals = errorResponses(400, 401, 404, 409, 413, 415, 422, 429, 500, 503);
/** 500 has the outcome of each platform when all failed, and none for an internal error. */
const response = { 200: PostAnswer, 202: PostAnswer, ...refusals, 500: Type.Union([PostAnswer, refusals[500]]) };

/**
 * POST /api/external/post-video {platforms, videoFile | videoUrl, description?, title?} and
 * POST /api/external/{platform}/post, as JSON (videoFile in base64) or multipart/form-data (videoFile as a file).
 * Bodies are streamed and never held in memory.
 */
export const postRoutes: FastifyPluginAsyncTypebox<HandlePostDeps> = async (app, deps) => {
  await app.register(multipart);
  // The handler reads the stream itself, after it has checked the partner and the idempotency key.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));

  async function post(request: FastifyRequest, reply: FastifyReply, only?: Platform): Promise<void> {
    if (!/^(application\/json|multipart\/form-data)\b/i.test(request.headers['content-type'] ?? '')) {
      throw new AppError('INVALID_ARGUMENT', 'MISSING_PARAMETERS', 'Send the parameters as JSON or as a form.');
    }
    const handled = await handlePost(deps, request, reply, only);
    const { code, answer, replayed, preferenceApplied, retryAfterSeconds } = handled;
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
    if (replayed) reply.header('idempotent-replayed', 'true');
    if (preferenceApplied) reply.header('preference-applied', preferenceApplied);
    await reply.code(code).header('location', `/api/external/posts/${answer.id}`).send(answer);
  }

  app.post(
    '/api/external/post-video',
    { bodyLimit: BODY_LIMIT, config: { readsBody: true }, schema: { response } },
    (request, reply) => post(request as FastifyRequest, reply as FastifyReply),
  );
  app.post(
    '/api/external/:platform/post',
    { bodyLimit: BODY_LIMIT, config: { readsBody: true }, schema: { params: Params, response } },
    (request, reply) => post(request as FastifyRequest, reply as FastifyReply, request.params.platform),
  );
};
