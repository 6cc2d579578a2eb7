import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { mp4 } from '../test/clip.ts';

export const VIDEO_BYTES = 104_857_600;

/** A post whose video is an MP4 followed by random bytes. */
export function jsonBody(bytes: number = VIDEO_BYTES): { body: Buffer; sha256: string } {
  const video = mp4(bytes);
  randomBytes(bytes - 64 * 1024).copy(video, 64 * 1024);
  const body = Buffer.from(JSON.stringify({ description: 'as fast as it can', videoFile: video.toString('base64') }));
  return { body, sha256: createHash('sha256').update(video).digest('hex') };
}

/** Posts a body and reads the answer. @returns the milliseconds from the first byte sent to the last one received */
export function send(
  url: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<{ status: number; ms: number }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const call = request(url, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
    });
    call.on('error', reject);
    call.on('response', (response) => {
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - began }));
      response.resume();
    });
    call.end(body);
  });
}
