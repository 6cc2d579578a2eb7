import { truncateSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptStreams } from '../core/bodies.ts';
import type { Sandbox } from '../core/sandbox.ts';
import type { Publication, Publications } from './publications.ts';
import { chunkRange, type Source } from './source-info.ts';

type FileSource = Extract<Source, { source: 'FILE_UPLOAD' }>;

const types = ['video/mp4', 'video/quicktime', 'video/webm'];

/** `PUT {upload_url}`: chunks in order, without a bearer token. Every response has the stored bytes, from which to continue. */
export function addUploads(app: FastifyInstance, sandbox: Sandbox, publications: Publications): void {
  const { media, chaos, clock } = sandbox;
  const busy = new Set<string>();

  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    acceptStreams(uploads);
    uploads.put<{ Querystring: { upload_id?: string; upload_token?: string } }>('/video/', async (request, reply) => {
      const publication = publications.get(request.query.upload_id ?? '');
      const { source } = publication ?? {};
      if (!publication || source?.source !== 'FILE_UPLOAD' || publication.uploadToken !== request.query.upload_token) {
        return reply.code(404).send();
      }
      if (publication.failReason !== null && publication.committedAt === null) return reply.code(404).send();
      if (publication.uploadEndsAt <= clock.real().getTime()) return reply.code(403).send();
      // A second PUT while the first still writes; the chunk may be sent again later.
      if (busy.has(publication.id)) return answer(reply, 503, publication, source);
      if (chaos.strikes('tiktok', 'brokenUpload', publication.id)) {
        request.fault = 'brokenUpload';
        publications.fail(publication, 'internal');
        return reply.code(404).send();
      }
      busy.add(publication.id);
      try {
        return await receive(publication, source, request, reply);
      } finally {
        busy.delete(publication.id);
      }
    });
  });

  const receive = async (
    publication: Publication,
    source: FileSource,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const stored = media.size(publication.mediaId);
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '') ?? [];
    if (!types.includes(request.headers['content-type'] ?? '') || first === undefined)
      return answer(reply, 400, publication, source);
    if (Number(total) !== source.size) return answer(reply, 400, publication, source);
    const expected = chunkRange(Math.floor(stored / source.chunkSize), source);
    if (
      stored >= source.size ||
      Number(first) !== stored ||
      Number(first) !== expected.first ||
      Number(last) !== expected.last
    ) {
      return answer(reply, 416, publication, source);
    }
    const length = expected.last - expected.first + 1;
    if (Number(request.headers['content-length']) !== length) return answer(reply, 400, publication, source);
    try {
      await media.append(publication.mediaId, request.body as Readable);
    } catch {
      truncateSync(media.path(publication.mediaId), stored);
      return answer(reply, 400, publication, source);
    }
    if (expected.last < source.size - 1) return answer(reply, 206, publication, source);
    publications.commit(publication, await media.finish(publication.mediaId, 'video/mp4'));
    return answer(reply, 201, publication, source);
  };

  const answer = (reply: FastifyReply, status: number, { mediaId }: Publication, { size }: FileSource): FastifyReply =>
    reply
      .code(status)
      .header('content-range', `bytes 0-${media.size(mediaId)}/${size}`)
      .send();
}
