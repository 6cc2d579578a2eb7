import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '@reelwright/product';
import type { StackUrls } from './people.ts';

/** Transfers at a fixed speed, which last long enough to replace the processes that they pass through. */

const CHUNKS_A_SECOND = 10;

/**
 * Posts a video as a partner does, with the file in the request.
 * @param options.bytesPerSecond speed of the request's body, which is a third larger than the video
 * @param options.onSent called after each part of the body
 * @returns the body of the response
 * @throws Error for a response that is not 200, or a connection that is lost
 */
export async function uploadVideo(
  stack: Pick<StackUrls, 'baseUrl'>,
  options: {
    readonly apiKey: string;
    readonly platform: Platform;
    readonly title: string;
    /** The file in base64. */
    readonly video: string;
    readonly bytesPerSecond: number;
    readonly onSent?: (bytes: number, of: number) => void;
  },
): Promise<string> {
  const { apiKey, platform, title, video, bytesPerSecond, onSent } = options;
  const fields = { platforms: [platform], title, description: title, videoFile: video };
  const body = Buffer.from(JSON.stringify(fields));
  const outgoing = request(`${stack.baseUrl}/api/external/post-video`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, 'x-api-key': apiKey },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  // `answered` has the first error; a connection that is lost while it is written to reports others.
  outgoing.on('error', () => undefined);
  const chunk = Math.ceil(bytesPerSecond / CHUNKS_A_SECOND);
  for (let sent = 0; sent < body.length && !outgoing.destroyed; sent += chunk) {
    outgoing.write(body.subarray(sent, sent + chunk));
    onSent?.(sent, body.length);
    await delay(1_000 / CHUNKS_A_SECOND);
  }
  outgoing.end();
  const [response] = await answered;
  const answer = (await response.toArray()).join('');
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${answer.slice(0, 200)}`);
  return answer;
}

/**
 * Downloads a file.
 * @param options.onReceived called after each part
 * @returns its size in bytes
 * @throws Error for a response that is not 200, or fewer bytes than it announces
 */
export async function download(
  url: URL,
  options: { readonly bytesPerSecond: number; readonly onReceived?: (bytes: number, of: number) => void },
): Promise<number> {
  const outgoing = request(url).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  // The response reports a connection that is lost from now on, too.
  outgoing.on('error', () => undefined);
  const size = Number(response.headers['content-length']);
  let received = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.length;
    options.onReceived?.(received, size);
    await delay((chunk.length / options.bytesPerSecond) * 1_000);
  }
  if (response.statusCode !== 200 || received !== size) {
    throw new Error(`${response.statusCode}, ${received} of ${size} bytes`);
  }
  return size;
}
