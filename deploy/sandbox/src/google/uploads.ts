import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptStreams } from '../core/bodies.ts';
import { urlSafeToken } from '../core/ids.ts';
import type { Medium } from '../core/media.ts';
import { partsOf } from '../core/multipart.ts';
import type { ProviderError } from '../core/provider-error.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { block, chunkOf, lengthOf, skipping } from './content-range.ts';
import { googleError } from './errors.ts';

const weekMs = 7 * 24 * 3_600_000;

/** A resumable upload. Its session URI needs no bearer token. */
interface Session {
  id: string;
  path: string;
  mediaId: string;
  contentType: string;
  /** The total of bytes, once known. */
  total: number | null;
  /** The API's data until all bytes have arrived. */
  context: unknown;
  /** The finished resource, which is returned again to repeats. */
  resource: object | null;
  createdAt: number;
}

export interface UploadTarget<Context> {
  /** PATCH replaces the bytes of an existing resource. */
  method: 'POST' | 'PATCH';
  /** E.g. `/upload/drive/v3/files`. */
  path: string;
  /** The accepted media types, in the form of Google's responses. */
  mediaTypes: readonly string[];
  /** Checks rights and metadata before any byte. `size` is undefined if the client did not name it. @throws a provider error */
  begin(request: FastifyRequest, metadata: Record<string, unknown>, size: number | undefined): Context;
  /** Creates the resource from the complete bytes. @throws a provider error */
  complete(context: Context, medium: Medium): object;
}

interface Begin {
  Querystring: { uploadType?: string; upload_id?: string };
}

/** Simple, multipart and resumable uploads of one API. */
export function addUploads<Context>(app: FastifyInstance, sandbox: Sandbox, target: UploadTarget<Context>): void {
  const { store, media, chaos, clock, origins } = sandbox;
  const sessions = store.collection<Session>('google-uploads');
  const busy = new Set<string>();

  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    acceptStreams(uploads);
    const begin = async (request: FastifyRequest<Begin>, reply: FastifyReply): Promise<unknown> => {
      if (request.query.upload_id !== undefined) return goOn(request, reply);
      const body = request.body as Readable | undefined;
      const type = request.query.uploadType;
      if (type === 'resumable') return start(request, reply, metadataOf(request, await read(body)));
      if (type === 'media') {
        const context = target.begin(request, {}, lengthOf(request.headers['content-length']));
        return target.complete(
          context,
          await media.put(body ?? Buffer.alloc(0), request.headers['content-type'] ?? 'application/octet-stream'),
        );
      }
      if (type !== 'multipart') throw googleError(400, 'badRequest', 'Unsupported or missing uploadType.');
      const [metadata, content] = partsOf(request.headers['content-type'] ?? '', await read(body));
      if (!metadata || !content) throw googleError(400, 'badContent', 'Missing end boundary in multipart body.');
      checkMediaType(content.contentType, target.mediaTypes);
      const context = target.begin(request, jsonOf(metadata.body), content.body.length);
      return target.complete(context, await media.put(content.body, content.contentType));
    };
    const goOn = async (request: FastifyRequest<Begin>, reply: FastifyReply): Promise<FastifyReply> => {
      const session = sessions.get(request.query.upload_id ?? '');
      if (!session || session.path !== target.path) throw sessionLost(404);
      if (session.createdAt + weekMs < clock.real().getTime()) throw sessionLost(410);
      if (busy.has(session.id))
        throw googleError(503, 'backendError', 'Another request for this upload is still running.');
      busy.add(session.id);
      try {
        return await receive(session, request, reply);
      } finally {
        busy.delete(session.id);
      }
    };
    // Most clients send the bytes of a session by PUT, Go's by POST.
    const bytesBy = target.method === 'POST' ? ['PUT'] : ['PUT', 'POST'];
    uploads.route<Begin>({ method: target.method, url: target.path, handler: begin });
    uploads.route<Begin>({ method: bytesBy, url: target.path, handler: goOn });
  });

  const start = (request: FastifyRequest, reply: FastifyReply, metadata: Record<string, unknown>): FastifyReply => {
    const total = lengthOf(request.headers['x-upload-content-length']);
    const contentType = String(request.headers['x-upload-content-type'] ?? 'application/octet-stream');
    checkMediaType(contentType, target.mediaTypes);
    const session = sessions.put({
      id: `A${urlSafeToken(60)}`,
      path: target.path,
      context: target.begin(request, metadata, total),
      mediaId: media.begin(),
      contentType,
      total: total ?? null,
      resource: null,
      createdAt: clock.real().getTime(),
    });
    const query = new URLSearchParams({ uploadType: 'resumable', upload_id: session.id });
    return reply
      .header('location', `${origins.server('google')}${request.url.split('?')[0]}?${query}`)
      .header('x-guploader-uploadid', session.id)
      .code(200)
      .send();
  };

  const receive = async (session: Session, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const body = request.body as Readable | undefined;
    if (session.resource) return reply.send(session.resource);
    if (chaos.strikes('google', 'brokenUpload', session.id)) {
      request.fault = 'brokenUpload';
      sessions.delete(session.id);
      media.delete(session.mediaId);
      throw sessionLost(404);
    }
    const storedBytes = media.size(session.mediaId);
    const chunk = chunkOf(request.headers, { stored: storedBytes, total: session.total });
    if (chunk.end !== undefined && body) {
      const reached = await media.append(session.mediaId, skipping(body, chunk.skip), block);
      if (reached !== chunk.end) throw googleError(400, 'badRequest', 'The body is not as long as Content-Range says.');
    }
    const total = chunk.total ?? session.total;
    if (total !== session.total) sessions.update(session.id, { total });
    if (total === null || media.size(session.mediaId) < total) return incomplete(request, reply, session);
    const resource = target.complete(
      session.context as Context,
      await media.finish(session.mediaId, session.contentType),
    );
    sessions.update(session.id, { resource, total });
    return reply.send(resource);
  };

  const incomplete = ({ headers }: FastifyRequest, reply: FastifyReply, session: Session): FastifyReply => {
    const storedBytes = media.size(session.mediaId);
    if (storedBytes > 0) reply.header('range', `bytes=0-${storedBytes - 1}`);
    // Sent by clients whose HTTP library would follow a 308 as a redirect.
    if (headers['x-guploader-no-308'] === 'yes')
      return reply.header('x-http-status-code-override', '308').code(200).send();
    return reply.code(308).send();
  };
}

function sessionLost(status: 404 | 410): ProviderError {
  return googleError(
    status,
    status === 404 ? 'notFound' : 'gone',
    status === 404 ? 'Upload session not found.' : 'Upload session has expired.',
  );
}

function metadataOf(request: FastifyRequest, text: Buffer): Record<string, unknown> {
  const type = request.headers['content-type'] ?? '';
  if (text.length > 0 && !type.startsWith('application/json'))
    throw googleError(400, 'badContent', `Unsupported content with type: ${type}`);
  return jsonOf(text);
}

function checkMediaType(given: string, allowed: readonly string[]): void {
  const [kind, name] = given.split(';', 1)[0]?.trim().split('/') ?? [];
  const fits = allowed.some((one) => one === '*/*' || one === `${kind}/*` || one === `${kind}/${name}`);
  if (kind && name && fits) return;
  throw googleError(
    400,
    'badContent',
    `Media type '${given}' is not supported. Valid media types: [${allowed.join(', ')}]`,
  );
}

async function read(body: Readable | undefined): Promise<Buffer> {
  return body ? buffer(body) : Buffer.alloc(0);
}

function jsonOf(text: Buffer): Record<string, unknown> {
  if (text.length === 0) return {};
  try {
    const value: unknown = JSON.parse(text.toString());
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The response is sent below.
  }
  throw googleError(400, 'parseError', 'Invalid JSON payload received.');
}
