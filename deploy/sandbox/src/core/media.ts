import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { token } from './ids.ts';
import type { Store } from './store.ts';

export interface Medium {
  id: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** Absent for media stored by older versions. */
  md5?: string;
  sha1?: string;
  contentType: string;
}

/**
 * Media on disk, by id. A medium is begun, appended to and finished once; its size survives a kill. Only finished media have
 * a hash and can be sent.
 */
export interface MediaStore {
  /** Creates an empty medium. @returns its id */
  begin(): string;
  /** The bytes stored so far; 0 for an unknown medium. */
  size(id: string): number;
  /**
   * Appends a body. When the sender breaks off, the received bytes are kept, cut to a multiple of `granularity`.
   * @returns the bytes stored in total. @throws the stream's error
   */
  append(id: string, body: AsyncIterable<Buffer> | Buffer, granularity?: number): Promise<number>;
  finish(id: string, contentType: string): Promise<Medium>;
  /** `begin`, `append` and `finish` in one call. A body that breaks off is not kept. */
  put(body: AsyncIterable<Buffer> | Buffer, contentType: string): Promise<Medium>;
  get(id: string): Medium | undefined;
  /** The file of a medium, finished or not. */
  path(id: string): string;
  /** Answers a request with a medium: 200, 206 for one range, 416 for a range outside of it, 404 for an unknown medium. */
  send(request: FastifyRequest, reply: FastifyReply, id: string): FastifyReply;
  delete(id: string): void;
  /** Removes every medium. */
  reset(): void;
}

export function openMedia(directory: string, store: Store): MediaStore {
  const root = join(directory, 'media');
  mkdirSync(root, { recursive: true });
  const storedMedia = store.collection<Medium>('media');
  const path = (id: string) => join(root, id);
  const size = (id: string) => (existsSync(path(id)) ? statSync(path(id)).size : 0);

  const media: MediaStore = {
    begin: () => token(24),
    size,
    append: async (id, body, granularity = 1) => {
      const file = await open(path(id), 'a');
      try {
        // Chunk by chunk, so that all bytes received before a break are on disk.
        for await (const chunk of Buffer.isBuffer(body) ? [body] : body) await file.appendFile(chunk);
      } catch (error) {
        await file.truncate(size(id) - (size(id) % granularity));
        throw error;
      } finally {
        await file.close();
      }
      return size(id);
    },
    finish: async (id, contentType) => {
      const hashes = [createHash('sha256'), createHash('md5'), createHash('sha1')];
      if (existsSync(path(id))) {
        for await (const chunk of createReadStream(path(id))) for (const hash of hashes) hash.update(chunk);
      }
      const [sha256 = '', md5 = '', sha1 = ''] = hashes.map((hash) => hash.digest('hex'));
      return storedMedia.put({ id, size: size(id), sha256, md5, sha1, contentType });
    },
    put: async (body, contentType) => {
      const id = media.begin();
      try {
        await media.append(id, body);
      } catch (error) {
        media.delete(id);
        throw error;
      }
      return media.finish(id, contentType);
    },
    get: storedMedia.get,
    path,
    send: (request, reply, id) => {
      const medium = storedMedia.get(id);
      if (!medium || !existsSync(path(id)))
        return reply.code(404).send({ error: 'NOT_FOUND', message: 'No such medium.' });
      reply.header('accept-ranges', 'bytes').type(medium.contentType);
      const range = rangeOf(request.headers.range, medium.size);
      if (range === 'outside') return reply.code(416).header('content-range', `bytes */${medium.size}`).send();
      const { first, last } = range ?? { first: 0, last: medium.size - 1 };
      if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${medium.size}`);
      reply.header('content-length', last - first + 1);
      if (request.method === 'HEAD' || medium.size === 0) return reply.send();
      return reply.send(createReadStream(path(id), { start: first, end: last }));
    },
    delete: (id) => {
      storedMedia.delete(id);
      rmSync(path(id), { force: true });
    },
    reset: () => {
      rmSync(root, { recursive: true, force: true });
      mkdirSync(root, { recursive: true });
    },
  };
  return media;
}

/** The requested range; undefined without a header or for one that a server may ignore. */
export function rangeOf(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first >= size || last < first ? 'outside' : { first, last };
}
