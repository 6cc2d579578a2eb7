import { type EmulatedPlatform as Platform, emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { mapConcurrently } from './map-concurrently.ts';
import {
  accountOf,
  connect,
  createSubscriber,
  eventually,
  type Person,
  type StackUrls,
  saveEntries,
} from './people.ts';
import type { Planned } from './verdict.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The share of consents that end. */
const REVOKED = 0.2;
/** The share of those whose owner connects again. */
const RENEWED = 0.5;

/** A consent that its owner revokes at the platform, and may give again. */
export interface Ending {
  readonly person: Person;
  readonly platform: Platform;
  readonly at: Date;
  readonly renewedAt: Date | undefined;
}

export interface ChaosPlan {
  readonly people: readonly Person[];
  readonly posts: readonly Planned[];
  readonly endings: readonly Ending[];
  /** The instants at which posts are due, one a day. */
  readonly days: readonly Date[];
}

/**
 * People with all platforms connected, each with one entry a day at noon from the day after tomorrow. A fifth of all
 * consents ends at a critical moment: before the copy is staged, between staging and its time, or right after its time.
 */
export async function planChaos(
  stack: StackUrls,
  options: { people: number; days: number; now: Date; random: () => number },
): Promise<ChaosPlan> {
  const { now, random } = options;
  const noon = Math.floor(now.getTime() / DAY_MS) * DAY_MS + 2.5 * DAY_MS;
  const days = Array.from({ length: options.days }, (_, day) => new Date(noon + day * DAY_MS));
  const people = await mapConcurrently(Array.from({ length: options.people }), () => createSubscriber(stack));
  const posts = (await Promise.all(people.map((person) => planFor(person, days)))).flat();
  const consents = people.flatMap((person) => platforms.map((platform) => ({ person, platform, key: random() })));
  const ending = consents.toSorted((a, b) => a.key - b.key).slice(0, Math.round(consents.length * REVOKED));
  const endings = ending.map(({ person, platform }): Ending => {
    const day = days[Math.floor(random() * days.length)] ?? now;
    const moments = [-DAY_MS + 5 * MINUTE_MS, -30 * MINUTE_MS, -MINUTE_MS, MINUTE_MS];
    const at = new Date(day.getTime() + (moments[Math.floor(random() * moments.length)] ?? 0));
    const renewedAt = random() < RENEWED ? new Date(at.getTime() + 4 * 60 * MINUTE_MS) : undefined;
    return { person, platform, at, renewedAt };
  });
  return { people, posts, endings, days };
}

async function planFor(person: Person, days: readonly Date[]): Promise<Planned[]> {
  const captionLineOf = (day: number) => `Day ${day + 1} of ${person.name}`;
  const savedEntries = await saveEntries(
    person,
    days.map((at, day) => {
      const wall = at.toISOString();
      return {
        date: wall.slice(0, 10),
        time: wall.slice(11, 16),
        caption: `${captionLineOf(day)}\nKept whatever happens`,
      };
    }),
  );
  return days.flatMap((dueAt, day) => {
    const entry = savedEntries.find(({ publishAt }) => Date.parse(publishAt) === dueAt.getTime());
    if (!entry) throw new Error(`the entry of day ${day + 1} was not saved`);
    return platforms.map((platform) => ({ videoId: entry.id, platform, captionLine: captionLineOf(day), dueAt }));
  });
}

/** Revokes the consent on the platform's own page, without the product. */
export async function endConsent(origins: Readonly<Record<Platform, string>>, { person, platform }: Ending) {
  const response = await fetch(`${origins[platform]}/settings/apps`, {
    method: 'POST',
    body: new URLSearchParams({ account: accountOf(person, platform) }),
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`${platform} did not end the consent: ${response.status}`);
}

/** Connects again, with retries: the injected faults hit the consent page too. */
export async function renewConsent({ person, platform }: Ending): Promise<void> {
  await eventually(() => connect(person, platform), { withinMs: 120_000, everyMs: 200 });
}
