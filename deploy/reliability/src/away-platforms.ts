import { uncommittedStates, undecidedStates } from '@reelwright/product';
import { type EmulatedPlatform as Platform, platformProviders } from '@reelwright/sandbox/platforms';
import {
  HOUR_MS,
  MINUTE_MS,
  type OutageRun,
  passTime,
  passUntil,
  planEntries,
  toHour,
  whileAway,
} from './away-time.ts';
import { within } from './databases.ts';
import { readTargets, type Target } from './ledger.ts';
import { type AwayKind, eventually, type Person, videos } from './people.ts';
import { say } from './say.ts';

const STEP_MS = 10 * MINUTE_MS;
/** Drive's retries wait in real time, five minutes at most. */
const DELIVERED_WITHIN_MS = 330_000;
const EARLY: readonly string[] = [...uncommittedStates, ...undecidedStates];

/** The platform is unavailable from ten minutes before the posts' hour until an hour after it: each is then posted, once. */
export async function platformsAwayForAnHour(
  outageRun: OutageRun,
  people: readonly Person[],
  options: { platforms: readonly Platform[]; how: Exclude<AwayKind, null> },
): Promise<void> {
  const { stack, plan, problems } = outageRun;
  const { platforms, how } = options;
  const name = `Platforms ${how}`;
  const hour = await toHour(stack, 8);
  const requestedEntries = await planEntries(people, { from: hour, name, platforms, hoursOf: () => [2] });
  plan.push(...requestedEntries);
  await passUntil(stack, { withinMs: HOUR_MS, stepMs: MINUTE_MS }, () => areMade(outageRun, requestedEntries));
  await passTime(stack, 2 * HOUR_MS - STEP_MS - ((await now(outageRun)) - hour.getTime()), STEP_MS);
  await whileAway(stack, surfacesOf(platforms), how, async () => {
    await passTime(stack, HOUR_MS + STEP_MS, STEP_MS);
    const ended = (await targetsOf(outageRun, name)).filter(({ state }) => !EARLY.includes(state));
    problems.push(
      ...ended.map(({ platform, state, code }) => `${name}: ${platform} ${state} ${code} while it was away`),
    );
    say(`${name}: ${summary(await targetsOf(outageRun, name))}`);
  });
  const isOut = async () => (await targetsOf(outageRun, name)).every(({ state }) => state === 'posted');
  if (!(await passUntil(stack, { withinMs: 2 * HOUR_MS, stepMs: MINUTE_MS }, isOut)))
    problems.push(`${name}: ${summary(await targetsOf(outageRun, name))} two hours after they are back`);
  say(`${name}: ${summary(await targetsOf(outageRun, name))}`);
}

/** The platform stays unavailable for the six hours that a post may be late: each post fails with its cause, and none is out. */
export async function platformsAwayForGood(
  outageRun: OutageRun,
  people: readonly Person[],
  options: { platforms: readonly Platform[]; how: Exclude<AwayKind, null> },
): Promise<void> {
  const { stack, plan, problems } = outageRun;
  const { platforms, how } = options;
  const name = `Platforms for good ${how}`;
  const hour = await toHour(stack, 8);
  const requestedEntries = await planEntries(people, { from: hour, name, platforms, hoursOf: () => [1] });
  plan.push(...requestedEntries);
  await passUntil(stack, { withinMs: HOUR_MS / 2, stepMs: MINUTE_MS }, () => areMade(outageRun, requestedEntries));
  await whileAway(stack, surfacesOf(platforms), how, () => passTime(stack, 8 * HOUR_MS, 2 * STEP_MS));
  // Posts that may be out are looked up first.
  await passUntil(stack, { withinMs: 2 * HOUR_MS, stepMs: STEP_MS }, async () =>
    (await targetsOf(outageRun, name)).every(({ state }) => state === 'failed'),
  );
  const wanted = how === 'refused' ? 'PROVIDER_UNREACHABLE' : 'PROVIDER_ERROR';
  for (const { platform, state, code } of await targetsOf(outageRun, name))
    if (state !== 'failed' || code !== wanted) problems.push(`${name}: ${platform} is ${state} (${code})`);
  say(`${name}: ${summary(await targetsOf(outageRun, name))}`);
}

/** Drive is unavailable for an hour after videos are made: the dashboard shows why and when the next try is, and each is delivered. */
export async function driveAwayForAnHour(
  outageRun: OutageRun,
  people: readonly Person[],
  how: Exclude<AwayKind, null>,
): Promise<void> {
  const { stack, plan, problems } = outageRun;
  const name = `Drive ${how}`;
  const hour = await toHour(stack, 8);
  let ids: string[] = [];
  await whileAway(stack, ['google'], how, async () => {
    const requestedEntries = await planEntries(people, {
      from: hour,
      name,
      platforms: ['facebook'],
      hoursOf: () => [2],
    });
    plan.push(...requestedEntries);
    ids = requestedEntries.map(({ videoId }) => videoId);
    await passUntil(stack, { withinMs: HOUR_MS, stepMs: MINUTE_MS }, () => areMade(outageRun, requestedEntries));
    await passTime(stack, HOUR_MS, STEP_MS);
    await eventually(async () => {
      const shownVideos = (await Promise.all(people.map(videos))).flat().filter(({ id }) => ids.includes(id));
      const silent = shownVideos.filter(({ stages: { drive } }) => drive.code !== 'DRIVE_UNAVAILABLE' || !drive.at);
      if (silent.length > 0) throw new Error(JSON.stringify(silent.map(({ stages }) => stages.drive)));
    }).catch((error: Error) => problems.push(`${name}: not shown: ${error.message}`));
  });
  await eventually(
    async () => {
      const rows = await within(stack, 'drive', (rows) =>
        rows<{ id: string }>(`select video_id as id from drive_uploads where state = 'delivered'`),
      );
      const left = ids.filter((id) => !rows.some((row) => row.id === id));
      if (left.length > 0) throw new Error(`${left.length} are not delivered`);
    },
    { withinMs: DELIVERED_WITHIN_MS },
  ).catch((error: Error) => problems.push(`${name}: ${error.message}`));
  await passUntil(stack, { withinMs: 3 * HOUR_MS, stepMs: STEP_MS }, async () =>
    (await targetsOf(outageRun, name)).every(({ state }) => state === 'posted'),
  );
  say(`${name}: ${ids.length} videos are delivered`);
}

const surfacesOf = (platforms: readonly Platform[]) => platforms.map((platform) => platformProviders[platform]);

const now = async ({ stack }: OutageRun): Promise<number> => {
  const { now: at } = (await (await fetch(`${stack.sandboxUrl}/api/clock`)).json()) as { now: string };
  return Date.parse(at);
};

async function areMade({ stack }: OutageRun, requestedEntries: readonly { videoId: string }[]): Promise<boolean> {
  const jobs = await within(stack, 'generation', (rows) =>
    rows<{ id: string }>(`select video_id as id from generation_jobs where state = 'done'`),
  );
  const madeVideos = new Set(jobs.map(({ id }) => id));
  return requestedEntries.every(({ videoId }) => madeVideos.has(videoId));
}

async function targetsOf({ stack, plan }: OutageRun, name: string): Promise<readonly Target[]> {
  const wanted = new Set(
    plan
      .filter(({ captionLine }) => captionLine.startsWith(`${name} `))
      .map(({ videoId, platform }) => `${videoId} ${platform}`),
  );
  return (await readTargets(stack)).filter(({ videoId, platform }) => wanted.has(`${videoId} ${platform}`));
}

function summary(targets: readonly Target[]): string {
  const states = targets.map(({ state, code }) => (code ? `${state} ${code}` : state));
  return [...Map.groupBy(states, (state) => state)].map(([state, { length }]) => `${length} ${state}`).join(', ');
}
