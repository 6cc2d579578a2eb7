import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@reelwright/contracts';
import { createLogger } from '@reelwright/logger';
import type { ObjectStore } from '@reelwright/object-store';
import { eventually, tablesNaming } from '@reelwright/testing';
import { sql } from 'kysely';
import { expireJobs } from '../src/jobs/expire-jobs.ts';
import { type Generation, startGeneration } from './harness.ts';

/** Runs before a worker stores a clip. */
let beforeClip = async () => {};
/** The videos whose worker has lost its lease. */
const lostLeases: string[] = [];
const logger = createLogger(
  { service: 'generation' },
  {
    write(line) {
      const { msg, videoId } = JSON.parse(line);
      if (msg === 'the lease was lost or the job has ended') lostLeases.push(videoId);
    },
  },
);
let generation: Generation;
beforeAll(async () => {
  const adaptStore = (store: ObjectStore): ObjectStore => ({
    ...store,
    async put(key, source) {
      if (key.endsWith('.mp4')) await beforeClip();
      return store.put(key, source);
    },
  });
  generation = await startGeneration({}, adaptStore, logger);
}, 60_000);
afterAll(() => generation.stop());

const DAY = 86_400_000;
const ago = (days: number) => new Date(generation.clock.now().getTime() - days * DAY);

/** A finished video with its files. */
async function givenVideo(userId: string, { madeAt = ago(0), publishAt = null as Date | null, state = 'done' } = {}) {
  const videoId = randomUUID();
  const keys = [`videos/${videoId}/0.mp4`, `videos/${videoId}/0.webp`] as const;
  for (const key of keys) await generation.store.put(key, Buffer.from('media'));
  const request = JSON.stringify({ videoType: 'v1', notes: `notes of ${userId}` });
  await sql`insert into generation_jobs
    (video_id, variation, user_id, state, request, requested_at, publish_at, next_attempt_at, finished_at, media_key,
     poster_key, bytes, sha256)
    values (${videoId}, 0, ${userId}, ${state}, ${request}, ${madeAt}, ${publishAt}, ${madeAt}, ${madeAt}, ${keys[0]},
            ${keys[1]}, 5, 'x')`.execute(generation.db);
  return { videoId, userId, keys };
}

const isThere = async (key: string) => (await generation.store.size(key)) !== undefined;
const receiptsOf = async (userId: string) => {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select payload from outbox where key = ${userId} and type = ${events.AccountErased.name}`.execute(generation.db);
  return rows.map(({ payload }) => payload);
};
const deleteAccount = (userId: string, id?: string) => generation.send(events.UserDeleted, { userId, revision: 2 }, id);

async function erased(userId: string) {
  await eventually(async () => {
    generation.eraser.nudge();
    expect(await tablesNaming(generation.db, [userId])).toEqual(['deleted_users']);
  });
}

describe('a deleted account', () => {
  it('publishes AccountErased once, when its last file is removed, even if the deletion is repeated', async () => {
    const userId = randomUUID();
    const videos = [await givenVideo(userId), await givenVideo(userId), await givenVideo(userId)];
    const id = randomUUID();
    await deleteAccount(userId, id);
    await deleteAccount(userId, id);
    await deleteAccount(userId);
    await erased(userId);
    for (const key of videos.flatMap(({ keys }) => keys)) expect(await isThere(key)).toBe(false);
    await eventually(async () => expect(await receiptsOf(userId)).toHaveLength(1));
    expect(await receiptsOf(userId)).toMatchObject([
      {
        userId,
        service: 'generation',
        items: [{ kind: 'video_file', count: 3 }, { kind: 'video_request', count: 3 }, { kind: 'branding' }],
      },
    ]);
  });

  it('without videos publishes AccountErased at once', async () => {
    const userId = randomUUID();
    await deleteAccount(userId);
    await eventually(async () => expect(await receiptsOf(userId)).toHaveLength(1));
  });

  it('publishes AccountErased only after an erasure that died between files and row was repeated', async () => {
    const userId = randomUUID();
    const { keys, videoId } = await givenVideo(userId);
    await sql`create function die_at_the_row() returns trigger language plpgsql as $$ begin
      raise exception 'the process dies here'; end $$`.execute(generation.db);
    await sql
      .raw(`create trigger die before delete on generation_jobs for each row
        when (old.user_id = '${userId}') execute function die_at_the_row()`)
      .execute(generation.db);
    await deleteAccount(userId);
    await eventually(async () => {
      generation.eraser.nudge();
      expect(await isThere(keys[0])).toBe(false);
    });
    expect(await receiptsOf(userId)).toEqual([]);
    await sql`drop trigger die on generation_jobs`.execute(generation.db);
    await eventually(async () => {
      await sql`update generation_jobs set leased_until = null where user_id = ${userId}`.execute(generation.db);
      generation.eraser.nudge();
      expect(await generation.jobOf(videoId)).toBeUndefined();
    });
    await eventually(async () => expect(await receiptsOf(userId)).toHaveLength(1));
  });

  it('[ASVS 8.2.2] does not change other users’ videos', async () => {
    const stays = await givenVideo(randomUUID());
    const userId = randomUUID();
    await givenVideo(userId);
    await deleteAccount(userId);
    await erased(userId);
    expect(await isThere(stays.keys[0])).toBe(true);
    expect(await receiptsOf(stays.userId)).toEqual([]);
  });
});

describe('a worker that lost its lease while it stores a clip', () => {
  /** Requests a video and holds its first worker right before it stores the clip. */
  async function givenHeldWorker() {
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    beforeClip = async () => {
      beforeClip = async () => {};
      held.resolve();
      await release.promise;
    };
    const { videoId, userId } = await generation.request({ userId: randomUUID() });
    await held.promise;
    return { videoId, userId, release: release.resolve };
  }

  const filesOf = async (videoId: string) => (await generation.objects()).filter((key) => key.includes(videoId));

  it('deletes its files when the account was erased meanwhile', async () => {
    const { videoId, userId, release } = await givenHeldWorker();
    await deleteAccount(userId);
    await eventually(async () => expect(await generation.jobOf(videoId)).toMatchObject({ state: 'erasing' }));
    await sql`update generation_jobs set leased_until = null where user_id = ${userId}`.execute(generation.db);
    await erased(userId);
    release();
    await eventually(async () => expect(lostLeases).toContain(videoId));
    expect(await filesOf(videoId)).toEqual([]);
  }, 60_000);

  it('keeps the files when another worker has the job', async () => {
    const { videoId, release } = await givenHeldWorker();
    await sql`update generation_jobs set lease_token = lease_token + 1 where video_id = ${videoId}`.execute(
      generation.db,
    );
    release();
    await eventually(async () => expect(lostLeases).toContain(videoId));
    expect(await filesOf(videoId)).toHaveLength(2);
  }, 60_000);
});

describe('a finished video', () => {
  it('is erased three months later, with files and request, by product time', async () => {
    const userId = randomUUID();
    const old = await givenVideo(userId, { madeAt: ago(95) });
    const failed = await givenVideo(userId, { madeAt: ago(95), state: 'failed' });
    const young = await givenVideo(userId, { madeAt: ago(85) });
    await expireJobs(generation.db, generation.clock.now());
    await eventually(async () => {
      generation.eraser.nudge();
      expect([await generation.jobOf(old.videoId), await generation.jobOf(failed.videoId)]).toEqual([
        undefined,
        undefined,
      ]);
    });
    expect(await isThere(old.keys[0])).toBe(false);
    expect(await isThere(young.keys[0])).toBe(true);
    expect(await receiptsOf(userId)).toEqual([]); // the account still exists

    await expireJobs(generation.db, new Date(generation.clock.now().getTime() + 10 * DAY));
    await eventually(async () => {
      generation.eraser.nudge();
      expect(await isThere(young.keys[0])).toBe(false);
    });
  });

  it('is kept until its post is out, also when that was moved after the video was made', async () => {
    const userId = randomUUID();
    const moved = await givenVideo(userId, { madeAt: ago(95), publishAt: ago(94) });
    await generation.send(events.VideoRescheduled, {
      ...events.VideoRescheduled.codec.fromJSON({}),
      videoId: moved.videoId,
      userId,
      publishAt: new Date(generation.clock.now().getTime() + DAY),
      revision: 2,
    });
    await eventually(async () => {
      expect((await generation.jobOf(moved.videoId))?.publish_at?.getTime()).toBeGreaterThan(Date.now());
    });
    await expireJobs(generation.db, generation.clock.now());
    expect(await generation.jobOf(moved.videoId)).toMatchObject({ state: 'done' });
    await expireJobs(generation.db, new Date(generation.clock.now().getTime() + 9 * DAY));
    expect(await generation.jobOf(moved.videoId)).not.toMatchObject({ state: 'done' });
  });
});
