import { type Connector, done, type Handle, type Job, type Outcome, pending, wentOutAt } from '../connector.ts';
import { givenUp } from '../outcomes.ts';
import { type Answer, callProvider, ProviderRefusal, textIn } from '../provider-call.ts';
import { youtubeApi } from './youtube-api.ts';
import { youtubeErrors } from './youtube-errors.ts';
import { refusalOf } from './youtube-refusal.ts';
import { youtubeTexts } from './youtube-texts.ts';

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
  /** Origin of the public watch pages. */
  readonly watchUrl: string;
}

/**
 * Posts by a resumable upload: all blocks but the last are staged, and sending the last one is the commit. The status
 * of the session shows whether it is complete: 308 = not complete, 200 = the video exists.
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
        snippet: { ...youtubeTexts(job), categoryId: '22' },
        status: { privacyStatus, selfDeclaredMadeForKids: false, containsSyntheticMedia: true },
      }),
      signal: job.signal,
    });
    const session = answer.headers.get('location');
    if (answer.status !== 200 || !session) throw refusalOf(answer);
    return session;
  }

  /** The number of bytes that the session holds, or its answer once the video exists. */
  async function stored(job: Job, { session, size }: YoutubeHandle): Promise<number | Answer> {
    const answer = await put(job, session, `bytes */${size}`);
    if (isIncomplete(answer)) return nextOffset(answer);
    if (answer.status === 200 || answer.status === 201) return answer;
    throw refusalOfSession(answer);
  }

  return {
    stageLeadMs: 7 * DAY_MS,
    // Sessions are valid for about a week.
    stageLifeMs: 5 * DAY_MS,

    preflight: async () => done(),

    async stage(job, known) {
      const media = await job.media();
      let handle = known as YoutubeHandle | undefined;
      let offset = 0;
      if (handle) {
        const received = await stored(job, handle);
        if (typeof received !== 'number') return { kind: 'unknown', handle };
        offset = received;
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
      // The session holds fewer bytes than were staged, so the video is not complete and nothing went out.
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
      // The video exists; its upload session expires and can't be asked about it.
      if (handle.videoId) return done(handle);
      const received = await stored(job, handle);
      if (typeof received === 'number') return { kind: 'retryable', code: 'NOT_COMMITTED' };
      return accepted(handle, received);
    },

    // The API can't end a session; without its last block it expires and never becomes a video.
    discard: async () => undefined,
  };

  function statusOf(job: Job, handle: YoutubeHandle, answer: Answer): Outcome {
    const body = answer.json();
    // An empty list may have no `items`, but always has its `kind`.
    textIn(youtubeErrors, body, 'kind');
    const [video] = (body['items'] ?? []) as {
      snippet?: { publishedAt?: string };
      status?: { uploadStatus?: string; failureReason?: string; rejectionReason?: string };
      processingDetails?: { processingStatus?: string };
    }[];
    const status = video?.status;
    if (!video || status?.uploadStatus === 'deleted') return { kind: 'permanent', code: 'BLOCKED' };
    if (status?.uploadStatus === 'failed' || status?.uploadStatus === 'rejected') {
      return givenUp(youtubeErrors, status.rejectionReason ?? status.failureReason ?? '');
    }
    if (status?.uploadStatus !== 'processed') return pending(job, handle, 10_000);
    const id = String(handle.videoId);
    return done(handle, { id, permalink: `${watchUrl}/shorts/${id}`, ...wentOutAt(video.snippet?.publishedAt) });
  }
}

/** Whether this is the session's own 308. A proxy's 308 is a redirect, with a location or a page. */
function isIncomplete({ status, headers, text }: Answer): boolean {
  return status === 308 && !headers.has('location') && text === '';
}

/** A lost session has no error code; only the status shows it. */
function refusalOfSession(answer: Answer): ProviderRefusal {
  const refusal = refusalOf(answer);
  const isGone = refusal.code === '' && (answer.status === 404 || answer.status === 410);
  return isGone ? new ProviderRefusal(youtubeErrors, 'gone', answer.status) : refusal;
}

function accepted(handle: YoutubeHandle, answer: Answer): Outcome {
  return done({ ...handle, videoId: textIn(youtubeErrors, answer.json(), 'id') } as Handle);
}

/** The offset of the last block: chunks before it are multiples of 256 KiB. */
function lastBlock(size: number): number {
  return Math.floor((size - 1) / BLOCK) * BLOCK;
}

function nextOffset(answer: Answer): number {
  const range = /-(\d+)$/.exec(answer.headers.get('range') ?? '')?.[1];
  return range === undefined ? 0 : Number(range) + 1;
}
