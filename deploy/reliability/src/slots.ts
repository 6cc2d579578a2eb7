import { emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { mapConcurrently } from './map-concurrently.ts';
import { createSubscriber, eventually, moveClock, type Person, saveEntries } from './people.ts';
import { waitUntilDone } from './progress.ts';
import type { Stack } from './stack.ts';
import type { Planned } from './verdict.ts';

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
/** From 06:00 to 17:30 UTC. */
export const SLOTS_A_DAY = 24;
const FIRST_HOUR_MS = 6 * 3_600_000;

/** Entries are at the full hour of their time zone. Half of the people live where that is a half hour of UTC. */
const ZONES = [
  { timeZone: 'UTC', ahead: 0 },
  { timeZone: 'Asia/Kolkata', ahead: 5.5 * 3_600_000 },
] as const;
const PEOPLE_A_ZONE = 9;
const ENTRIES_A_SLOT = 3;
/** Posts are missed 6 hours of product time after their slot, so all of a slot must be done this many slots later. */
const SLOTS_OPEN = 10;
const SETTLED_WITHIN_MS = 240_000;

/** One entry with its expected posts. */
export interface PlannedEntry {
  readonly slot: number;
  readonly person: Person;
  readonly posts: readonly Planned[];
}

/** Instants half an hour apart, each with entries of several people; the clock is moved from one to the next. */
export interface Slots {
  readonly entries: readonly PlannedEntry[];
  readonly people: number;
  /** The instant of a slot; negative slots are before the first entries. */
  at(slot: number): Date;
  /** Moves product time to a second before the slot. */
  moveTo(slot: number): Promise<void>;
  /** Moves product time to the next slot, once no open post would be missed by it. @throws when one stays open */
  next(): Promise<void>;
  /** The last slot the clock was moved to, and its instant. */
  last(): number;
  now(): Date;
  /** Entries whose time has passed. */
  due(): readonly PlannedEntry[];
  /** The real time at which the product's clock showed this. */
  realTimeOf(product: Date): number;
}

/**
 * Creates people with a plan and connections, and saves their entries in `count` slots, or in those of them for which
 * `wanted` is true.
 */
export async function planSlots(
  stack: Stack,
  count: number,
  now: Date,
  wanted: (slot: number) => boolean = () => true,
): Promise<Slots> {
  const firstDay = Math.floor(now.getTime() / DAY_MS) * DAY_MS + 2 * DAY_MS + FIRST_HOUR_MS;
  const at = (slot: number): Date => {
    const day = Math.floor(slot / SLOTS_A_DAY);
    return new Date(firstDay + day * DAY_MS + (slot - day * SLOTS_A_DAY) * HALF_HOUR_MS);
  };
  const people = await mapConcurrently(Array.from({ length: ZONES.length * PEOPLE_A_ZONE }), () =>
    createSubscriber(stack),
  );
  const entries: PlannedEntry[] = [];
  await Promise.all(
    people.map(async (person, index) => {
      const zone = index % ZONES.length;
      const position = Math.floor(index / ZONES.length);
      const slots = Array.from({ length: count }, (_, slot) => slot).filter(
        (slot) => wanted(slot) && slot % ZONES.length === zone && hasEntry(position, Math.floor(slot / ZONES.length)),
      );
      entries.push(...(await planFor(person, slots, ZONES[zone as 0 | 1], at)));
    }),
  );

  /** Product minus real time since each move, oldest first. */
  const moves: { slot: number; from: number; offset: number }[] = [];
  const last = () => moves.at(-1)?.slot ?? 0;
  const slots: Slots = {
    entries,
    people: people.length,
    at,
    last,
    now: () => at(last()),
    due: () => entries.filter(({ slot }) => slot <= last()),
    async moveTo(slot) {
      const from = at(slot).getTime() - 1_000;
      await eventually(async () => {
        const offset = from - Date.now();
        await moveClock(stack, new Date(from));
        moves.push({ slot, from, offset });
      });
    },
    async next() {
      const slot = last() + 1;
      // From the last slot of a day to the next day's first, product time moves by half a day.
      const oldest = slot % SLOTS_A_DAY === 0 ? slot - 1 : slot - SLOTS_OPEN;
      const left = await waitUntilDone(stack, at(oldest), SETTLED_WITHIN_MS);
      if (left) throw new Error(`work due at ${at(oldest).toISOString()} is not done: ${JSON.stringify(left)}`);
      await slots.moveTo(slot);
    },
    realTimeOf(product) {
      const move = moves.findLast(({ from }) => from <= product.getTime()) ?? moves[0];
      return product.getTime() - (move?.offset ?? 0);
    },
  };
  return slots;
}

/** In each slot of a zone three of its nine people have an entry, in rotation. */
const hasEntry = (position: number, round: number): boolean =>
  (position + round * ENTRIES_A_SLOT) % PEOPLE_A_ZONE < ENTRIES_A_SLOT;

async function planFor(
  person: Person,
  slots: readonly number[],
  { timeZone, ahead }: (typeof ZONES)[number],
  at: (slot: number) => Date,
): Promise<PlannedEntry[]> {
  const wanted = slots.map((slot) => {
    const wall = new Date(at(slot).getTime() + ahead).toISOString();
    return { date: wall.slice(0, 10), time: wall.slice(11, 16), caption: `Slot ${slot} of ${person.name}` };
  });
  const saved = await saveEntries(person, wanted, { timeZone });
  return slots.map((slot) => {
    const dueAt = at(slot);
    const entry = saved.find(({ publishAt }) => Date.parse(publishAt) === dueAt.getTime());
    if (!entry) throw new Error(`the entry of slot ${slot} was not saved`);
    const captionLine = `Slot ${slot} of ${person.name}`;
    return { slot, person, posts: platforms.map((platform) => ({ videoId: entry.id, platform, captionLine, dueAt })) };
  });
}
