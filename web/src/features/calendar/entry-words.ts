import { type PauseCause, platformNames } from '@reelwright/product';
import {
  isPaused,
  type Mark,
  postedTitle,
  postWords,
  troubles,
  videoWords,
  wordInSentence,
} from '../../content/statuses.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import type { CalendarEntry } from './entry.ts';

type Posts = NonNullable<CalendarEntry['posts']>;

interface EntryWords {
  word: string;
  /** The platforms that need the user, each with its state. */
  detail: string | null;
  mark: Mark | null;
}

const pausedFor: Readonly<Record<string, string>> = {
  ENTRY_AFTER_PLAN: 'after your plan ends',
  ENTRY_UNPAID: 'payment overdue',
  ENTRY_NO_PLAN: 'no paid plan',
} satisfies Partial<Record<PauseCause, string>>;

/** An entry's status in a few words; null while it only waits for its publishing time. */
export function entryWords({ status, posts = [], timeZone, why }: CalendarEntry): EntryWords | null {
  if (status === null) return null;
  const { word, mark } = videoWords[status.state];
  if (word === null) return null;
  const plain = (words: string, as = mark) => ({ word: words, detail: null, mark: as });
  if (isPaused(status)) return plain(`${word}: ${pausedFor[why?.code ?? ''] ?? 'over your plan'}`);
  if (status.needsOwner) {
    const problems = troubles(posts).map(({ word: what, posts: those }) => `${what} on ${platformsOf(those)}`);
    const detail = capital([...problems, ...movedPosts(posts, timeZone)].join(', '));
    return {
      word: `${needsOwnerWord(status, posts)} · needs you`,
      detail: detail || null,
      mark: needsOwnerMark(mark, posts),
    };
  }
  if (status.state === 'moved' && status.next) return plain(`${word} ${formatDayAndTime(status.next.at, timeZone)}`);
  if (status.state !== 'partly_posted') return plain(word);
  const open = posts.filter((post) => postWords[post.status.state].isOpen);
  const later = open.every((post) => post.status.state === 'moved') ? open[0]?.status.next : null;
  const done = postedTitle(status, posts);
  return later
    ? plain(`${done}, the rest goes out ${formatDayAndTime(later.at, timeZone)}`, 'later')
    : plain(`${done}, the rest is on its way`, 'live');
}

function needsOwnerWord(status: NonNullable<CalendarEntry['status']>, posts: Posts): string {
  const { word, wordBeforeTime } = videoWords[status.state];
  if (status.posted > 0 && status.posted < status.counted) return postedTitle(status, posts);
  if (wordBeforeTime === undefined) return word ?? '';
  return status.actions.includes('edit') ? wordBeforeTime : 'Not posted yet';
}

function needsOwnerMark(mark: Mark | null, posts: Posts): Mark {
  const pips = posts.filter(({ status }) => status.needsOwner).map(({ status }) => postWords[status.state].pip);
  const worst = (['bad', 'unsure'] as const).find((pip) => pips.includes(pip) || (pips.length === 0 && mark === pip));
  return worst ?? 'stopped';
}

/** "goes out on TikTok Sat, Nov 21, 09:00". */
function movedPosts(posts: Posts, timeZone: string | undefined): string[] {
  const moved = posts.filter(({ status }) => status.state === 'moved');
  const next = moved[0]?.status.next;
  return next ? [`${wordInSentence('moved')} on ${platformsOf(moved)} ${formatDayAndTime(next.at, timeZone)}`] : [];
}

/** "Facebook, Instagram and TikTok". */
const platformsOf = (posts: Posts) =>
  new Intl.ListFormat('en-GB').format(posts.map(({ platform }) => platformNames[platform]));

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
