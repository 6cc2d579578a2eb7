import { type Platform, platformNames } from '@reelwright/product';
import type { ReactNode } from 'react';
import { samplePoster } from '../../content/video-types.ts';
import { nameOf } from '../../lib/entry-choice.ts';
import { formatDayAndTime, formatElapsed } from '../../lib/format-date.ts';
import { useServerNow } from '../../lib/use-server-now.ts';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Note } from '../../ui/note.tsx';
import { Reel, Stamp } from '../../ui/reel.tsx';
import { ReelPlayer } from '../../ui/reel-player.tsx';
import { Ticks } from '../../ui/ticks.tsx';
import type { Video } from './api.ts';
import { HoldNote, isHeld } from './hold-note.tsx';
import { clockOf, makingWords, spokenMakingWords, waitWords } from './making-words.ts';
import { Missed, MissedTogether } from './missed-note.tsx';
import { PostRow } from './post-row.tsx';
import { inState, isAhead, missedTogether, ticksOf } from './progress.ts';
import { Timeline } from './timeline.tsx';
import { useKnownEstimate } from './use-known-estimate.ts';
import { ViewCount } from './view-count.tsx';

interface Props {
  video: Video;
  /** Its number on the calendar, if it has one. */
  index: number | null;
  large?: boolean;
  /** On a screen of its own: what stands in place of the title, and the actions at the end. */
  alone?: { head: ReactNode; actions: ReactNode };
  /** When its state was last read, if it cannot be read now; its clock stops at that time. */
  asOf: number | null;
  onReconnect: (platform: Platform) => void;
}

/** One video of the list: its picture, its four stages and its platforms. */
export function VideoCard({ video, index, large = false, alone, asOf, onReconnect }: Props) {
  const name = nameOf(video);
  const title = index === null ? name : `#${index} · ${name}`;
  const spoken = index === null ? `Video, ${name}` : `Video #${index}, ${name}`;
  const { status } = video;
  const { rendering, drive } = video.stages;
  const unmade = status.actions.includes('post_now');
  const making = !unmade && (rendering.state === 'waiting' || rendering.state === 'running');
  const heldUp = whyHeldUp(video);
  const together = missedTogether(video);
  const allPosted = status.group === 'posted' && status.posted === status.counted;

  return (
    <article
      id={`video-${video.id}`}
      className={classNames(
        'video',
        large && 'large',
        alone && 'alone',
        making && 'is-making',
        status.state === 'skipped' && 'is-skipped',
      )}
      aria-label={spoken}
    >
      <Picture video={video} label={spoken} making={making} alone={alone !== undefined} />
      <div className="video-body">
        {alone?.head ?? (
          <div className="video-title">
            <h4>{title}</h4>
            <span className="small muted number">
              {video.publishAt ? formatDayAndTime(video.publishAt, video.timeZone ?? undefined) : 'Created right away'}
            </span>
          </div>
        )}
        {making ? <Making video={video} asOf={asOf} /> : null}
        {heldUp ? (
          <Note tone="warn" title={heldUp.message}>
            {waitWords(heldUp.fix, rendering.nextTryAt, video.timeZone ?? undefined)}
          </Note>
        ) : null}
        {status.state === 'not_covered' && video.why ? (
          <Note tone="warn" title={video.why.message}>
            {video.why.fix}
          </Note>
        ) : null}
        <HoldNote video={video} name={name} />
        {unmade ? <Missed video={video} /> : <Timeline video={video} />}
        {rendering.state === 'failed' ? (
          <Note tone="bad" title={rendering.message || 'The video could not be made.'}>
            {rendering.fix || 'It does not count against your plan.'}
          </Note>
        ) : null}
        {rendering.state === 'done' && rendering.code === 'EARLIER_VIDEO_KEPT' ? (
          <Note tone="warn" title={rendering.message ?? 'The earlier video was kept.'}>
            {rendering.fix || 'It goes out as planned.'}
          </Note>
        ) : null}
        {drive.state === 'failed' || (drive.state === 'waiting' && drive.code) ? (
          <Note
            tone={drive.state === 'failed' ? 'bad' : 'warn'}
            title={drive.message || 'Google Drive did not accept the file.'}
          >
            {drive.fix ? `${drive.fix} ` : ''}The video is made and kept here.
            {video.posts.some(isAhead) ? ' Posting does not wait for Drive.' : ''}
          </Note>
        ) : null}
        {together ? <MissedTogether video={video} posts={together} /> : null}
        {allPosted ? <Views video={video} /> : null}
        {!allPosted && video.posts.length > 0 && rendering.state !== 'failed' && status.state !== 'skipped' ? (
          <ul className="posts">
            {video.posts.map((post) => (
              <PostRow
                key={post.platform}
                video={video}
                post={post}
                explainedAbove={isHeld(video) || (together?.includes(post) ?? false)}
                onReconnect={onReconnect}
              />
            ))}
          </ul>
        ) : null}
        {alone?.actions}
      </div>
    </article>
  );
}

const heldUpBy = ['RENDER_NOT_BEGUN', 'BEING_MADE', 'NEWS_LATE'];

/** The cause of a video's delay, if it needs no action. A post's problem is shown in the row of the post. */
function whyHeldUp({ why, stages }: Video): Video['why'] {
  if (!why) return null;
  const { state, code, place } = stages.rendering;
  const rendering = state === 'waiting' && code === why.code;
  // The place in line is more precise.
  if (why.code === 'RENDER_NOT_BEGUN' && place !== null) return null;
  return rendering || heldUpBy.includes(why.code) ? why : null;
}

interface PictureProps {
  video: Video;
  label: string;
  making: boolean;
  alone: boolean;
}

function Picture({ video, label, making, alone }: PictureProps) {
  const { rendering } = video.stages;
  const name = alone ? nameOf(video) : undefined;
  const poster = video.posterUrl ?? samplePoster(video.videoType);
  if (video.mediaUrl) {
    return (
      <ReelPlayer
        tone={video.videoType}
        poster={poster}
        clip={video.mediaUrl}
        name={name}
        label={alone ? `your video, ${nameOf(video)}` : label.replace('Video', 'video')}
        playsAtRest={alone}
      />
    );
  }
  const failed = rendering.state === 'failed';
  return (
    <Reel
      tone={video.videoType}
      poster={poster}
      name={name}
      state={failed ? 'failed' : 'dim'}
      ticks={making && rendering.state === 'running' ? ticksOf(rendering.percent) : 0}
      topLeft={<Stamp>{stampOf(video)}</Stamp>}
    />
  );
}

function stampOf({ status, stages }: Video): string {
  if (stages.rendering.state === 'failed') return 'Failed';
  if (status.actions.includes('post_now')) return 'Missed';
  return stages.rendering.state === 'running' ? 'Rendering' : 'Waiting';
}

/** The clock, the remaining time and the eight ticks of a video being made. */
function Making({ video, asOf }: { video: Video; asOf: number | null }) {
  const serverNow = useServerNow(1000);
  const now = asOf ?? serverNow;
  const readyInSeconds = useKnownEstimate(video.stages.rendering.readyInSeconds, now);
  const rendering = { ...video.stages.rendering, readyInSeconds };
  const running = rendering.state === 'running';
  const clock = clockOf(video);
  return (
    <>
      <div className="making">
        {clock ? (
          <span className="elapsed" aria-hidden="true">
            <span className="small muted">{clock.label}</span>
            <span className="clock">{formatElapsed(now - clock.since)}</span>
          </span>
        ) : null}
        <span aria-hidden="true">{makingWords(rendering)}</span>
        <span role="status" className="visually-hidden">
          {spokenMakingWords(rendering)}
        </span>
      </div>
      <Ticks brand on={running ? ticksOf(rendering.percent) : 0} />
    </>
  );
}

function Views({ video }: { video: Video }) {
  const posted = inState(video.posts, 'posted');
  return (
    <>
      <div className="views">
        {posted.map((post) =>
          post.permalink ? (
            <a key={post.platform} href={post.permalink} target="_blank" rel="noopener">
              <BrandIcon name={post.platform} />
              {platformNames[post.platform]}
              <span className="visually-hidden">, view post (opens in a new tab)</span>
            </a>
          ) : (
            <span key={post.platform}>
              <BrandIcon name={post.platform} />
              {platformNames[post.platform]}
            </span>
          ),
        )}
        <ViewCount video={video} posts={posted} />
      </div>
      {video.posts
        .filter((post) => post.message)
        .map((post) => (
          <p className="small muted" key={post.platform}>
            {posted.includes(post) ? '' : `${platformNames[post.platform]}: `}
            {`${post.message} ${post.fix ?? ''}`.trim()}
          </p>
        ))}
    </>
  );
}
