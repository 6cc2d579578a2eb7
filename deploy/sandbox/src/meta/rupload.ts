import { truncateSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptStreams } from '../core/bodies.ts';
import type { Medium } from '../core/media.ts';
import type { ProviderName } from '../core/origins.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { pull } from '../social/pull.ts';
import { uploadError } from './errors.ts';

export interface UploadTarget {
  /** E.g. `/video-upload`. */
  prefix: string;
  maxBytes: number;
  /** The medium for the bytes of an object. @throws when the token may not upload, or the object expects no bytes */
  open(id: string, token: string): { mediaId: string };
  /** Called when all bytes have arrived. */
  complete(id: string, medium: Medium): object;
}

/** The upload host: `POST {prefix}/{version}/{id}` with the bytes, or with a `file_url` header instead of them. */
export function addRupload(app: FastifyInstance, sandbox: Sandbox, name: ProviderName, target: UploadTarget): void {
  const { media, chaos } = sandbox;
  const busy = new Set<string>();

  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    acceptStreams(uploads);
    uploads.post<{ Params: { version: string; id: string } }>(
      `${target.prefix}/:version/:id`,
      async (request, reply) => {
        const { id } = request.params;
        const token = /^OAuth (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
        if (token === undefined)
          throw uploadError(400, 'NotAuthorizedError', 'Authentication failed: send Authorization: OAuth <token>.');
        const { mediaId } = target.open(id, token);
        if (busy.has(id))
          throw uploadError(503, 'ServiceUnavailableError', 'Another upload of this object is still running.', true);
        busy.add(id);
        try {
          const { file_url: url } = request.headers;
          const medium = typeof url === 'string' ? await fetched(url) : await received(mediaId, request, reply);
          return medium ? target.complete(id, medium) : reply;
        } finally {
          busy.delete(id);
        }
      },
    );
  });

  const fetched = async (url: string): Promise<Medium> => {
    const medium = await pull(sandbox, url, target.maxBytes, AbortSignal.timeout(120_000));
    if (typeof medium === 'string')
      throw uploadError(422, 'FileUrlProcessingError', `The file could not be fetched: ${medium}.`);
    return medium;
  };

  /** The finished medium, or undefined when the response is already sent. */
  const received = async (
    mediaId: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Medium | undefined> => {
    const [offset, size] = [numberOf(request.headers.offset), numberOf(request.headers.file_size)];
    const stored = media.size(mediaId);
    if (offset === undefined)
      throw uploadError(
        400,
        'ParameterValidationError',
        'HeaderValuePredicate: Header Offset not convertable to unsigned long',
      );
    if (size === undefined || size < 1)
      throw uploadError(
        400,
        'ParameterValidationError',
        'HeaderValuePredicate: Header file_size not convertable to unsigned long',
      );
    if (size > target.maxBytes) throw uploadError(400, 'ParameterValidationError', 'The file is too large.');
    if (offset !== stored)
      throw uploadError(
        412,
        'OffsetInvalidError',
        `Request starts at offset ${offset}, but ${stored} bytes are stored.`,
        true,
      );
    const isBroken = chaos.strikes(name, 'brokenUpload', request.url.split('?')[0] ?? '');
    if (isBroken) request.fault = 'brokenUpload';
    try {
      await media.append(mediaId, (request.body as Readable | undefined) ?? Buffer.alloc(0));
    } catch {
      reply.hijack();
      return undefined;
    }
    if (isBroken) truncateSync(media.path(mediaId), stored + Math.floor((media.size(mediaId) - stored) / 2));
    if (media.size(mediaId) > size) {
      truncateSync(media.path(mediaId), stored);
      throw uploadError(400, 'ParameterValidationError', 'The body is longer than file_size.');
    }
    if (media.size(mediaId) < size) {
      throw uploadError(400, 'PartialRequestError', 'Partial request (did not match length of file)', true);
    }
    return media.finish(mediaId, 'video/mp4');
  };
}

function numberOf(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d+$/.test(header) ? Number(header) : undefined;
}
