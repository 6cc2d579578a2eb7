import { expect, it, jest } from '@jest/globals';
import { createManualClock } from '@reelwright/clock';
import { silentLogger as logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { GenerationDatabase, GenerationJob } from '../database.ts';
import { startHeartbeat } from './heartbeat.ts';

// The database is not used before the first heartbeat.
const deps = { db: {} as Kysely<GenerationDatabase>, clock: createManualClock(), logger };

function beating(job: Partial<GenerationJob>) {
  const time = jest.spyOn(performance, 'now').mockReturnValue(0);
  const heartbeat = startHeartbeat(deps, { percent: 0, operation: null, ...job } as GenerationJob);
  const at = (seconds: number) => time.mockReturnValue(seconds * 1_000);
  return { heartbeat, at };
}
afterEach(() => {
  jest.restoreAllMocks();
});

it('measures a video that is drawn in one attempt from its start', async () => {
  const { heartbeat, at } = beating({});
  at(20);
  heartbeat.report(10);
  at(200);
  expect(heartbeat.wholeMs()).toBe(200_000);
  await heartbeat.stop();
});

it('measures a video that an earlier attempt began by the part drawn in this attempt', async () => {
  const { heartbeat, at } = beating({ percent: 42 });
  at(1);
  heartbeat.report(40);
  at(121);
  expect(heartbeat.wholeMs()).toBe(200_000);
  await heartbeat.stop();
});

it('measures nothing when little was left to draw, or the model had started before', async () => {
  for (const job of [{ percent: 80 }, { operation: 'v1_x' }]) {
    const { heartbeat, at } = beating(job);
    heartbeat.report(80);
    at(10);
    expect(heartbeat.wholeMs()).toBeNull();
    await heartbeat.stop();
  }
});
