import type { EmulatedPlatform } from '@reelwright/sandbox/platforms';
import { within } from '../../databases.ts';
import { acceptedPosts, fetchJournal } from '../../journal.ts';
import {
  createSubscriber,
  deliveredVideos,
  eventually,
  moveClock,
  type Person,
  productTime,
  type SavedEntry,
  saveEntries,
  whileAdvancing,
} from '../../people.ts';
import type { Cluster } from '../cluster.ts';

const DAY_MS = 86_400_000;
const FIRST_HOUR = 8;

/** Entries of a new account, one every hour of a day. */
export interface Planned {
  readonly person: Person;
  readonly entries: readonly SavedEntry[];
  readonly captions: readonly string[];
  /** When the last one is due. */
  readonly last: Date;
}

/**
 * Moves product time to the morning of the next day, and saves entries for a day.
 * @param options.daysAhead from that morning on; an entry's video is requested 24 hours before it is due
 */
export async function planEntries(
  cluster: Cluster,
  options: { readonly count: number; readonly platforms: readonly EmulatedPlatform[]; readonly daysAhead?: number },
): Promise<Planned> {
  const { count, platforms, daysAhead = 0 } = options;
  const today = new Date((await productTime(cluster)).getTime() + DAY_MS).toISOString().slice(0, 10);
  await moveClock(cluster, new Date(`${today}T05:30:00Z`));
  const person = await createSubscriber(cluster, platforms);
  const day = new Date(new Date(`${today}T00:00:00Z`).getTime() + daysAhead * DAY_MS);
  const date = day.toISOString().slice(0, 10);
  const captions = Array.from({ length: count }, (_, index) => `Entry ${index} of ${person.name}`);
  const wanted = captions.map((caption, index) => {
    return { date, time: `${String(FIRST_HOUR + index).padStart(2, '0')}:00`, caption };
  });
  const entries = await saveEntries(person, wanted);
  return { person, entries, captions, last: new Date(entries.at(-1)?.publishAt ?? 0) };
}

/** Resolves once the videos of all entries are made and delivered. */
export async function delivered({ person, entries }: Planned): Promise<void> {
  await deliveredVideos(person, entries.length);
}

/** Resolves once each entry is out on so many platforms. */
export async function posted(cluster: Cluster, { captions }: Planned, platforms: number): Promise<void> {
  await whileAdvancing(
    async () => {
      const posts = acceptedPosts(await fetchJournal(cluster));
      const out = posts.filter(({ captionLine }) => captions.includes(captionLine));
      if (out.length < captions.length * platforms) throw new Error(`${out.length} posts are out`);
    },
    { everyMs: 500 },
  );
}

/** Resolves once so many posts of the entries wait because of what their platform answered. */
export async function refused(cluster: Cluster, { person }: Planned, posts: number): Promise<void> {
  await eventually(async () => {
    const waiting = await within(cluster, 'publishing', (rows) =>
      rows(`select from posts where user_id = '${person.userId}' and delayed_by is not null`),
    );
    if (waiting.length < posts) throw new Error(`${waiting.length} posts were refused`);
  });
}

export const minutesAfter = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000);
