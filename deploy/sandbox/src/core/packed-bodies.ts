import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** What a packed body may hold: more than the largest video the product takes. */
const mostBytes = 128 * 1024 * 1024;

/**
 * Hands bodies in gzip on unpacked where the provider takes them, without a length, as none is known. Refuses any
 * other coding with 415.
 */
export function readPackedBodies(app: FastifyInstance, takesGzip: boolean): void {
  app.addHook('preParsing', async ({ headers }, _reply, payload) => {
    const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (coding === 'identity' || !hasBody) return payload;
    if (!takesGzip || !['gzip', 'x-gzip'].includes(coding)) {
      throw refused(415, `Bodies with Content-Encoding: ${coding} are not supported.`);
    }
    delete headers['content-encoding'];
    delete headers['content-length'];
    headers['transfer-encoding'] = 'chunked';
    return Readable.from(unpacked(payload), { objectMode: false });
  });
}

/** Begins with the first byte that is asked for, and lets the rest of the body go by when no more are. */
async function* unpacked(payload: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 512 * 1024 });
  payload.once('error', (error) => gunzip.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of payload.pipe(gunzip) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw refused(413, `The body holds more than ${mostBytes} bytes.`);
      yield chunk;
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? refused(400, 'The body is not in gzip.') : error;
  } finally {
    payload.unpipe(gunzip);
    payload.resume();
  }
}

function refused(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}
