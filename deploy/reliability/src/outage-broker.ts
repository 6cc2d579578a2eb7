import { setTimeout as delay } from 'node:timers/promises';
import { entriesAt, type Outage, recovered, shownStates } from './outage-view.ts';
import { type Person, saveEntries, type WantedEntry } from './people.ts';
import { type PlannedEntry, SLOTS_A_DAY } from './slots.ts';

/** As a fraction of the half hour between two slots. */
const FIVE_MINUTES = 1 / 6;
const PAUSE_MS = 12_000;

/**
 * The broker is unavailable for ten minutes of product time. In the middle of them one slot's posts are due and another slot's
 * videos are requested, and three people edit entries of the next slots.
 */
export async function brokerAway(outage: Outage, slot: number): Promise<void> {
  const { stack, slots, scenes } = outage;
  await slots.moveTo(slot - FIVE_MINUTES);
  await stack.stop('kafka', 'SIGKILL');
  const stopped = performance.now();
  const [dueEntries, requestedEntries] = [entriesAt(outage, slot), entriesAt(outage, slot + SLOTS_A_DAY)];
  const shown: string[] = [];
  try {
    await slots.moveTo(slot);
    await delay(PAUSE_MS);
    await editThree(outage, slot);
    await slots.moveTo(slot + FIVE_MINUTES);
    await delay(PAUSE_MS);
    shown.push(
      `due: ${await shownStates(outage, dueEntries)}`,
      `requested: ${await shownStates(outage, requestedEntries)}`,
    );
  } finally {
    await stack.start('kafka');
  }
  const away = (performance.now() - stopped) / 1000;
  const what = 'broker away for 10 min of product time';
  scenes.push({ what, away, recovered: await recovered(outage, what, { dueEntries, requestedEntries }), shown });
}

interface SavedEntry {
  readonly id: string;
  readonly date: string;
  readonly time: string;
  readonly caption: string | null;
}

/** Three people edit entries of the next slots: one gets another caption, one is moved by an hour, one is removed. */
async function editThree(outage: Outage, slot: number): Promise<void> {
  const busy = new Set<Person>();
  const pick = (which: number): PlannedEntry => {
    const found = entriesAt(outage, which).find(({ person }) => !busy.has(person));
    if (!found) throw new Error(`slot ${which} has no entry of another person`);
    busy.add(found.person);
    return found;
  };
  const [retitled, moved, removed] = [pick(slot + 1), pick(slot + 2), pick(slot + 3)];
  const captionLine = `Said another way by ${retitled.person.name}`;
  await edit(retitled, (entry) => [{ ...entry, caption: captionLine }]);
  await edit(moved, (entry) => [{ ...entry, time: hourAfter(entry.time) }]);
  await edit(removed, () => []);
  const [laterSlot, dueAt] = [moved.slot + 2, outage.slots.at(moved.slot + 2)];
  outage.entries = outage.entries.flatMap((entry) => {
    if (entry === removed) return [];
    if (entry === retitled) return [{ ...entry, posts: entry.posts.map((post) => ({ ...post, captionLine })) }];
    if (entry === moved) {
      return [{ ...entry, slot: laterSlot, posts: entry.posts.map((post) => ({ ...post, dueAt })) }];
    }
    return [entry];
  });
}

const hourAfter = (time: string): string => `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`;

/** Saves the person's calendar with one entry changed, as the page does. */
async function edit({ person, posts }: PlannedEntry, change: (entry: WantedEntry) => WantedEntry[]): Promise<void> {
  const saved = await person.api<{ timeZone: string; scheduledDates: SavedEntry[] }>('/api/video-configuration');
  const wanted = saved.scheduledDates.flatMap(({ id, date, time, caption }) => {
    const entry = { id, date, time, ...(caption !== null && { caption }) };
    return id === posts[0]?.videoId ? change(entry) : [entry];
  });
  await saveEntries(person, wanted, { timeZone: saved.timeZone });
}
