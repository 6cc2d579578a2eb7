import { randomUUID } from 'node:crypto';
import { realClock } from '@reelwright/clock';
import { PublishingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { readerOf } from '@reelwright/http-server';
import { createIdentitySigner } from '@reelwright/identity';
import { runUntilSignal } from '@reelwright/lifecycle';
import { createLogger } from '@reelwright/logger';
import { observeStreams } from '@reelwright/metrics';
import { createObjectStore } from '@reelwright/object-store';
import type { FastifyRequest } from 'fastify';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { requirePartner } from '../src/partners/partner.ts';
import { answerOf } from '../src/posts/post-answer.ts';
import { readPostRequest } from '../src/posts/post-request.ts';
import { postToPlatforms } from '../src/posts/post-to-platforms.ts';
import { limitRequests } from '../src/rate-limits/limit-requests.ts';
import { limits } from '../src/rate-limits/rate-limit.ts';
import { createVideoProbe } from '../src/uploads/probe-video.ts';
import { videoReceiver } from '../src/uploads/receive-video.ts';

/**
 * The comparison: this service with one more route, under a path that the gateway accepts as a platform's. It differs
 * only in the parser: Fastify's JSON parser reads the body, and the video is then decoded in one call.
 */
const BODY_LIMIT = 150 * 1024 * 1024;

const config = loadConfig(process.env);
const logger = createLogger({ service: 'external-api', level: config.LOG_LEVEL });
const app = await buildApp({ config, logger });
const signer = createIdentitySigner({ issuer: 'external-api', keyFile: config.IDENTITY_KEY_FILE });
const publishing = createGrpcClient(PublishingServiceClient, { address: config.PUBLISHING_GRPC, signer });
const store = createObjectStore(config.OBJECT_STORE_URL);
const deps = {
  db: app.db,
  clock: realClock,
  store,
  ...createVideoProbe({ store, ffprobePath: config.FFPROBE_PATH }),
  publishing,
  onRefused: () => undefined,
  uploadStreams: observeStreams(app.metrics, 'parsed_upload', 'Videos from partners'),
  allowPrivateUrls: false,
  waitMs: config.POST_WAIT_MS,
  stopping: new AbortController().signal,
};

interface Parsed {
  video: Buffer;
  fields: Record<string, unknown>;
}

await app.http.app.register(async (external) => {
  external.addHook('onRequest', limitRequests(deps, limits.request));
  // Fastify's fastest settings: no search for __proto__, and decoded before any hook reads the text.
  const parse = external.getDefaultJsonParser('ignore', 'ignore');
  external.removeContentTypeParser('application/json');
  external.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    parse(request, text as string, (error, body) => {
      if (error) return done(error);
      const { videoFile, ...fields } = body as { videoFile: string };
      done(null, { video: Buffer.from(videoFile, 'base64'), fields } satisfies Parsed);
    }),
  );
  external.post(
    '/api/external/parsed/post',
    { bodyLimit: BODY_LIMIT, config: { readsBody: true } },
    async (request, reply) => {
      const partner = requirePartner(request as FastifyRequest);
      const { video, fields } = request.body as Parsed;
      const sink = await videoReceiver(deps, partner, reply, false).open();
      await sink.write(video);
      const { mediaKey } = await sink.end();
      const requestId = randomUUID();
      const rows = await postToPlatforms(deps, {
        partner,
        requestId,
        post: readPostRequest(fields, true, 'youtube'),
        mediaKey,
        waitMs: deps.waitMs,
        lost: undefined,
        fetchVideo: async () => undefined,
        begin: async () => undefined,
      });
      const { code, answer } = answerOf(requestId, rows, { now: deps.clock.now(), reader: readerOf(request) });
      return reply.code(code).send(answer);
    },
  );
});

await runUntilSignal({ logger, components: [publishing, ...app.components] });
