import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** The limit of an unpacked body, above the largest video that the product accepts. */
const maxBytes = 128 * 1024 * 1024;

/**
 * Unpacks bodies in gzip for providers that accept them. The unpacked body has no Content-Length. Any other coding is
 * rejected with 415.
 */
export function readPackedBodies(app: FastifyInstance, takesGzip: boolean): void {
  app.addHook('preParsing', async ({ headers }, _reply, payload) => {
    const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    if (coding === 'identity' || !hasBody) return payload;
    if (!takesGzip || !['gzip', 'x-gzip'].includes(coding)) {
      throw bodyError(415, `Bodies with Content-Encoding: ${coding} are not supported.`);
    }
    delete headers['content-encoding'];
    delete headers['content-length'];
    headers['transfer-encoding'] = 'chunked';
    return Readable.from(unpacked(payload), { objectMode: false });
  });
}

/** Unpacks while the reader reads, and discards the rest of the body when it stops. */
async function* unpacked(payload: Readable): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 512 * 1024 });
  payload.once('error', (error) => gunzip.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of payload.pipe(gunzip) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw bodyError(413, `The body holds more than ${maxBytes} bytes.`);
      yield chunk;
    }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? bodyError(400, 'The body is not in gzip.') : error;
  } finally {
    payload.unpipe(gunzip);
    payload.resume();
  }
}

function bodyError(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}
