import { type PostState, platformNames } from '@reelwright/product';
import { formatDayAndTime } from '../../lib/format-date.ts';
import type { Post, Video } from './api.ts';
import { isAhead, isCounted, isHeldBack, isMoved, isPosted, isTroubled, isUnmade, postedTitle } from './progress.ts';

/** How a video stands, short enough for a calendar: a word, which platforms it is about, and a mark. */
export interface Standing {
  word: string;
  detail: string | null;
  mark: 'ok' | 'live' | 'later' | 'held' | 'unsure' | 'bad';
  /** Nothing more happens by itself. */
  needsYou: boolean;
  /** One can look at the platform again. */
  canCheck: boolean;
}

/** From a minute before its time a post is on its way. */
const lockMs = 60_000;
/** Later than this it is late. */
const lateMs = 120_000;

/** What is true of a video's posts; null while they have nothing to tell yet and the video's own state says it all. */
export function standingOf(video: Video, now: number): Standing | null {
  const { stages, publishAt, timeZone } = video;
  if (isUnmade(video) || stages.rendering.state === 'failed' || video.posts.length === 0) return null;
  const due = publishAt === null ? now : Date.parse(publishAt);
  const hasCome = due - now <= lockMs;
  const posts = video.posts.filter(isCounted);
  if (posts.length === 0) {
    return hasCome && stages.rendering.state === 'done' ? plain('In your Drive', 'ok') : null;
  }
  if (posts.some(isTroubled)) return troubled(video, posts, hasCome);
  if (posts.some(({ state }) => state === 'going_out' || state === 'processing')) return plain('Going out now', 'live');
  const ahead = posts.filter(isAhead);
  if (ahead.length === 0) return plain('Posted', 'ok');
  const done = posts.some(isPosted) ? `${postedTitle(posts)}, the rest ` : '';
  const later = ahead.every(isMoved) ? ahead[0]?.goesOutAt : null;
  if (later) return plain(capital(`${done}goes out ${formatDayAndTime(later, timeZone ?? undefined)}`), 'later');
  if (!hasCome || stages.rendering.state !== 'done') return null;
  if (done) return plain(`${done}is on its way`, 'live');
  return now - due < lateMs ? plain('Going out now', 'live') : plain('Late, on its way', 'later');
}

function troubled(video: Video, posts: readonly Post[], hasCome: boolean): Standing {
  const of = (state: PostState) => posts.filter((post) => post.state === state);
  const [failed, missed, unconfirmed, held] = [of('failed'), of('missed'), of('unconfirmed'), posts.filter(isHeldBack)];
  const moved = posts.filter((post) => isMoved(post) && !isHeldBack(post));
  const later = moved[0]?.goesOutAt;
  const parts = [
    on('unconfirmed', unconfirmed),
    on('failed', failed),
    on('missed', missed),
    on('held back', held),
    later ? `${on('goes out', moved)} ${formatDayAndTime(later, video.timeZone ?? undefined)}` : '',
  ].filter(Boolean);
  return {
    word: `${troubleWord(video, posts, hasCome)} · needs you`,
    detail: capital(parts.join(', ')),
    mark: failed.length + missed.length > 0 ? 'bad' : unconfirmed.length > 0 ? 'unsure' : 'held',
    needsYou: true,
    canCheck: unconfirmed.length > 0,
  };
}

function troubleWord(video: Video, posts: readonly Post[], hasCome: boolean): string {
  if (posts.some(isPosted)) return postedTitle(posts);
  if (posts.every(({ state }) => state === 'missed')) return 'Missed';
  if (posts.every(({ state }) => state === 'unconfirmed')) return 'Unconfirmed';
  if (!posts.some(isAhead)) return 'Not posted';
  if (hasCome) return 'Not posted yet';
  return video.stages.rendering.state === 'done' ? 'Ready' : 'Being made';
}

/** "failed on Facebook and TikTok", or nothing. */
function on(what: string, posts: readonly Post[]): string {
  const names = posts.map(({ platform }) => platformNames[platform]);
  const last = names.pop();
  if (!last) return '';
  return `${what} on ${names.length > 0 ? `${names.join(', ')} and ${last}` : last}`;
}

const plain = (word: string, mark: Standing['mark']): Standing => ({
  word,
  detail: null,
  mark,
  needsYou: false,
  canCheck: false,
});
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
