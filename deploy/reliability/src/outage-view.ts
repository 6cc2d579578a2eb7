import { platformProviders } from '@reelwright/sandbox/platforms';
import { acceptedPosts, type JournalEntry, readJournal } from './journal.ts';
import { eventually, HttpError, type Person, type ShownVideo, videos } from './people.ts';
import type { PlannedEntry, Slots } from './slots.ts';
import type { Stack } from './stack.ts';
import type { Planned } from './verdict.ts';

/** The state that the scenes share, and their results. */
export interface Outage {
  readonly stack: Stack;
  readonly slots: Slots;
  /** The entries as last saved; edits change them. */
  entries: readonly PlannedEntry[];
  readonly say: (line: string) => void;
  readonly scenes: Scene[];
  /** Wrong responses, wrong states on the dashboard, and work that did not recover. */
  readonly problems: string[];
}

/** The result of one scene. */
export interface Scene {
  readonly what: string;
  /** How long the part was unavailable, in real seconds. */
  readonly away: number;
  /** Real seconds from the part's return until all due work is done and shown. */
  readonly recovered: number;
  /** The responses and states that people see while the part is unavailable. */
  readonly shown: readonly string[];
}

export const entriesAt = ({ entries }: Outage, slot: number) => entries.filter((entry) => entry.slot === slot);

const CAUSE_WITHIN_MS = 2 * 60_000;
/** The beginning of the caption of a partner's upload. */
export const PARTNER = 'Partner of';
const SETTLED = new Set(['posted', 'planned']);
const RECOVERED_WITHIN_MS = 120_000;

/** The responses of GET /api/videos for the entries, by id. */
export async function shownOf(entries: readonly PlannedEntry[]): Promise<Map<string, ShownVideo>> {
  const people = new Set(entries.map(({ person }) => person));
  const lists = await Promise.all([...people].map(videos));
  return new Map(lists.flat().map((video) => [video.id, video]));
}

/**
 * The states that the dashboard shows for these entries, such as `3 requested, STORE_FULL`. A wrong state, or a long wait
 * without a cause, is a problem.
 */
export async function shownStates(
  { stack, slots, problems }: Outage,
  entries: readonly PlannedEntry[],
): Promise<string> {
  const shown = await shownOf(entries);
  const posted = new Set(
    readJournal(stack)
      .filter(({ act }) => act === 'post-published')
      .map(({ provider, caption, key }) => `${provider} ${(caption ?? key ?? '').split('\n')[0]}`),
  );
  const now = Date.now() + (slots.now().getTime() - slots.realTimeOf(slots.now()));
  const states = entries.map(({ posts }) => {
    const [first] = posts;
    const video = shown.get(first?.videoId ?? '');
    if (!video || !first) {
      problems.push(`${first?.captionLine}: not shown`);
      return 'nothing';
    }
    const { state, why } = video;
    if (['failed', 'missed', 'paused'].includes(state))
      problems.push(`${first.captionLine}: shown as ${state} (${why?.code})`);
    for (const post of video.posts.filter((one) => one.state === 'posted')) {
      if (!posted.has(`${platformProviders[post.platform]} ${first.captionLine}`))
        problems.push(`${first.captionLine}: shown as posted on ${post.platform}`);
    }
    const since = [first.dueAt, video.stages.rendering.state === 'waiting' ? video.stages.requested.at : null]
      .filter((at) => at !== null && at !== undefined)
      .map((at) => now - new Date(at).getTime());
    const waits = since.some((ms) => ms > CAUSE_WITHIN_MS) && !SETTLED.has(state);
    if (waits && !why) problems.push(`${first.captionLine}: shown as ${state}, without a cause`);
    if (why && !(/^[A-Z].*\.$/.test(why.message) && /^[A-Z].*\.$/.test(why.fix)))
      problems.push(`${why.code}: no sentences`);
    return why ? `${state}, ${why.code}` : state;
  });
  return [...Map.groupBy(states, (state) => state)].map(([state, { length }]) => `${length} ${state}`).join('; ');
}

/** The response for a dashboard that cannot be read: a status, a code and a sentence. */
export async function dashboardAnswer({ problems }: Outage, person: Person): Promise<string> {
  try {
    await videos(person);
    return '200';
  } catch (error) {
    if (!(error instanceof HttpError)) {
      problems.push(`GET /api/videos: no answer (${(error as Error).message})`);
      return 'no answer';
    }
    const message = /"message":"([^"]+)"/.exec(error.message)?.[1];
    if (error.status !== 503 || error.code === '' || !message) problems.push(error.message);
    return `${error.status} ${error.code} '${message}'`;
  }
}

/** Waits until all due posts are shown as posted and all requested videos as made and delivered. @returns the seconds */
export async function recovered(
  outage: Outage,
  scene: string,
  open: { dueEntries: readonly PlannedEntry[]; requestedEntries: readonly PlannedEntry[] },
): Promise<number> {
  const began = performance.now();
  const left = async () => {
    const shown = await shownOf([...open.dueEntries, ...open.requestedEntries]);
    const of = ({ posts }: PlannedEntry) => shown.get(posts[0]?.videoId ?? '');
    return [
      ...open.dueEntries.filter((entry) => of(entry)?.state !== 'posted'),
      ...open.requestedEntries.filter((entry) => {
        const { rendering, drive } = of(entry)?.stages ?? {};
        return rendering?.state !== 'done' || drive?.state !== 'done' || of(entry)?.why;
      }),
    ].map(({ posts }) => `${posts[0]?.captionLine}: ${JSON.stringify(of({ posts } as PlannedEntry)?.state)}`);
  };
  await eventually(
    async () => {
      const names = await left();
      if (names.length > 0) throw new Error(names.join(', '));
    },
    { withinMs: RECOVERED_WITHIN_MS },
  ).catch((error: Error) => outage.problems.push(`${scene}: not recovered: ${error.message}`));
  return (performance.now() - began) / 1000;
}

/** Compares the entries as last saved with the posts that went out, by caption. @returns the differences */
export function differencesFromSaved(plan: readonly Planned[], journal: readonly JournalEntry[]): string[] {
  const wanted = Map.groupBy(plan, ({ captionLine }) => captionLine);
  const went = Map.groupBy(acceptedPosts(journal), ({ captionLine }) => captionLine);
  for (const captionLine of went.keys()) if (captionLine.startsWith(PARTNER)) went.delete(captionLine);
  return [...new Set([...wanted.keys(), ...went.keys()])]
    .map((captionLine) => ({
      captionLine,
      saved: wanted.get(captionLine)?.length ?? 0,
      out: went.get(captionLine)?.length ?? 0,
    }))
    .filter(({ saved, out }) => saved !== out)
    .map(({ captionLine, saved, out }) => `'${captionLine}': ${saved} posts were saved, ${out} went out`);
}
