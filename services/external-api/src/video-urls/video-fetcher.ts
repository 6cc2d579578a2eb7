import { pipeline } from 'node:stream/promises';
import { AppError } from '@reelwright/errors';
import { Agent, type Dispatcher, request } from 'undici';
import { MAX_VIDEO_BYTES, type ReceivedVideo, tooLarge, type VideoSink } from '../uploads/video-sink.ts';
import { guardedLookup, requirePublicUrl, videoUrlUnusable } from './address-guard.ts';

const MAX_REDIRECTS = 3;
const CONNECT_MS = 5_000;
const HEADERS_MS = 10_000;
const IDLE_MS = 15_000;
const TOTAL_MS = 180_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface VideoFetcher {
  readonly name: string;
  /** @throws AppError VIDEO_URL_UNUSABLE, and the errors of the sink */
  fetch(url: string, open: () => Promise<VideoSink>): Promise<ReceivedVideo>;
  stop(): Promise<void>;
}

/** Fetches videos from partners' URLs. It connects only to addresses that pass the guard, also after redirects. */
export function createVideoFetcher({ allowPrivate }: { allowPrivate: boolean }): VideoFetcher {
  const dispatcher = new Agent({
    connect: { lookup: guardedLookup(allowPrivate), timeout: CONNECT_MS },
    headersTimeout: HEADERS_MS,
    bodyTimeout: IDLE_MS,
    keepAliveTimeout: 1_000,
  });

  async function responseOf(address: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    let url = requirePublicUrl(address, allowPrivate);
    for (let hops = 0; ; hops += 1) {
      const response = await request(url, {
        dispatcher,
        signal,
        headers: { accept: 'video/*, application/octet-stream', 'accept-encoding': 'identity' },
      });
      if (!REDIRECTS.has(response.statusCode)) return response;
      discard(response);
      const { location } = response.headers;
      if (hops === MAX_REDIRECTS || typeof location !== 'string') throw videoUrlUnusable();
      const next = URL.parse(location, url.href);
      if (!next) throw videoUrlUnusable();
      url = requirePublicUrl(next.href, allowPrivate);
    }
  }

  return {
    name: 'video fetcher',
    async fetch(address, open) {
      let sink: VideoSink | undefined;
      try {
        const response = await responseOf(address, AbortSignal.timeout(TOTAL_MS));
        const { statusCode, headers, body } = response;
        const encoding = headers['content-encoding'];
        if (statusCode !== 200 || (encoding !== undefined && encoding !== 'identity')) {
          discard(response);
          throw videoUrlUnusable();
        }
        if (Number(headers['content-length'] ?? 0) > MAX_VIDEO_BYTES) {
          discard(response);
          throw tooLarge();
        }
        const openSink = await open().catch((error: unknown) => {
          discard(response);
          throw error;
        });
        sink = openSink;
        await pipeline(body, async (chunks: AsyncIterable<Buffer>) => {
          for await (const chunk of chunks) await openSink.write(chunk);
        });
        return await openSink.end();
      } catch (error) {
        await sink?.abort();
        throw error instanceof AppError ? error : videoUrlUnusable(error);
      }
    },
    stop: () => dispatcher.destroy(),
  };
}

function discard({ body }: Dispatcher.ResponseData): void {
  body.on('error', () => undefined);
  body.destroy();
}
