import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const RELAY = ['relay-before-publish', 'relay-after-ack', 'relay-after-cursor'] as const;
const CONSUMER = ['consumer-before-commit', 'consumer-after-commit'] as const;

/** The points at which a test can end a service, by the names of its `checkpoint`, in the order of the work. */
export const FAIL_POINTS = {
  scheduling: ['dispatch-sent', 'dispatch-committed', ...RELAY, ...CONSUMER],
  generation: ['job-accepted', 'operation-stored', 'clip-stored', ...RELAY, ...CONSUMER],
  drive: ['folder-made', 'folder-shared', 'session-opened', 'upload-finished', 'file-saved', ...RELAY, ...CONSUMER],
  publishing: [
    'preflighted',
    'staged',
    ...RELAY,
    ...CONSUMER,
    'before-intent',
    'after-intent',
    'before-call',
    'after-call',
    'before-result',
    'after-result',
  ],
} as const;

export type CrashingService = keyof typeof FAIL_POINTS;

export interface FailPoint {
  readonly service: CrashingService;
  readonly point: string;
}

export const allFailPoints: readonly FailPoint[] = Object.entries(FAIL_POINTS).flatMap(([service, points]) =>
  points.map((point) => ({ service: service as CrashingService, point })),
);

/** The programs that stop at armed points. */
export const crashingMains = Object.fromEntries(
  Object.keys(FAIL_POINTS).map((service) => [service, `services/${service}/test/crashing-main.ts`]),
);

export const nameOf = ({ service, point }: FailPoint): string => `${service}.${point}`;

/** Makes the service die once, when it next reaches the point. Deletes the record of an earlier run. */
export function arm(home: string, point: FailPoint): void {
  const folder = join(home, 'fail-points');
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, `${nameOf(point)}.fired`), { force: true });
  writeFileSync(join(folder, `${nameOf(point)}.armed`), '');
}

export function disarm(home: string, point: FailPoint): void {
  rmSync(join(home, 'fail-points', `${nameOf(point)}.armed`), { force: true });
}

/** When the process reached the point and ended, by the file it wrote. */
export function firedAt(home: string, point: FailPoint): Date | undefined {
  const file = join(home, 'fail-points', `${nameOf(point)}.fired`);
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return text === '' ? undefined : new Date(text);
}

/** Waits for an armed point. @returns undefined when it was not reached in time; it is then disarmed */
export async function fired(home: string, point: FailPoint, withinMs: number): Promise<Date | undefined> {
  for (const end = performance.now() + withinMs; performance.now() < end; await delay(100)) {
    const at = firedAt(home, point);
    if (at) return at;
  }
  disarm(home, point);
  return undefined;
}
