import { cutText } from '@reelwright/text';
import { type Connector, done, type Handle, type Job, type Outcome, pending, wentOutAt } from '../connector.ts';
import { callGraph, graphRefusal } from '../graph.ts';
import { givenUp } from '../outcomes.ts';
import { callProvider, textIn } from '../provider-call.ts';
import { facebookErrors } from './facebook-errors.ts';

const UPLOAD_TIMEOUT_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** In UTF-16 units. */
const TITLE_MAX = 255;

interface FacebookHandle extends Record<string, unknown> {
  readonly videoId: string;
  readonly uploadUrl: string;
}

interface ReelStatus {
  video_status?: string;
  uploading_phase?: { status?: string; bytes_transferred?: number };
  processing_phase?: { status?: string; errors?: { code?: number }[] };
  publishing_phase?: { status?: string; publish_status?: string; publish_time?: string; errors?: { code?: number }[] };
}

/**
 * Posts a Reel to a Page: start, upload, finish. `finish` is the commit: before it the Reel is an invisible draft and
 * is not processed. The phases of the video's status show whether `finish` arrived.
 */
export function facebookConnector(settings: { graphUrl: string; version: string; pageUrl: string }): Connector {
  const graph = `${settings.graphUrl}/${settings.version}`;

  async function status(
    job: Job,
    handle: FacebookHandle,
  ): Promise<{ status: ReelStatus; permalink: string | undefined; createdTime: unknown }> {
    const query = new URLSearchParams({ fields: 'status,permalink_url,created_time', access_token: job.accessToken });
    const body = await callGraph(facebookErrors, `${graph}/${handle.videoId}?${query}`, { signal: job.signal });
    return {
      status: (body['status'] ?? {}) as ReelStatus,
      permalink: body['permalink_url'] as string | undefined,
      createdTime: body['created_time'],
    };
  }

  async function ended(job: Job, handle: FacebookHandle, now: Awaited<ReturnType<typeof status>>): Promise<Outcome> {
    const { processing_phase: processing, publishing_phase: publishing, video_status } = now.status;
    if (video_status === 'error' || processing?.status === 'error' || publishing?.status === 'error') {
      const code = (processing?.errors ?? publishing?.errors)?.[0]?.code;
      return givenUp(facebookErrors, String(code ?? ''));
    }
    if (publishing?.status !== 'complete') return pending(job, handle, 5_000);
    const link = now.permalink ?? `/reel/${handle.videoId}`;
    // A draft is created long before it is published.
    const at = wentOutAt(publishing.publish_time ?? now.createdTime);
    return done(handle, { id: handle.videoId, permalink: new URL(link, settings.pageUrl).href, ...at });
  }

  return {
    stageLeadMs: 7 * DAY_MS,
    stageLifeMs: DAY_MS,

    preflight: async () => done(),

    async stage(job, known) {
      const media = await job.media();
      let handle = known as FacebookHandle | undefined;
      let offset = 0;
      if (handle) {
        const { uploading_phase: uploading } = (await status(job, handle)).status;
        if (uploading?.status === 'complete') return done(handle);
        offset = uploading?.bytes_transferred ?? 0;
      } else {
        const started = await callGraph(facebookErrors, `${graph}/${job.accountId}/video_reels`, {
          form: { upload_phase: 'start', access_token: job.accessToken },
          signal: job.signal,
        });
        const known = (name: string) => textIn(facebookErrors, started, name);
        handle = { videoId: known('video_id'), uploadUrl: known('upload_url') };
        await job.save(handle);
      }
      const answer = await callProvider(handle.uploadUrl, {
        method: 'POST',
        headers: {
          authorization: `OAuth ${job.accessToken}`,
          offset: String(offset),
          file_size: String(media.size),
          'content-length': String(media.size - offset),
          'content-type': 'application/octet-stream',
        },
        body: await media.read(offset, media.size - 1),
        signal: job.signal,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      });
      if (answer.status !== 200 || answer.json()['success'] !== true) throw graphRefusal(facebookErrors, answer);
      return done(handle);
    },

    async commit(job, given) {
      const handle = given as FacebookHandle;
      const body = await callGraph(facebookErrors, `${graph}/${job.accountId}/video_reels`, {
        form: {
          upload_phase: 'finish',
          video_id: handle.videoId,
          video_state: 'PUBLISHED',
          title: cutText(job.title, TITLE_MAX),
          description: job.caption,
          is_ai_generated: 'true',
          access_token: job.accessToken,
        },
        signal: job.signal,
        before: job.mayCall,
      });
      return body['success'] === true ? done(handle) : { kind: 'unknown', handle };
    },

    observe: async (job, handle) => ended(job, handle as FacebookHandle, await status(job, handle as FacebookHandle)),

    async reconcile(job, given) {
      const handle = given as FacebookHandle;
      const now = await status(job, handle);
      const { processing_phase: processing, publishing_phase: publishing, video_status } = now.status;
      const phases = [processing?.status, publishing?.status];
      // Processing begins only after finish: while neither phase has begun, finish never arrived.
      if (phases.every((phase) => phase === 'not_started')) return { kind: 'retryable', code: 'NOT_COMMITTED' };
      const begun = phases.some((phase) => phase !== undefined && phase !== 'not_started');
      // A phase that is missing in the answer may have begun.
      return begun || video_status === 'error' ? ended(job, handle, now) : { kind: 'unknown', handle };
    },

    async discard(job, handle: Handle) {
      const auth = new URLSearchParams({ access_token: job.accessToken });
      await callGraph(facebookErrors, `${graph}/${String(handle['videoId'])}?${auth}`, {
        method: 'DELETE',
        signal: job.signal,
      });
    },
  };
}
