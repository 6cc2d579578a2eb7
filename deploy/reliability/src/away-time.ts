import { setTimeout as delay } from 'node:timers/promises';
import type { EmulatedPlatform as Platform } from '@reelwright/sandbox/platforms';
import { within } from './databases.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { type AwayKind, moveClock, type Person, type Provider, productTime, saveEntries, setAway } from './people.ts';
import type { Stack } from './stack.ts';
import type { Planned } from './verdict.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const POLL_MS = 200;
const QUIET_WITHIN_MS = 20_000;

/** What the scenes of one stack share. */
export interface OutageRun {
  readonly stack: Stack;
  /** All entries so far. Each must have ended when the run is judged. */
  readonly plan: Planned[];
  readonly problems: string[];
}

const DAY_MS = 24 * HOUR_MS;

/** Moves product time forward to the hour, UTC. */
export async function toHour(stack: Stack, hour: number): Promise<Date> {
  const now = (await productTime(stack)).getTime();
  const days = Math.ceil((now - hour * HOUR_MS) / DAY_MS);
  const at = new Date(days * DAY_MS + hour * HOUR_MS);
  await moveClock(stack, at);
  return at;
}

/** Moves product time in steps, and waits after each until all due work was done or tried. */
export async function passTime(stack: Stack, totalMs: number, stepMs: number): Promise<void> {
  for (let left = totalMs; left > 0; left -= stepMs) {
    const now = await productTime(stack);
    await moveClock(stack, new Date(now.getTime() + Math.min(stepMs, left)));
    for (const end = performance.now() + QUIET_WITHIN_MS; performance.now() < end; await delay(POLL_MS))
      if ((await dueNow(stack)) === 0) break;
  }
}

/** Moves product time in steps until the condition holds. @returns whether it did within `withinMs` of product time */
export async function passUntil(
  stack: Stack,
  { withinMs, stepMs }: { withinMs: number; stepMs: number },
  holds: () => Promise<boolean>,
): Promise<boolean> {
  for (let passed = 0; ; passed += stepMs) {
    if (await holds()) return true;
    if (passed >= withinMs) return false;
    await passTime(stack, stepMs, stepMs);
  }
}

async function dueNow(stack: Stack): Promise<number> {
  const now = `'${(await productTime(stack)).toISOString()}'`;
  const counted = await Promise.all([
    within(stack, 'publishing', (rows) =>
      rows<{ due: number }>(`select count(*)::int as due from posts where next_action_at <= ${now}`),
    ),
    within(stack, 'generation', (rows) =>
      rows<{ due: number }>(
        `select count(*)::int as due from generation_jobs where state in ('queued', 'running') and next_attempt_at <= ${now}`,
      ),
    ),
  ]);
  return counted.reduce((sum, [row]) => sum + (row?.due ?? 0), 0);
}

/** Each person's entries, at these hours after `from`, with a post on each of the platforms. */
export async function planEntries(
  people: readonly Person[],
  options: { from: Date; name: string; platforms: readonly Platform[]; hoursOf: (index: number) => readonly number[] },
): Promise<Planned[]> {
  const { from, name, platforms, hoursOf } = options;
  const planned = await mapConcurrently([...people.entries()], async ([index, person]) => {
    const due = hoursOf(index).map((hours) => new Date(from.getTime() + hours * HOUR_MS));
    const captionLineOf = (at: Date) => `${name} ${at.toISOString().slice(5, 16)} of ${person.name}`;
    const saved = await saveEntries(
      person,
      due.map((at) => ({
        date: at.toISOString().slice(0, 10),
        time: at.toISOString().slice(11, 16),
        caption: captionLineOf(at),
      })),
    );
    return due.flatMap((dueAt) => {
      const entry = saved.find(({ publishAt }) => Date.parse(publishAt) === dueAt.getTime());
      if (!entry) throw new Error(`the entry of ${dueAt.toISOString()} was not saved`);
      return platforms.map(
        (platform): Planned => ({ videoId: entry.id, platform, captionLine: captionLineOf(dueAt), dueAt }),
      );
    });
  });
  return planned.flat();
}

/** Makes the providers unavailable while `meanwhile` runs, and always available again after it. */
export async function whileAway(
  stack: Stack,
  surfaces: readonly (Provider | 'smtp')[],
  how: Exclude<AwayKind, null>,
  meanwhile: () => Promise<void>,
): Promise<void> {
  for (const surface of surfaces) await setAway(stack, surface, how);
  try {
    await meanwhile();
  } finally {
    for (const surface of surfaces) await setAway(stack, surface, null);
  }
}
