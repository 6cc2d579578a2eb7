import { acceptedPosts, type JournalEntry, PROVIDER_OF, readJournal } from './journal.ts';
import { HttpRefusal, type Person, patiently, type ShownVideo, videos } from './people.ts';
import type { PlannedEntry, Slots } from './slots.ts';
import type { Stack } from './stack.ts';
import type { Planned } from './verdict.ts';

/** What the scenes work with, and what they came to. */
export interface Outage {
  readonly stack: Stack;
  readonly slots: Slots;
  /** As they are planned now: edits change them. */
  entries: readonly PlannedEntry[];
  readonly say: (line: string) => void;
  readonly told: Scene[];
  /** What was shown or answered and should not have been, and what did not come back. */
  readonly faults: string[];
}

/** One line of the table. */
export interface Scene {
  readonly what: string;
  /** Real seconds. */
  readonly away: number;
  /** From the return to the last thing of what was due being done and shown, in real seconds. */
  readonly recovered: number;
  /** What people are told while it lasts. */
  readonly shown: readonly string[];
}

export const entriesAt = ({ entries }: Outage, slot: number) => entries.filter((entry) => entry.slot === slot);

const NEWS_WITHIN_MS = 2 * 60_000;
/** How the words of a partner's upload begin. */
export const PARTNER = 'Partner of';
const SETTLED = new Set(['posted', 'planned']);
const RECOVERED_WITHIN_MS = 120_000;

/** What GET /api/videos says of each entry, by its id. */
export async function shownOf(entries: readonly PlannedEntry[]): Promise<Map<string, ShownVideo>> {
  const people = new Set(entries.map(({ person }) => person));
  const lists = await Promise.all([...people].map(videos));
  return new Map(lists.flat().map((video) => [video.id, video]));
}

/** Videos of these entries as people are shown them: `3 requested: STORE_FULL`. Lies and silence become faults. */
export async function lookAt({ stack, slots, faults }: Outage, entries: readonly PlannedEntry[]): Promise<string> {
  const shown = await shownOf(entries);
  const posted = new Set(
    readJournal(stack)
      .filter(({ act }) => act === 'post-published')
      .map(({ provider, caption, key }) => `${provider} ${(caption ?? key ?? '').split('\n')[0]}`),
  );
  const now = Date.now() + (slots.now().getTime() - slots.realTimeOf(slots.now()));
  const words = entries.map(({ posts }) => {
    const [first] = posts;
    const video = shown.get(first?.videoId ?? '');
    if (!video || !first) {
      faults.push(`${first?.words}: not shown`);
      return 'nothing';
    }
    const { state, why } = video;
    if (['failed', 'missed', 'paused'].includes(state)) faults.push(`${first.words}: shown as ${state} (${why?.code})`);
    for (const post of video.posts.filter((one) => one.state === 'posted')) {
      if (!posted.has(`${PROVIDER_OF[post.platform]} ${first.words}`))
        faults.push(`${first.words}: shown as posted on ${post.platform}`);
    }
    const since = [first.dueAt, video.stages.rendering.state === 'waiting' ? video.stages.requested.at : null]
      .filter((at) => at !== null && at !== undefined)
      .map((at) => now - new Date(at).getTime());
    const waits = since.some((ms) => ms > NEWS_WITHIN_MS) && !SETTLED.has(state);
    if (waits && !why) faults.push(`${first.words}: shown as ${state}, and not why it waits`);
    if (why && !(/^[A-Z].*\.$/.test(why.message) && /^[A-Z].*\.$/.test(why.fix))) faults.push(`${why.code}: no words`);
    return why ? `${state}, ${why.code}` : state;
  });
  return [...Map.groupBy(words, (word) => word)].map(([word, { length }]) => `${length} ${word}`).join('; ');
}

/** What somebody is answered whose dashboard can not be had: a status, a code and a sentence. */
export async function answerTo({ faults }: Outage, person: Person): Promise<string> {
  try {
    await videos(person);
    return '200';
  } catch (error) {
    if (!(error instanceof HttpRefusal)) {
      faults.push(`GET /api/videos: no answer (${(error as Error).message})`);
      return 'no answer';
    }
    const message = /"message":"([^"]+)"/.exec(error.message)?.[1];
    if (error.status !== 503 || error.code === '' || !message) faults.push(error.message);
    return `${error.status} ${error.code} '${message}'`;
  }
}

/** Waits until all posts of what is due are shown as posted and all asked-for videos as made and delivered. @returns seconds */
export async function recovered(
  outage: Outage,
  scene: string,
  open: { due: readonly PlannedEntry[]; asked: readonly PlannedEntry[] },
): Promise<number> {
  const began = performance.now();
  const left = async () => {
    const shown = await shownOf([...open.due, ...open.asked]);
    const of = ({ posts }: PlannedEntry) => shown.get(posts[0]?.videoId ?? '');
    return [
      ...open.due.filter((entry) => of(entry)?.state !== 'posted'),
      ...open.asked.filter((entry) => {
        const { rendering, drive } = of(entry)?.stages ?? {};
        return rendering?.state !== 'done' || drive?.state !== 'done' || of(entry)?.why;
      }),
    ].map(({ posts }) => `${posts[0]?.words}: ${JSON.stringify(of({ posts } as PlannedEntry)?.state)}`);
  };
  await patiently(
    async () => {
      const names = await left();
      if (names.length > 0) throw new Error(names.join(', '));
    },
    { withinMs: RECOVERED_WITHIN_MS },
  ).catch((error: Error) => outage.faults.push(`${scene}: not recovered: ${error.message}`));
  return (performance.now() - began) / 1000;
}

/** What people last saved and what the platforms were given, by its words: with old words, or removed, is not as saved. */
export function unlikeSaved(plan: readonly Planned[], journal: readonly JournalEntry[]): string[] {
  const wanted = Map.groupBy(plan, ({ words }) => words);
  const went = Map.groupBy(acceptedPosts(journal), ({ words }) => words);
  for (const words of went.keys()) if (words.startsWith(PARTNER)) went.delete(words);
  return [...new Set([...wanted.keys(), ...went.keys()])]
    .map((words) => ({ words, saved: wanted.get(words)?.length ?? 0, out: went.get(words)?.length ?? 0 }))
    .filter(({ saved, out }) => saved !== out)
    .map(({ words, saved, out }) => `'${words}': ${saved} posts were saved, ${out} went out`);
}
