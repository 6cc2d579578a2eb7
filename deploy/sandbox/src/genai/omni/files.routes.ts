import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { acceptStreams } from '../../core/bodies.ts';
import { urlSafeToken } from '../../core/ids.ts';
import type { Sandbox } from '../../core/sandbox.ts';
import { genaiError, requireKey } from '../errors.ts';
import { type Files, noFile } from './files.ts';

interface Upload {
  id: string;
  mediaId: string;
  mimeType: string;
  displayName: string | null;
  size: number;
}

/** Gemini's Files API: upload, get, download, delete. */
export function addFiles(app: FastifyInstance, sandbox: Sandbox, files: Files): void {
  const { store, media, chaos, origins } = sandbox;
  const uploads = store.collection<Upload>('genai-uploads');

  app.get('/:version(v1|v1beta)/files', async (request) => {
    requireKey(sandbox, request);
    return { files: files.all().map(files.resource) };
  });
  app.get<{ Params: { '*': string } }>('/:version(v1|v1beta)/files/*', async (request, reply) => {
    requireKey(sandbox, request);
    const [id = '', method] = request.params['*'].split(':');
    const file = files.find(id);
    if (!file) throw noFile(id);
    if (method === undefined) return files.resource(file);
    if (method !== 'download') throw genaiError(404, `Method ${method} is not supported by files.`);
    if (chaos.strikes('genai', 'brokenUpload', id)) {
      request.fault = 'brokenUpload';
      throw noFile(id);
    }
    const { state } = files.resource(file);
    if (state !== 'ACTIVE') throw genaiError(400, `The File ${id} is not in an ACTIVE state and usage is not allowed.`);
    return media.send(request, reply, file.mediaId);
  });
  app.delete<{ Params: { id: string } }>('/:version(v1|v1beta)/files/:id', async (request) => {
    requireKey(sandbox, request);
    if (!files.find(request.params.id)) throw noFile(request.params.id);
    files.delete(request.params.id);
    return {};
  });

  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    acceptStreams(raw);
    raw.post<{ Querystring: { upload_id?: string } }>('/upload/:version(v1|v1beta)/files', async (request, reply) => {
      const body = request.body as Readable | undefined;
      const header = (name: string) => String(request.headers[`x-goog-upload-${name}`] ?? '');
      const commands = header('command')
        .split(',')
        .map((command) => command.trim());
      const upload = uploads.get(request.query.upload_id ?? '');
      if (!upload) {
        requireKey(sandbox, request);
        if (header('protocol') !== 'resumable' || commands[0] !== 'start')
          throw genaiError(400, 'Only resumable uploads are taken here.');
        const { file = {} } = ((body && (await json(body))) ?? {}) as {
          file?: { mimeType?: string; displayName?: string };
        };
        const session = uploads.put({
          id: urlSafeToken(30),
          mediaId: media.begin(),
          mimeType: file.mimeType ?? header('header-content-type'),
          displayName: file.displayName ?? null,
          size: Number(header('header-content-length')),
        });
        const url = `${origins.server('genai')}${request.url.split('?')[0]}?upload_id=${session.id}&upload_protocol=resumable`;
        return reply.header('x-goog-upload-url', url).header('x-goog-upload-status', 'active').send({});
      }
      if (Number(header('offset')) !== media.size(upload.mediaId))
        throw genaiError(400, 'The upload offset does not match what is stored.');
      await media.append(upload.mediaId, body ?? Buffer.alloc(0));
      if (!commands.includes('finalize')) return reply.header('x-goog-upload-status', 'active').send({});
      if (media.size(upload.mediaId) !== upload.size)
        throw genaiError(400, 'The file is not as long as was said at the start.');
      await media.finish(upload.mediaId, upload.mimeType);
      uploads.delete(upload.id);
      return reply
        .header('x-goog-upload-status', 'final')
        .send({ file: files.add(upload.mediaId, upload.mimeType, upload.displayName) });
    });
  });
}
