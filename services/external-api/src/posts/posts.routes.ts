import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from '@reelwright/errors';
import { errorResponses } from '@reelwright/http-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { requirePartner } from '../partners/partner.ts';
import { type HandlePostDeps, handlePost } from './handle-post.ts';
import { getPosts } from './post.repository.ts';
import { answerOf, DatedPostAnswer, PostAnswer } from './post-answer.ts';
import { type Platform, platforms } from './post-request.ts';

/** 100 MB of video as base64 with line breaks, and the fields. */
const BODY_LIMIT = 160 * 1024 * 1024;

/** What these codes mean to HTTP beyond their kind. */
const STATUSES: Readonly<Record<string, number>> = {
  VIDEO_TOO_LARGE: 413,
  UNSUPPORTED_VIDEO: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
};

const Params = Type.Object({ platform: Type.Union(platforms.map((platform) => Type.Literal(platform))) });
const response = { 200: PostAnswer, 202: PostAnswer, ...errorResponses(400, 401, 404, 409, 413, 415, 422, 429, 503) };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NO_POST = '00000000-0000-0000-0000-000000000000';
/** When to ask again about a post that is still processed. */
const ASK_AGAIN_SECONDS = 15;

/**
 * POST /api/external/post-video {platforms, videoFile | videoUrl, description?, title?} and
 * POST /api/external/{platform}/post, as JSON (videoFile in base64) or multipart/form-data (videoFile as a file).
 * Bodies are read as they come and never held in memory. GET /api/external/posts/{id} says how a post stands.
 */
export const postRoutes: FastifyPluginAsyncTypebox<HandlePostDeps> = async (app, deps) => {
  await app.register(multipart);
  // The handler reads the stream itself, once it knows who sends it and whether the request was answered before.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (_request, payload, done) => done(null, payload));

  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof AppError ? STATUSES[error.code] : undefined;
    if (!(error instanceof AppError) || status === undefined) throw error;
    request.log.info({ code: error.code, requestId: request.id }, 'request refused');
    return reply.code(status).send({ error: error.code, message: error.message, requestId: request.id });
  });

  async function post(request: FastifyRequest, reply: FastifyReply, only?: Platform): Promise<void> {
    if (!/^(application\/json|multipart\/form-data)\b/i.test(request.headers['content-type'] ?? '')) {
      throw new AppError('INVALID_ARGUMENT', 'MISSING_PARAMETERS', 'Send the parameters as JSON or as a form.');
    }
    const { code, answer, replayed, preferenceApplied } = await handlePost(deps, request, reply, only);
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

  app.get(
    '/api/external/posts/:id',
    {
      schema: {
        params: Type.Object({ id: Type.String() }),
        response: { 200: DatedPostAnswer, ...errorResponses(401, 404, 429) },
      },
    },
    async (request, reply) => {
      const { userId } = requirePartner(request as FastifyRequest);
      const id = request.params.id.toLowerCase();
      // A text that is no id names no post either.
      const rows = await getPosts(deps.db, { requestId: UUID.test(id) ? id : NO_POST, userId });
      const { answer } = answerOf(id, rows);
      if (answer.status === 'processing') reply.header('retry-after', ASK_AGAIN_SECONDS);
      const dates = (at: 'created_at' | 'updated_at') => rows.map((row) => row[at].getTime());
      return {
        ...answer,
        createdAt: new Date(Math.min(...dates('created_at'))).toISOString(),
        updatedAt: new Date(Math.max(...dates('updated_at'))).toISOString(),
      };
    },
  );
};
