import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Generation, startGeneration } from './harness.ts';

let generation: Generation;
beforeAll(async () => {
  generation = await startGeneration();
});
afterAll(() => generation.stop());

/** All that was said has left the outbox, and it is known how far everything was read. */
const said = () =>
  eventually(async () => {
    const { rows } = await sql<{ said: boolean }>`
      select not exists (select from outbox o where (o.xid, o.id) > (c.xid, c.id))
             and exists (select from consumer_positions) as said
        from outbox_cursor c where checked_as is not null`.execute(generation.db);
    expect(rows[0]?.said).toBe(true);
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

it('a restored database knows again what it has made, and makes nothing a second time', async () => {
  await said();
  const backup = await generation.backUp();
  const { videoId } = await generation.request();
  const before = await made(videoId);
  await said();
  await backup.putBack();
  const after = await made(videoId);
  expect([after?.media_key, after?.sha256]).toEqual([before?.media_key, before?.sha256]);
  // It was never begun by this state of the database.
  expect(after?.started_at).toBeNull();
  await backup.drop();
}, 120_000);
