import { setTimeout as delay } from 'node:timers/promises';
import { emulatedPlatforms } from '@reelwright/sandbox/platforms';
import { acceptedPosts, fetchJournal } from '../journal.ts';
import {
  deliveredVideos,
  eventually,
  moveClock,
  type Person,
  productTime,
  type StackUrls,
  saveEntries,
} from '../people.ts';

/** Posts of calendars that fall due while the cluster is disturbed. */
export interface DuePosts {
  /** How many slots have fallen due. */
  readonly due: number;
  /** Moves product time from slot to slot until `stop`. */
  start(): void;
  stop(): Promise<void>;
  /** Posts that went out twice, never, early, or more than a minute late, by the journal of the platforms. */
  problems(): Promise<string[]>;
}

/** Without YouTube, whose uploads a day are for all people together: partners' posts take them. */
export const duePlatforms = emulatedPlatforms.filter((platform) => platform !== 'youtube');
const SLOT_MS = 3_600_000;
const EVERY_MS = 40_000;
const LATE_MS = 60_000;
const ASK_MS = 2_000;

/**
 * Gives people, who have `duePlatforms` connected, an entry every hour in turn, and waits until the videos are
 * made and delivered.
 */
export async function planDuePosts(stack: StackUrls, people: readonly Person[], slots: number): Promise<DuePosts> {
  const first = Math.ceil((await productTime(stack)).getTime() / SLOT_MS + 1) * SLOT_MS;
  const planned = Array.from({ length: slots }, (_, slot) => {
    const at = new Date(first + slot * SLOT_MS);
    return {
      at,
      person: slot % people.length,
      caption: `Due at ${at.toISOString()} by ${people[slot % people.length]?.name}`,
    };
  });
  for (const [number, person] of people.entries()) {
    const own = planned.filter((slot) => slot.person === number);
    const wanted = own.map(({ at, caption }) => {
      const [date = '', time = ''] = at.toISOString().split('T');
      return { date, time: time.slice(0, 5), caption };
    });
    await saveEntries(person, wanted);
    await deliveredVideos(person, own.length, { everyMs: ASK_MS });
  }

  const allPosts = async () => acceptedPosts(await fetchJournal(stack));
  const isPosted = async ({ caption }: { caption: string }) =>
    (await allPosts()).filter(({ captionLine }) => captionLine === caption).length >= duePlatforms.length;
  let due = 0;
  let isStopped = false;
  let running = Promise.resolve();

  async function run(): Promise<void> {
    for (const slot of planned) {
      if (isStopped) return;
      await eventually(() => moveClock(stack, new Date(slot.at.getTime() - 1_000)));
      due++;
      const moved = Date.now();
      // The next move would make a post late that is only slow.
      while (Date.now() - moved < LATE_MS && !(await isPosted(slot))) await delay(ASK_MS);
      await delay(Math.max(0, moved + EVERY_MS - Date.now()));
    }
  }

  return {
    get due() {
      return due;
    },
    start() {
      running = run();
    },
    async stop() {
      isStopped = true;
      await running;
    },
    async problems() {
      const found = [];
      const posts = await allPosts();
      for (const slot of planned.slice(0, due)) {
        for (const platform of duePlatforms) {
          const own = posts.filter((post) => post.captionLine === slot.caption && post.platform === platform);
          const late = (own[0]?.at.getTime() ?? 0) - slot.at.getTime();
          if (own.length !== 1) found.push(`${slot.caption} was posted ${own.length} times on ${platform}`);
          else if (late < 0 || late > LATE_MS) found.push(`${slot.caption} was ${late / 1_000} s late on ${platform}`);
        }
      }
      return found;
    },
  };
}
