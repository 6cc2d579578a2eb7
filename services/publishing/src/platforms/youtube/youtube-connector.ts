import { type Connector, done, type Handle, type Job, type Outcome, pending, wentOutAt } from '../connector.ts';
import { givenUp } from '../outcomes.ts';
import { type Answer, callProvider, ProviderRefusal, textIn } from '../provider-call.ts';
import { youtubeApi } from './youtube-api.ts';
import { refusalOf } from './youtube-refusal.ts';

const BLOCK = 256 * 1024;
const CHUNK = 32 * BLOCK;
const UPLOAD_TIMEOUT_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** The upload session, and after the commit the video's id. */
interface YoutubeHandle extends Record<string, unknown> {
  readonly session: string;
  readonly size: number;
  readonly videoId?: string;
}

export interface YoutubeSettings {
  /** Origin of the API. */
  readonly root: string;
  /** Origin of the pages people watch on. */
  readonly watchUrl: string;
}

/**
 * A resumable upload whose last block is held back: everything but that block is staged, and sending it is the commit.
 * Asking the session for its state tells what it has: 308 = not complete, 200 = the video is made.
 */
export function youtubeConnector({ root, watchUrl }: YoutubeSettings): Connector {
  const api = youtubeApi(root);

  async function put(
    job: Job,
    session: string,
    range: string,
    bytes?: { start: number; end: number; before?: () => void },
  ): Promise<Answer> {
    const body = bytes && (await (await job.media()).read(bytes.start, bytes.end));
    return callProvider(session, {
      method: 'PUT',
      headers: { 'content-range': range, 'content-length': String(bytes ? bytes.end - bytes.start + 1 : 0) },
      ...(body && { body }),
      ...(bytes?.before && { before: bytes.before }),
      signal: job.signal,
      timeoutMs: UPLOAD_TIMEOUT_MS,
    });
  }

  async function begin(job: Job, size: number): Promise<string> {
    const privacyStatus = job.fromPartner || job.level === 'private-only' ? 'private' : 'public';
    const query = 'uploadType=resumable&part=snippet,status&notifySubscribers=true';
    const answer = await callProvider(`${root}/upload/youtube/v3/videos?${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${job.accessToken}`,
        'content-type': 'application/json; charset=UTF-8',
        'x-upload-content-length': String(size),
        'x-upload-content-type': 'video/mp4',
      },
      body: JSON.stringify({
        snippet: { title: job.title, description: job.caption, categoryId: '22' },
        status: { privacyStatus, selfDeclaredMadeForKids: false, containsSyntheticMedia: true },
      }),
      signal: job.signal,
    });
    const session = answer.headers.get('location');
    if (answer.status !== 200 || !session) throw refusalOf(answer);
    return session;
  }

  /** Bytes the session holds; undefined once the video is made of them. */
  async function stored(job: Job, { session, size }: YoutubeHandle): Promise<number | Answer> {
    const answer = await put(job, session, `bytes */${size}`);
    if (isIncomplete(answer)) return nextOffset(answer);
    if (answer.status === 200 || answer.status === 201) return answer;
    throw refusalOfSession(answer);
  }

  return {
    stageLeadMs: 7 * DAY_MS,
    // Sessions live about a week.
    stageLifeMs: 5 * DAY_MS,

    preflight: async () => done(),

    async stage(job, known) {
      const media = await job.media();
      let handle = known as YoutubeHandle | undefined;
      let offset = 0;
      if (handle) {
        const held = await stored(job, handle);
        if (typeof held !== 'number') return { kind: 'unknown', handle };
        offset = held;
      } else {
        handle = { session: await begin(job, media.size), size: media.size };
        await job.save(handle);
      }
      const last = lastBlock(media.size);
      while (offset < last) {
        const end = Math.min(offset + CHUNK, last) - 1;
        const answer = await put(job, handle.session, `bytes ${offset}-${end}/${media.size}`, { start: offset, end });
        if (!isIncomplete(answer)) throw refusalOfSession(answer);
        offset = nextOffset(answer);
      }
      return done(handle);
    },

    async commit(job, given) {
      const handle = given as YoutubeHandle;
      const start = lastBlock(handle.size);
      const range = `bytes ${start}-${handle.size - 1}/${handle.size}`;
      const answer = await put(job, handle.session, range, {
        start,
        end: handle.size - 1,
        before: job.mayCall,
      });
      if (answer.status === 200 || answer.status === 201) return accepted(handle, answer);
      // The session has less than was staged: nothing is complete, so nothing went out.
      if (isIncomplete(answer)) return { kind: 'retryable', code: 'SESSION_LOST', restage: true };
      throw refusalOfSession(answer);
    },

    async observe(job, given) {
      const handle = given as YoutubeHandle;
      const answer = await api.listVideo(String(handle.videoId), job);
      if (answer.status !== 200) throw refusalOf(answer);
      return statusOf(job, handle, answer);
    },

    async reconcile(job, given) {
      const handle = given as YoutubeHandle;
      // It is a video by now; its upload's session ends, and says nothing of it then.
      if (handle.videoId) return done(handle);
      const held = await stored(job, handle);
      if (typeof held === 'number') return { kind: 'retryable', code: 'NOT_COMMITTED' };
      return accepted(handle, held);
    },

    // A session can't be ended through the API; without its last block it never becomes a video and runs out by itself.
    discard: async () => undefined,
  };

  function statusOf(job: Job, handle: YoutubeHandle, answer: Answer): Outcome {
    const body = answer.json();
    // A list of nothing may have no items, but says what it is.
    textIn('youtube', body, 'kind');
    const [video] = (body['items'] ?? []) as {
      snippet?: { publishedAt?: string };
      status?: { uploadStatus?: string; failureReason?: string; rejectionReason?: string };
      processingDetails?: { processingStatus?: string };
    }[];
    const status = video?.status;
    if (!video || status?.uploadStatus === 'deleted') return { kind: 'permanent', code: 'BLOCKED' };
    if (status?.uploadStatus === 'failed' || status?.uploadStatus === 'rejected') {
      return givenUp('youtube', status.rejectionReason ?? status.failureReason ?? '');
    }
    if (status?.uploadStatus !== 'processed') return pending(job, handle, 10_000);
    const id = String(handle.videoId);
    return done(handle, { id, permalink: `${watchUrl}/shorts/${id}`, ...wentOutAt(video.snippet?.publishedAt) });
  }
}

/** The session's own 308. That of a proxy is a redirect: it names a place, or has a page. */
function isIncomplete({ status, headers, text }: Answer): boolean {
  return status === 308 && !headers.has('location') && text === '';
}

/** A session that is gone is known by the status alone. */
function refusalOfSession(answer: Answer): ProviderRefusal {
  const refusal = refusalOf(answer);
  const isGone = refusal.code === '' && (answer.status === 404 || answer.status === 410);
  return isGone ? new ProviderRefusal('youtube', 'gone', answer.status) : refusal;
}

function accepted(handle: YoutubeHandle, answer: Answer): Outcome {
  return done({ ...handle, videoId: textIn('youtube', answer.json(), 'id') } as Handle);
}

/** Where the held-back block begins: chunks before it are multiples of 256 KiB. */
function lastBlock(size: number): number {
  return Math.floor((size - 1) / BLOCK) * BLOCK;
}

function nextOffset(answer: Answer): number {
  const range = /-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1];
  return range === undefined ? 0 : Number(range) + 1;
}
