import { createHash } from 'node:crypto';
import {
  type EmulatedPlatform as Platform,
  platformProviders,
  emulatedPlatforms as platforms,
} from '@reelwright/sandbox/platforms';
import { firstLine, type JournalEntry } from './journal.ts';
import { HttpError, type Person, type ShownVideo, saveEntries, videos } from './people.ts';

export type Edit = 'moved' | 'removed' | 'regenerated' | 'left alone';

/** One entry of one person: the edit, when it was made, and what the calendar has shown since. */
export interface Cell {
  readonly edit: Edit;
  readonly phase: string;
  readonly person: Person;
  id: string;
  /** The slot it was first saved with. */
  slot: Slot;
  /** Hash of the video shown before the edit, if there was one. */
  before: string | undefined;
  /** `accepted`, or the code of the error. */
  answer: string;
  /** What the calendar shows after the edit; undefined when the entry is gone. */
  promise: Promised | undefined;
}

/** Wall date and full hour, UTC. */
export interface Slot {
  readonly date: string;
  readonly time: string;
}

interface Promised {
  readonly publishAt: string;
  readonly caption: string | null;
}

export const slotAt = (at: Date): Slot => ({
  date: at.toISOString().slice(0, 10),
  time: `${at.toISOString().slice(11, 13)}:00`,
});
export const instantOf = ({ date, time }: Slot): Date => new Date(`${date}T${time}:00.000Z`);
export const hourAfter = (slot: Slot): Slot => slotAt(new Date(instantOf(slot).getTime() + 3_600_000));

/** Puts the entry into the calendar. */
export async function save(cell: Cell, slot: Slot): Promise<void> {
  const [entry] = await saveEntries(cell.person, [{ ...slot, caption: `${cell.person.name} as saved` }]);
  if (!entry) throw new Error('the calendar shows no entry after its save');
  cell.id = entry.id;
  cell.slot = slot;
}

/** Makes the edit, and records what the calendar shows after it. */
export async function edit(cell: Cell): Promise<void> {
  const { person, id, slot } = cell;
  try {
    if (cell.edit === 'moved') {
      await saveEntries(person, [{ id, ...hourAfter(slot), caption: `${person.name} as moved` }]);
    } else if (cell.edit === 'removed') await saveEntries(person, []);
    else if (cell.edit === 'regenerated') await person.api('/api/regenerate-videos', { method: 'POST' });
    cell.answer = 'accepted';
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    cell.answer = error.code;
  }
  await remember(cell);
}

export async function remember(cell: Cell): Promise<void> {
  type Entries = { scheduledDates: (Promised & { id: string })[] };
  const { scheduledDates } = await cell.person.api<Entries>('/api/video-configuration');
  cell.promise = scheduledDates.find(({ id }) => id === cell.id);
}

/** What GET /api/videos shows of the entry. */
export async function shown({ person, id }: Cell): Promise<ShownVideo | undefined> {
  return (await videos(person)).find((video) => video.id === id);
}

/** Hash of the video that GET /api/videos offers. */
export async function shownHash(cell: Cell): Promise<string | undefined> {
  const address = (await shown(cell))?.mediaUrl;
  if (!address) return undefined;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

interface Verdict {
  readonly platform: Platform;
  /** When it was posted, in seconds after the promised time; undefined when it was not. */
  readonly lateSeconds: number | undefined;
  readonly problems: readonly string[];
}

/** Compares what was posted with what the calendar showed, platform by platform. */
export async function judge(cell: Cell, journal: readonly JournalEntry[]): Promise<Verdict[]> {
  const { promise } = cell;
  const video = await shown(cell);
  const hash = await shownHash(cell);
  const general: string[] = [];
  if (!promise !== (cell.edit === 'removed' && cell.answer === 'accepted'))
    general.push('the calendar is not as asked');
  if (!video !== !promise) general.push('the calendar and GET /api/videos differ');
  if (promise && video?.publishAt !== promise.publishAt) general.push(`GET /api/videos says ${video?.publishAt}`);
  if (promise && video?.caption !== promise.caption) general.push('GET /api/videos has another caption');
  const renewed = cell.edit === 'regenerated' && cell.answer === 'accepted';
  if (renewed && (video?.variation !== 1 || hash === cell.before)) general.push('the video shown is not a new one');
  if (!renewed && cell.before && hash && hash !== cell.before) general.push('the video shown is another one');

  return platforms.map((platform) => {
    const problems = [...general];
    const posts = journal.filter(
      ({ act, provider, caption, key }) =>
        act === 'post-published' &&
        provider === platformProviders[platform] &&
        (caption ?? key ?? '').includes(cell.person.name),
    );
    const [post] = posts;
    if (posts.length !== (promise ? 1 : 0)) problems.push(`${posts.length} posts`);
    if (!promise || !post) return { platform, lateSeconds: undefined, problems };
    const lateSeconds = (Date.parse(post.at) - Date.parse(promise.publishAt)) / 1000;
    if (lateSeconds < 0) problems.push('before its time');
    if (firstLine(post.caption ?? post.key ?? '') !== firstLine(promise.caption ?? ''))
      problems.push('another caption');
    if (post.sha256 !== hash) problems.push('another video than shown');
    const state = video?.posts.find((one) => one.platform === platform)?.state;
    if (state !== 'posted') problems.push(`shown as ${state}`);
    return { platform, lateSeconds, problems };
  });
}
