import { createHash } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mp4, type Partner } from './harness.ts';

/** A JSON body whose video has `bytes` bytes, generated while it is sent. */
export function* jsonBody(bytes: number, hash = createHash('sha256')): Generator<Buffer> {
  yield Buffer.from('{"description":"big","videoFile":"');
  const piece = 48 * 1024;
  for (let sent = 0; sent < bytes; sent += piece) {
    const size = Math.min(piece, bytes - sent);
    const part = sent === 0 ? mp4(size, 1) : Buffer.alloc(size, sent % 251);
    hash.update(part);
    yield Buffer.from(part.toString('base64'));
  }
  yield Buffer.from('"}');
}

/** Sends over a real connection, without a content length, as fast as the service reads. */
export async function send(
  url: string,
  partner: Partner,
  body: Iterable<Buffer>,
  headers: Record<string, string> = {},
) {
  const outgoing = httpRequest(`${url}/api/external/youtube/post`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...partner.headers, ...headers },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
  });
  void pipeline(Readable.from(body), outgoing).catch(() => undefined);
  const response = await answered;
  let text = '';
  for await (const chunk of response) text += chunk;
  // An answer may come before the whole body is sent.
  outgoing.destroy();
  return { status: response.statusCode, body: JSON.parse(text) };
}
