import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Generation, startGeneration } from './harness.ts';

let generation: Generation;
beforeAll(async () => {
  generation = await startGeneration();
});
afterAll(() => generation.stop());

/** The outbox is published, and the positions of the consumer are stored. */
const settled = () =>
  eventually(async () => {
    const { rows } = await sql<{ settled: boolean }>`
      select not exists (select from outbox o where (o.xid, o.id) > (c.xid, c.id))
             and exists (select from consumer_positions) as settled
        from outbox_cursor c where checked_as is not null`.execute(generation.db);
    expect(rows[0]?.settled).toBe(true);
  });

const made = (videoId: string) =>
  eventually(
    async () => {
      const job = await generation.jobOf(videoId);
      expect(job?.state).toBe('done');
      return job;
    },
    { timeoutMs: 60_000 },
  );

it('a restored database recalls finished videos and makes none again', async () => {
  await settled();
  const backup = await generation.backUp();
  const { videoId } = await generation.request();
  const before = await made(videoId);
  await settled();
  await backup.putBack();
  const after = await made(videoId);
  expect([after?.media_key, after?.sha256]).toEqual([before?.media_key, before?.sha256]);
  // The restored database never started the video.
  expect(after?.started_at).toBeNull();
  await backup.drop();
}, 120_000);
