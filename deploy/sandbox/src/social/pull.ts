import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Medium } from '../core/media.ts';
import type { Sandbox } from '../core/sandbox.ts';

/** Whether a platform would try to fetch this address: ASCII, https, or plain http to a host on this machine or network. */
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

/** Fetches a video as a platform does: no redirects, no credentials. Answers why not as one word. */
export async function pull(
  sandbox: Sandbox,
  url: string,
  mostBytes: number,
  closing: AbortSignal,
): Promise<Medium | 'unreachable' | 'too-large'> {
  try {
    const reply = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(120_000)]),
      headers: { 'user-agent': 'sandbox-fetcher/1.0' },
    });
    if (reply.status !== 200 || !reply.body) {
      await reply.body?.cancel();
      return 'unreachable';
    }
    const announced = Number(reply.headers.get('content-length') ?? 0);
    if (announced > mostBytes) {
      await reply.body.cancel();
      return 'too-large';
    }
    const medium = await sandbox.media.put(Readable.fromWeb(reply.body as ReadableStream), 'video/mp4');
    return medium.size > mostBytes ? 'too-large' : medium;
  } catch {
    return 'unreachable';
  }
}
