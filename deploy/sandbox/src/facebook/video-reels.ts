import type { Sandbox } from '../core/sandbox.ts';
import { badParameter, graphError } from '../meta/errors.ts';
import { selectFields } from '../meta/fields.ts';
import { flag, type GraphCall } from '../meta/graph.ts';
import { readClip } from '../social/clip.ts';
import type { Page } from './accounts.ts';
import type { FacebookKnobs } from './knobs.ts';
import type { Reel, Reels } from './reels.ts';

export function startReel({ origins }: Sandbox, reels: Reels, page: Page): object {
  const reel = reels.start(page.id);
  return { video_id: reel.id, upload_url: `${origins.server('facebook')}/video-upload/v26.0/${reel.id}` };
}

/** Accepts a reel for publishing. `success: true` does not mean that it is out. */
export function finishReel(
  call: GraphCall,
  { media, clock }: Sandbox,
  reels: Reels,
  page: Page,
  knobs: FacebookKnobs,
): object {
  const { video_id: id, video_state: state, description = '', title = '' } = call.params;
  if (!id) throw badParameter('The parameter video_id is required');
  const reel = reels.get(id);
  if (reel?.pageId !== page.id) throw badParameter('Invalid parameter: video_id does not belong to this Page.');
  if (state !== 'PUBLISHED' && state !== 'DRAFT' && state !== 'SCHEDULED') {
    throw badParameter('Param video_state must be one of {DRAFT, PUBLISHED, SCHEDULED}.');
  }
  const isAiGenerated = flag(call, 'is_ai_generated') ?? false;
  const publishAt = state === 'SCHEDULED' ? scheduledFor(call.params.scheduled_publish_time, clock.now()) : null;
  if (reel.finishedAt !== null)
    throw graphError(506, '(#506) Duplicate status message: this video was already published.');
  if (!reel.uploaded || media.get(reel.mediaId) === undefined) {
    throw graphError(6000, 'There was a problem uploading your video file. Please try again with another file.', {
      userMessage: 'Video Upload Is Missing',
    });
  }
  if (knobs.get().paused)
    throw graphError(368, '(#368) The action attempted has been deemed abusive or is otherwise disallowed');
  if (state !== 'DRAFT' && reels.publishedToday(page.id) >= knobs.get().reelsPerDay) {
    throw graphError(613, '(#613) Calls to this api have exceeded the rate limit.', { subcode: 1390008 });
  }
  const finished = reels.finish(reel, { state, publishAt, title, description, isAiGenerated });
  return { success: true, ...(state === 'PUBLISHED' ? { post_id: finished.postId } : {}) };
}

function scheduledFor(timestamp: string | undefined, now: Date): number {
  const at = Number(timestamp);
  const ahead = at - now.getTime() / 1000;
  if (!Number.isInteger(at) || ahead < 600 || ahead > 30 * 86_400) {
    throw badParameter('The specified scheduled publish time is invalid: 10 minutes to 30 days ahead.');
  }
  return at;
}

/** The fields of a reel. `permalink_url` is a path on the platform's own origin, as Graph returns it. */
export function reelFields(
  reels: Reels,
  { media, origins }: Sandbox,
  reel: Reel,
  page: Pick<Page, 'id'>,
  fields: string,
): object {
  const node = {
    id: reel.id,
    status: reels.status(reel),
    permalink_url: `/reel/${reel.id}/`,
    description: reel.description,
    title: reel.title,
    created_time: reel.at.replace(/\.\d+Z$/, '+0000'),
    updated_time: reel.at.replace(/\.\d+Z$/, '+0000'),
    length: reel.uploaded ? (readClip(media.path(reel.mediaId))?.seconds ?? 0) : 0,
    published: reels.isOut(reel),
    post_id: reel.finishedAt === null ? undefined : reel.postId,
    from: { id: page.id },
    source: reel.uploaded ? `${origins.browser('facebook')}/media/${reel.mediaId}` : undefined,
  };
  return selectFields(node, 'Video', fields, []);
}
