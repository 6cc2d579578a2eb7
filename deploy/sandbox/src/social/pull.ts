import type { Medium } from '../core/media.ts';
import { send } from '../core/outgoing.ts';
import type { Sandbox } from '../core/sandbox.ts';

/** Whether a platform fetches this address: ASCII, and https, or plain http to this machine or network. */
export function mayPull(url: string): boolean {
  if (/[^\x21-\x7e]/.test(url) || !URL.canParse(url)) return false;
  const { protocol, hostname, username } = new URL(url);
  if (username !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isNear(hostname));
}

function isNear(host: string): boolean {
  return (
    !host.includes('.') || ['127.0.0.1', '[::1]'].includes(host) || /\.(localhost|svc|svc\.cluster\.local)$/.test(host)
  );
}

/** Fetches a video as a platform does: no redirects, no credentials. A failure has a one-word reason. */
export async function pull(
  { media }: Pick<Sandbox, 'media'>,
  url: string,
  maxBytes: number,
  closing: AbortSignal,
): Promise<Medium | 'unreachable' | 'too-large'> {
  const id = media.begin();
  try {
    const { statusCode, headers, body } = await send(url, {
      signal: AbortSignal.any([closing, AbortSignal.timeout(120_000)]),
      headers: { 'user-agent': 'sandbox-fetcher/1.0' },
    });
    const announced = Number(headers['content-length'] ?? 0);
    if (statusCode !== 200 || announced > maxBytes) {
      // An unread body is destroyed, or its connection stays open.
      body.on('error', () => {}).destroy();
      return statusCode === 200 ? 'too-large' : 'unreachable';
    }
    await media.append(id, limited(body, maxBytes));
    return await media.finish(id, 'video/mp4');
  } catch (error) {
    media.delete(id);
    return error === tooLarge ? 'too-large' : 'unreachable';
  }
}

const tooLarge = new Error('too large');

async function* limited(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge;
    yield chunk;
  }
}
