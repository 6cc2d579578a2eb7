import type { Reader } from '@reelwright/causes';
import type { GenerationServiceClient, PendingVideo, Video as SignedVideo } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import type { PlanDeps } from '../entitlements/refresh-entitlement.ts';
import { shownAt } from '../entries/calendar-entry.ts';
import { toEntry } from '../entries/entry-columns.ts';
import { holdOf } from '../entries/hold.ts';
import { type Account, readAccount } from '../plans/account.repository.ts';
import { readConfiguration } from '../settings/configuration.repository.ts';
import type { Configuration } from '../settings/configuration.ts';
import { captionOf, settingsOf } from '../settings/entry-settings.ts';
import { describeCause } from './causes.ts';
import { describeStatus } from './status.schema.ts';
import { postStatus, videoStatus } from './status.ts';
import {
  currentDelivery,
  type DeliveryRow,
  newestVideos,
  type Reports,
  readReports,
  type VideoRow,
} from './timeline.repository.ts';
import { type Post, type Render, videoState, whyOf } from './video-state.ts';

export interface TimelineDeps extends PlanDeps {
  readonly generation: Pick<GrpcClient<GenerationServiceClient>, 'getVideos'>;
  /** The origin in front of media paths. */
  readonly publicUrl: string;
}

const LIMIT = 60;
/** Later nothing can be done about a video: generation keeps it for three months. */
const OPEN_MS = 92 * 24 * 3_600_000;
const MEDIA_DEADLINE_MS = 500;

/**
 * The newest 60 videos of the user, the newest first; planned and paused ones only as far as the others leave room. Older
 * ones of the last three months that may need their owner are there too.
 * Their times are in the calendar's zone, whichever they were planned in. Without generation's answer, media addresses
 * and estimates are null.
 */
export async function readTimeline(deps: TimelineDeps, userId: string, reader: Reader) {
  const now = deps.clock.now();
  const openSince = new Date(now.getTime() - OPEN_MS);
  const [{ rows, hasOlder }, configuration, account] = await Promise.all([
    newestVideos(deps.db, userId, { limit: LIMIT, openSince }),
    readConfiguration(deps.db, userId),
    readAccount(deps.db, userId, now),
  ]);
  const reports = await readReports(deps.db, rows);
  const isMaking = (row: VideoRow) => row.state === 'requested' && isUnmade(reports.renders.get(row.id));
  const making = rows.filter(isMaking).map(({ id }) => id);
  const { media, pending } = await askGeneration(deps, userId, [...new Set([...reports.seen, ...making])]);
  const address = (path: string | undefined) => (path ? new URL(path, deps.publicUrl).href : null);
  const shownReader = { ...reader, timeZone: configuration.timeZone };
  const videos = rows.map((row) => {
    const signed = reports.seen.has(row.id) ? media.get(row.id) : undefined;
    const waiting = isMaking(row) ? pending.get(row.id) : undefined;
    return {
      ...describe(
        row,
        configuration,
        reports,
        account,
        now,
        waiting?.variation === row.variation ? waiting : undefined,
        shownReader,
      ),
      mediaUrl: address(signed?.mediaPath),
      posterUrl: address(signed?.posterPath),
    };
  });
  const { paused, pausedAt } = account.posting;
  const posting = { paused, since: paused ? iso(pausedAt) : null };
  return { serverTime: now.toISOString(), posting, hasOlder, videos };
}

const isUnmade = (render: Render | undefined) => render?.state !== 'done' && render?.state !== 'failed';

interface Answer {
  readonly media: ReadonlyMap<string, SignedVideo>;
  readonly pending: ReadonlyMap<string, PendingVideo>;
}

async function askGeneration(
  { generation, logger }: TimelineDeps,
  userId: string,
  videoIds: string[],
): Promise<Answer> {
  if (videoIds.length === 0) return { media: new Map(), pending: new Map() };
  try {
    const answer = await generation.getVideos({ videoIds }, { actingFor: userId, timeoutMs: MEDIA_DEADLINE_MS });
    return {
      media: new Map(answer.videos.map((video) => [video.videoId, video])),
      pending: new Map(answer.pending.map((video) => [video.videoId, video])),
    };
  } catch (error) {
    logger.warn({ err: error }, 'generation gave no media addresses');
    return { media: new Map(), pending: new Map() };
  }
}

function describe(
  row: VideoRow,
  configuration: Configuration,
  reports: Reports,
  account: Account,
  now: Date,
  waiting: PendingVideo | undefined,
  reader: Reader,
) {
  const render = reports.renders.get(row.id);
  const posts = reports.posts.get(row.id) ?? [];
  const delivery = currentDelivery(reports.deliveries.get(row.id), render?.variation ?? row.variation);
  const videoType = row.requested_type ?? row.video_type;
  const { platforms: _, ...settings } = settingsOf(toEntry(row));
  const hold = holdOf(
    toEntry(row),
    { ...account, ...configuration },
    render?.state === 'done' ? render.variation : undefined,
  );
  const known = {
    hold,
    stored: row.state,
    publishAt: row.publish_at,
    requestedAt: row.requested_at,
    render,
    posts,
    account,
  };
  const why = whyOf(known, render, posts, now, account);
  const isPaused = account.posting.paused;
  return {
    id: row.id,
    ...settings,
    videoType: videoType ?? configuration.videoType,
    variation: row.variation,
    createdAt: row.created_at.toISOString(),
    publishAt: iso(row.publish_at),
    ...shownAt(toEntry(row), configuration.timeZone),
    timeZone: configuration.timeZone,
    caption: row.requested_caption ?? captionOf({ ...toEntry(row), videoType }, configuration),
    stages: {
      requested: { at: iso(row.requested_at) },
      rendering: describeRender(render, waiting, reader),
      drive: describeDelivery(delivery, render, reader),
    },
    posts: posts.map((post) => describePost(post, { publishAt: row.publish_at, isPaused, now }, reader)),
    state: videoState(row.state, render, posts),
    status: describeStatus(videoStatus({ ...known, delivery }, now)),
    why: why && describeCause(why, reader),
  };
}

function describeRender(render: Render | undefined, waiting: PendingVideo | undefined, reader: Reader) {
  return {
    state: render?.state ?? ('waiting' as const),
    variation: render?.variation ?? null,
    startedAt: iso(render?.startedAt),
    finishedAt: iso(render?.finishedAt),
    percent: render?.state === 'done' ? 100 : (render?.percent ?? 0),
    nextTryAt: iso(render?.nextTryAt),
    place: waiting?.place || null,
    readyInSeconds: waiting?.readyInSeconds || null,
    ...describeCause(render ?? { code: '', causeData: {} }, reader),
  };
}

function describeDelivery(current: DeliveryRow | undefined, render: Render | undefined, reader: Reader) {
  const waiting = render?.state === 'done' ? ('running' as const) : ('waiting' as const);
  return {
    state: current?.state ?? waiting,
    at: iso(current?.at),
    link: current?.link || null,
    ...describeCause({ code: current?.code ?? '', causeData: {} }, reader),
  };
}

function describePost(post: Post, around: Parameters<typeof postStatus>[1], reader: Reader) {
  return {
    platform: post.platform,
    state: post.state,
    ...describeCause(post, reader),
    needs: post.needs || null,
    permalink: post.permalink || null,
    at: iso(post.at),
    nextCheckAt: iso(post.nextCheckAt),
    goesOutAt: iso(post.goesOutAt),
    status: describeStatus(postStatus(post, around)),
  };
}

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
