import { captionRules } from '@reelwright/product';
import { cutText } from '@reelwright/text';
import { type Connector, done, type Handle, type Job, type Outcome, pending } from '../connector.ts';
import { givenUp } from '../outcomes.ts';
import { callProvider, ProviderRefusal, textIn, Unreachable } from '../provider-call.ts';
import { callTiktok, creatorInfo } from './tiktok-api.ts';
import { tiktokErrors } from './tiktok-errors.ts';
import { tiktokInits } from './tiktok-inits.ts';

const UPLOAD_TIMEOUT_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** A single chunk of up to this size fits TikTok's rules, whether their megabytes are decimal or binary. */
const ONE_CHUNK_BYTES = 64_000_000;
const CHUNK_BYTES = 10_000_000;

interface TiktokHandle extends Record<string, unknown> {
  readonly publishId: string;
  readonly uploadUrl: string;
  readonly size: number;
}

/**
 * Posts a file directly. `init` gives the publish id and an upload address that is valid for an hour. TikTok
 * publishes the post when the last chunk arrives, so that chunk is the commit. A usual clip is a single chunk.
 */
export function tiktokConnector({ apiUrl, pageUrl }: { apiUrl: string; pageUrl: string }): Connector {
  const inits = tiktokInits(apiUrl);

  async function upload(
    job: Job,
    handle: TiktokHandle,
    [start, end]: readonly [number, number],
    before?: () => void,
  ): Promise<number> {
    const answer = await callProvider(handle.uploadUrl, {
      method: 'PUT',
      headers: {
        'content-type': 'video/mp4',
        'content-length': String(end - start + 1),
        'content-range': `bytes ${start}-${end}/${handle.size}`,
      },
      body: await (await job.media()).read(start, end),
      signal: job.signal,
      timeoutMs: UPLOAD_TIMEOUT_MS,
      ...(before && { before }),
    });
    if (answer.status !== 201 && answer.status !== 206) {
      const code = `upload_${answer.status}`;
      // The upload host has no codes; a status that its documentation does not name comes from a proxy.
      throw new ProviderRefusal(tiktokErrors, tiktokErrors.codeFor(code) ? code : '', answer.status, {
        detail: answer.text,
      });
    }
    return answer.status;
  }

  async function status(job: Job, handle: TiktokHandle) {
    const data = await callTiktok(`${apiUrl}/v2/post/publish/status/fetch/`, {
      accessToken: job.accessToken,
      body: { publish_id: handle.publishId },
      signal: job.signal,
    });
    return {
      state: textIn(tiktokErrors, data, 'status'),
      failReason: String(data['fail_reason'] ?? ''),
      postId: ((data['publicaly_available_post_id'] ?? []) as unknown[]).map(String)[0],
      uploadedBytes: typeof data['uploaded_bytes'] === 'number' ? data['uploaded_bytes'] : undefined,
    };
  }

  /** The outcome for a post whose bytes have all arrived. */
  function ended(job: Job, handle: Handle, { state, failReason, postId }: Awaited<ReturnType<typeof status>>): Outcome {
    if (state === 'FAILED') return givenUp(tiktokErrors, failReason);
    if (state !== 'PUBLISH_COMPLETE') return pending(job, handle, 5_000);
    // Private posts never get a public id; that is not a failure.
    const id = postId ?? String(handle['publishId']);
    return done(handle, postId ? { id, permalink: `${pageUrl}/@${job.accountName}/video/${postId}` } : { id });
  }

  /**
   * The outcome for the last chunk: `missing` if bytes are missing, unknown if the status does not say how many there
   * are.
   */
  function arrival(job: Job, handle: TiktokHandle, now: Awaited<ReturnType<typeof status>>, missing: Outcome): Outcome {
    if (now.state !== 'PROCESSING_UPLOAD') return ended(job, handle, now);
    if (now.uploadedBytes === undefined) return { kind: 'unknown', handle };
    return now.uploadedBytes < handle.size ? missing : ended(job, handle, now);
  }

  return {
    // The upload address is valid for an hour, and an account may have five pending posts: so stage shortly before.
    stageLeadMs: 3 * MINUTE_MS,
    stageLifeMs: 50 * MINUTE_MS,

    async preflight(job) {
      const info = await creatorInfo(apiUrl, job.accessToken, job.signal);
      const wanted = audience(job);
      if (!wanted) return { kind: 'permanent', code: 'SETUP_NEEDED' };
      return info.privacyOptions.includes(wanted) ? done() : { kind: 'permanent', code: 'PRIVACY_OPTION_GONE' };
    },

    async stage(job, known) {
      const media = await job.media();
      const chunks = chunkPlan(media.size);
      let handle = known as TiktokHandle | undefined;
      if (!handle) {
        const { tiktok } = job.settings;
        const data = await inits.next(job, {
          post_info: {
            title: cutText(job.caption, captionRules.tiktok.most),
            privacy_level: audience(job),
            disable_comment: !tiktok?.allowComment,
            disable_duet: !tiktok?.allowDuet,
            disable_stitch: !tiktok?.allowStitch,
            brand_content_toggle: false,
            brand_organic_toggle: false,
            is_aigc: true,
          },
          source_info: {
            source: 'FILE_UPLOAD',
            video_size: media.size,
            chunk_size: chunks.size,
            total_chunk_count: chunks.count,
          },
        });
        const known = (name: string) => textIn(tiktokErrors, data, name);
        handle = { publishId: known('publish_id'), uploadUrl: known('upload_url'), size: media.size };
        await job.save(handle);
      }
      let offset = known && chunks.count > 1 ? ((await status(job, handle)).uploadedBytes ?? 0) : 0;
      while (offset < lastChunk(handle.size)) {
        await upload(job, handle, [offset, offset + chunks.size - 1]);
        offset += chunks.size;
      }
      return done(handle);
    },

    async commit(job, given) {
      const handle = given as TiktokHandle;
      try {
        const sent = await upload(job, handle, [lastChunk(handle.size), handle.size - 1], job.mayCall);
        return sent === 201 ? done(handle) : { kind: 'unknown', handle };
      } catch (error) {
        if (!(error instanceof ProviderRefusal) || error.status >= 500) throw error;
        // The address can't be used again: the post failed, or an earlier call arrived after all.
        const now = await status(job, handle).catch((unasked: unknown) => {
          if (unasked instanceof Unreachable) return undefined;
          throw unasked;
        });
        if (!now) return { kind: 'unknown', handle, code: 'PROVIDER_UNREACHABLE' };
        return arrival(job, handle, now, { kind: 'retryable', code: 'SESSION_LOST', restage: true });
      }
    },

    observe: async (job, handle) => ended(job, handle, await status(job, handle as TiktokHandle)),

    async reconcile(job, given) {
      const handle = given as TiktokHandle;
      return arrival(job, handle, await status(job, handle), { kind: 'retryable', code: 'NOT_COMMITTED' });
    },

    // File uploads can't be cancelled; without its last chunk the upload expires and never becomes a post.
    discard: async () => undefined,
  };
}

function audience(job: Job): string | undefined {
  return job.level === 'private-only' ? 'SELF_ONLY' : job.settings.tiktok?.privacyLevel;
}

/** The remainder is part of the last chunk, which may therefore be longer than the others. */
function chunkPlan(size: number): { size: number; count: number } {
  return size <= ONE_CHUNK_BYTES ? { size, count: 1 } : { size: CHUNK_BYTES, count: Math.floor(size / CHUNK_BYTES) };
}

/** The offset of the last chunk. */
function lastChunk(size: number): number {
  const { size: chunk, count } = chunkPlan(size);
  return (count - 1) * chunk;
}
