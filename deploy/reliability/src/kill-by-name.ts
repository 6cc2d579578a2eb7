import { setTimeout as delay } from 'node:timers/promises';
import { arm, type CrashingService, FAIL_POINTS, type FailPoint, fired, nameOf } from './fail-points.ts';
import type { Killing } from './kill-report.ts';

/** Long enough for the first videos: other work begins only when the model has made some. */
const FIRED_WITHIN_MS = 180_000;
/** Videos of the first day's early slots are requested at once, so that all services have work from the beginning. */
const FIRST_SLOT = -12;
/** The interval at which the next slot falls due and another slot's videos are requested. */
const FEED_MS = 5_000;
/** The time for a service to work between two crashes. */
const WORK_MS = 1_500;

/**
 * Crashes the four services at each of their points once, independently of each other, while the clock is moved from slot
 * to slot. @returns the points that were not reached
 */
export async function crashAtEveryPoint(killing: Killing, slots: number): Promise<FailPoint[]> {
  const { stack } = killing;
  const [first, ...others] = FAIL_POINTS.scheduling;
  // The dispatcher's first statement must find due entries, so scheduling starts after the clock was moved.
  const before = stack.pids('scheduling');
  await stack.stop('scheduling', 'SIGKILL');
  await killing.slots.moveTo(FIRST_SLOT);
  const failPoint: FailPoint = { service: 'scheduling', point: first };
  arm(stack.home, failPoint);
  await stack.start('scheduling');

  const stopMoving = new AbortController();
  const moving = moveThroughSlots(killing, slots, stopMoving.signal);
  moving.catch(() => undefined); // reported below, where it is awaited
  const unreached = await Promise.all([
    (async () => [
      ...(await waitForCrash(killing, failPoint, before)),
      ...(await crashOneByOne(killing, 'scheduling', others)),
    ])(),
    ...(['generation', 'drive', 'publishing'] as const).map((service) =>
      crashOneByOne(killing, service, FAIL_POINTS[service]),
    ),
  ]).finally(() => stopMoving.abort());
  await moving;
  return unreached.flat();
}

async function moveThroughSlots({ slots }: Killing, end: number, stop: AbortSignal): Promise<void> {
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
    await delay(WORK_MS);
    const before = killing.stack.pids(service);
    arm(killing.stack.home, { service, point });
    unreached.push(...(await waitForCrash(killing, { service, point }, before)));
  }
  return unreached;
}

/** @returns the point, if it was not reached */
async function waitForCrash(
  { stack, kills, say }: Killing,
  point: FailPoint,
  pids: readonly number[],
): Promise<FailPoint[]> {
  const killedAt = await fired(stack.home, point, FIRED_WITHIN_MS);
  if (!killedAt) return [point];
  await stack.restarted(point.service, pids);
  const backAt = Date.now();
  kills.push({ part: point.service, killedAt: killedAt.getTime(), backAt });
  say(`${nameOf(point).padEnd(36)} reached, back after ${((backAt - killedAt.getTime()) / 1000).toFixed(1)} s`);
  return [];
}
