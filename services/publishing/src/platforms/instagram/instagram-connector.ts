import { captionRules } from '@reelwright/product';
import { cutText } from '@reelwright/text';
import { meaningOf } from '../../causes/causes.ts';
import {
  type Connector,
  done,
  type Handle,
  type Job,
  type Outcome,
  type PostedAs,
  pending,
  wentOutAt,
} from '../connector.ts';
import { callGraph } from '../graph.ts';
import { codeOfFailure, givenUp } from '../outcomes.ts';
import { ProviderRefusal, textIn } from '../provider-call.ts';
import { instagramErrors } from './instagram-errors.ts';

const HOUR_MS = 3_600_000;
const FIRST_POLL_MS = 2_000;
const POLL_MS = 20_000;

interface InstagramHandle extends Record<string, unknown> {
  readonly container: string;
  readonly polls?: number;
  readonly mediaId?: string;
}

/**
 * Posts a Reel through a container: Instagram fetches the video from us, and `media_publish` is the commit. The
 * container's status shows whether it was published, and so resolves an unknown end.
 */
export function instagramConnector({ graphUrl, version }: { graphUrl: string; version: string }): Connector {
  const graph = `${graphUrl}/${version}`;
  const get = (job: Job, path: string, query: Record<string, string>) =>
    callGraph(instagramErrors, `${graph}/${path}?${new URLSearchParams({ ...query, access_token: job.accessToken })}`, {
      signal: job.signal,
    });

  async function container(job: Job, handle: InstagramHandle): Promise<{ code: string; error: string }> {
    const body = await get(job, handle.container, { fields: 'status_code,status' });
    return {
      code: String(body['status_code']),
      error: /\b(2207\d{3})\b/.exec(String(body['status'] ?? ''))?.[1] ?? '',
    };
  }

  async function postedAs(job: Job, mediaId: string): Promise<PostedAs> {
    const { permalink, timestamp } = await get(job, mediaId, { fields: 'permalink,timestamp' });
    return { id: mediaId, ...(typeof permalink === 'string' && { permalink }), ...wentOutAt(timestamp) };
  }

  return {
    // A container is valid for 24 h and takes minutes to fetch and prepare.
    stageLeadMs: HOUR_MS,
    stageLifeMs: 20 * HOUR_MS,

    async preflight(job) {
      const body = await get(job, `${job.accountId}/content_publishing_limit`, { fields: 'quota_usage,config' });
      const [quota] = (body['data'] ?? []) as { quota_usage?: number; config?: { quota_total?: number } }[];
      const total = quota?.config?.quota_total;
      if (total === undefined || (quota?.quota_usage ?? 0) < total) return done();
      return { kind: 'retryable', code: 'DAILY_LIMIT', at: new Date(job.now().getTime() + HOUR_MS) };
    },

    async stage(job, known) {
      let handle = known as InstagramHandle | undefined;
      if (!handle) {
        const made = await callGraph(instagramErrors, `${graph}/${job.accountId}/media`, {
          form: {
            media_type: 'REELS',
            video_url: await job.mediaUrl(),
            caption: cutText(job.caption, captionRules.instagram.most),
            share_to_feed: 'true',
            is_ai_generated: 'true',
            access_token: job.accessToken,
          },
          signal: job.signal,
        });
        handle = { container: textIn(instagramErrors, made, 'id') };
        await job.save(handle);
      }
      const { code, error } = await container(job, handle);
      if (code === 'FINISHED') return done(handle);
      if (code === 'EXPIRED') return { kind: 'retryable', code: 'SESSION_LOST', restage: true };
      if (code === 'ERROR') {
        throw new ProviderRefusal(instagramErrors, `-1/${error || '2207032'}`, 400, { detail: 'the container failed' });
      }
      const polls = (handle.polls ?? 0) + 1;
      return pending(job, { ...handle, polls }, polls < 5 ? FIRST_POLL_MS : POLL_MS);
    },

    async commit(job, given) {
      const handle = given as InstagramHandle;
      try {
        const body = await callGraph(instagramErrors, `${graph}/${job.accountId}/media_publish`, {
          form: { creation_id: handle.container, access_token: job.accessToken },
          signal: job.signal,
          before: job.mayCall,
        });
        return done({ ...handle, mediaId: textIn(instagramErrors, body, 'id') });
      } catch (error) {
        // Instagram sometimes answers with its spam block although the post goes out; the container's status shows
        // which.
        if (error instanceof ProviderRefusal && instagramErrors.codeFor(error.code) === 'BLOCKED') {
          return { kind: 'unknown', handle, code: 'BLOCKED' };
        }
        throw error;
      }
    },

    observe: async (job, handle) => published(job, handle as InstagramHandle),

    async reconcile(job, given) {
      const handle = given as InstagramHandle;
      const { code, error } = await container(job, handle);
      if (code === 'PUBLISHED') return published(job, handle);
      if (code === 'FINISHED') return { kind: 'retryable', code: 'NOT_COMMITTED' };
      if (code === 'EXPIRED') return { kind: 'retryable', code: 'SESSION_LOST', restage: true };
      if (code === 'ERROR') return givenUp(instagramErrors, error);
      return { kind: 'unknown', handle };
    },

    // Containers can't be deleted; unpublished ones expire after 24 h.
    discard: async () => undefined,
  };

  /**
   * If the answer to media_publish was lost, and the media's id with it, the id is found among the account's newest
   * media.
   */
  async function published(job: Job, handle: InstagramHandle): Promise<Outcome> {
    const mediaId = handle.mediaId ?? (await newest(job));
    if (!mediaId) return done(handle, { id: handle.container });
    return done({ ...handle, mediaId } as Handle, await postedAs(job, mediaId));
  }

  async function newest(job: Job): Promise<string | undefined> {
    try {
      const body = await get(job, `${job.accountId}/media`, { fields: 'id,caption', limit: '10' });
      const media = (body['data'] ?? []) as { id: string; caption?: string }[];
      return media.find(({ caption }) => (caption ?? '') === cutText(job.caption, captionRules.instagram.most))?.id;
    } catch (error) {
      // An outage is tried again, because a post that is saved without its link never gets one.
      if (meaningOf(codeOfFailure(error)).verdict !== 'permanent') throw error;
      return undefined;
    }
  }
}
