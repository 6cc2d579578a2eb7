import { setTimeout as delay } from 'node:timers/promises';
import { arm, type CrashingService, FAIL_POINTS, type FailPoint, fired, nameOf } from './fail-points.ts';
import type { Killing } from './kill-report.ts';

/** Most of it is for the first videos: until the model has made its first ones, nothing else begins. */
const FIRED_WITHIN_MS = 180_000;
/** The first day's early slots are asked for at once, so that there is work for all from the beginning. */
const FIRST_SLOT = -12;
/** So often another slot falls due, and another one's videos are asked for. */
const FEED_MS = 5_000;
/** Left to a service between two crashes, so that it also gets something done. */
const PEACE_MS = 1_500;

/**
 * Every point once. The four services die independently of each other, each at one point after the other, while the
 * clock goes on from slot to slot. @returns the points that nobody came to
 */
export async function crashAtEveryPoint(killing: Killing, slots: number): Promise<FailPoint[]> {
  const { stack } = killing;
  const [first, ...others] = FAIL_POINTS.scheduling;
  // Its next statement finds entries due only if it looks for the first time after the clock was moved.
  const before = stack.pid('scheduling') ?? 0;
  await stack.stop('scheduling', 'SIGKILL');
  await killing.slots.moveTo(FIRST_SLOT);
  const sent: FailPoint = { service: 'scheduling', point: first };
  arm(stack.home, sent);
  await stack.start('scheduling');

  const feeding = new AbortController();
  const fed = feed(killing, slots, feeding.signal);
  fed.catch(() => undefined); // told below
  const unreached = await Promise.all([
    (async () => [
      ...(await awaitDeath(killing, sent, before)),
      ...(await crashOneByOne(killing, 'scheduling', others)),
    ])(),
    ...(['generation', 'drive', 'publishing'] as const).map((service) =>
      crashOneByOne(killing, service, FAIL_POINTS[service]),
    ),
  ]).finally(() => feeding.abort());
  await fed;
  return unreached.flat();
}

async function feed({ slots }: Killing, end: number, stop: AbortSignal): Promise<void> {
  while (slots.last() < end - 1 && !stop.aborted) {
    await slots.next();
    await delay(FEED_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

async function crashOneByOne(
  killing: Killing,
  service: CrashingService,
  points: readonly string[],
): Promise<FailPoint[]> {
  const unreached: FailPoint[] = [];
  for (const point of points) {
    await delay(PEACE_MS);
    const before = killing.stack.pid(service) ?? 0;
    arm(killing.stack.home, { service, point });
    unreached.push(...(await awaitDeath(killing, { service, point }, before)));
  }
  return unreached;
}

/** @returns the point, if nobody came to it */
async function awaitDeath({ stack, kills, say }: Killing, point: FailPoint, pid: number): Promise<FailPoint[]> {
  const killedAt = await fired(stack.home, point, FIRED_WITHIN_MS);
  if (!killedAt) return [point];
  await stack.back(point.service, pid);
  const backAt = Date.now();
  kills.push({ part: point.service, killedAt: killedAt.getTime(), backAt });
  say(`${nameOf(point).padEnd(36)} reached, back after ${((backAt - killedAt.getTime()) / 1000).toFixed(1)} s`);
  return [];
}
