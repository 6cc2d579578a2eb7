import { randomUUID } from 'node:crypto';
import { events, findEventType, SchedulingServiceClient, topics, type VideoRequested } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { eventually, tablesNaming } from '@reelwright/testing';
import { sql } from 'kysely';
import { dispatchBatch } from '../src/dispatch/dispatch-batch.ts';
import { days, fullCalendar, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling({ kafka: true });
}, 60_000);
afterAll(() => scheduling.stop());
afterEach(() => {
  scheduling.clock.moveTo(START);
  scheduling.neighbours.media = true;
  scheduling.neighbours.pending = [];
});

const videos = async (userId: string) => (await scheduling.get(userId, '/api/videos')).body.videos;
const seen = (userId: string, expected: object) =>
  eventually(async () => expect((await videos(userId))[0]).toMatchObject(expected));

async function givenFreeVideo(): Promise<{ userId: string; videoId: string; variation: number }> {
  const userId = await scheduling.user();
  const { videoId } = (await scheduling.save(userId, [])).body;
  return { userId, videoId, variation: 0 };
}

async function givenRequestedEntry(): Promise<{ userId: string; videoId: string; variation: number }> {
  const userId = await scheduling.user({ tier: 'starter' });
  const [entry] = (await scheduling.save(userId, days(1, 22))).body.scheduledDates;
  scheduling.clock.moveTo(new Date('2026-11-21T10:00:00Z'));
  await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000);
  return { userId, videoId: entry.id, variation: 0 };
}

/** The ledger's lines of a video, in order. */
const ledger = async (videoId: string) =>
  (
    await scheduling.db
      .selectFrom('usage_ledger')
      .select('kind')
      .where('video_id', '=', videoId)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

/** Waits until this event of a user, and so all earlier ones, have been consumed. */
async function consumed(userId: string, eventId: string): Promise<void> {
  await eventually(async () => {
    const row = await scheduling.db.selectFrom('inbox').select('event_id').where('event_id', '=', eventId).execute();
    expect(row).toHaveLength(1);
  });
  expect(userId).toBeTruthy();
}

describe('the list of videos', () => {
  it('has those that are made, however many are planned after them', async () => {
    const userId = await scheduling.user({ tier: 'elite' });
    const planned = [0, 31, 62, 93].flatMap((later) => days(16, 30 + later));
    const saved = await scheduling.save(userId, [...days(1, 22), ...planned]);
    expect(saved.status).toBe(200);
    scheduling.clock.moveTo(new Date('2026-11-21T10:00:00Z'));
    await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000);
    const list = await videos(userId);
    expect(list).toHaveLength(60);
    expect(list.at(-1)).toMatchObject({ state: 'requested', date: '2026-11-22' });
    expect(list[0]).toMatchObject({ state: 'planned', date: planned.at(-1)?.date });
  });

  it('has older ones too while their owner can do something about them, and says that there are more', async () => {
    const userId = await scheduling.user({ tier: 'elite' });
    const { body } = await scheduling.save(userId, fullCalendar(5));
    const ids: string[] = body.scheduledDates.map(({ id }: { id: string }) => id);
    const { db } = scheduling;
    await sql`update scheduled_videos set state = 'requested', requested_at = publish_at, requested_type = 'v1'
      where user_id = ${userId}`.execute(db);
    await sql`delete from due_entries where user_id = ${userId}`.execute(db);
    scheduling.clock.moveTo(new Date('2027-04-15T09:00:00Z'));
    const read = async () => (await scheduling.get(userId, '/api/videos')).body;
    const all = await read();
    expect([all.videos.length, all.hasOlder, all.videos.at(-1).id]).toEqual([60, true, ids[40]]);
    const [long, ...recent] = [ids[0], ids[36], ids[37], ids[38], ids[39]];
    const fail = (id: string | undefined) =>
      sql`insert into video_posts (video_id, platform, user_id, state, needs, revision)
        values (${id}, 'tiktok', ${userId}, 'failed', '', 1)`.execute(db);
    await fail(long);
    await fail(recent[0]);
    await sql`insert into video_posts (video_id, platform, user_id, state, needs, revision)
      values (${recent[1]}, 'tiktok', ${userId}, 'no_connection', 'reconnect', 1)`.execute(db);
    await sql`insert into video_deliveries (video_id, user_id, variation, state)
      values (${recent[2]}, ${userId}, 0, 'failed')`.execute(db);
    await sql`insert into video_renders (video_id, variation, user_id, state)
      values (${recent[3]}, 0, ${userId}, 'failed')`.execute(db);
    const { videos: listed, hasOlder } = await read();
    expect([listed.length, hasOlder]).toEqual([64, true]);
    const older: { id: string; status: { group: string } }[] = listed.slice(60);
    expect(older.map(({ id }) => id)).toEqual(recent.toReversed());
    for (const { status } of older) expect(status.group).toBe('needs_owner');
  });
});

describe('a video', () => {
  it('has stages from the request to the Drive folder', async () => {
    const video = await givenFreeVideo();
    await seen(video.userId, {
      state: 'requested',
      mediaUrl: null,
      publishAt: null,
      stages: { requested: { at: expect.any(String) }, rendering: { state: 'waiting' }, drive: { state: 'waiting' } },
    });
    await scheduling.send(events.VideoProgressed, { ...video, stage: 'rendering', percent: 40, at: START });
    await seen(video.userId, {
      state: 'rendering',
      stages: { rendering: { state: 'running', percent: 40, startedAt: START.toISOString() } },
    });
    await scheduling.send(events.VideoGenerated, { ...video, mediaKey: 'k', generatedAt: START });
    await seen(video.userId, {
      state: 'ready',
      mediaUrl: `http://localhost:8080/media/${video.videoId}.mp4?exp=1&sig=x`,
      posterUrl: `http://localhost:8080/media/${video.videoId}.webp?exp=1&sig=x`,
      stages: { rendering: { state: 'done', percent: 100 }, drive: { state: 'running' } },
    });
    const trouble = { code: 'DRIVE_FULL' };
    await scheduling.send(events.VideoDeliveryFailed, { ...video, ...trouble, nextTryAt: START });
    await seen(video.userId, {
      stages: { drive: { state: 'waiting', ...trouble, message: 'The Drive that keeps your videos is full.' } },
    });
    await scheduling.send(events.VideoDelivered, {
      ...video,
      fileId: 'f',
      webViewLink: 'https://d/f',
      deliveredAt: START,
    });
    await seen(video.userId, { stages: { drive: { state: 'done', link: 'https://d/f', code: '' } } });
    await scheduling.send(events.VideoDeliveryFailed, { ...video, ...trouble });
    const late = await scheduling.send(events.VideoDeliveryFailed, { ...video, ...trouble });
    await consumed(video.userId, late);
    await seen(video.userId, { stages: { drive: { state: 'done' } } });
  });

  it('that has to wait has the cause until its render continues', async () => {
    const video = await givenFreeVideo();
    const why = {
      code: 'STORE_FULL',
      message: 'There is no space to store the finished video right now.',
      fix: 'Nothing to do. It continues automatically.',
    };
    await scheduling.send(events.VideoProgressed, { ...video, stage: 'rendering', percent: 40, at: START });
    const nextTryAt = new Date(START.getTime() + 300_000);
    await scheduling.send(events.VideoProgressed, {
      ...video,
      stage: 'waiting',
      at: START,
      code: why.code,
      nextTryAt,
    });
    await seen(video.userId, {
      state: 'requested',
      why,
      stages: { rendering: { state: 'waiting', percent: 40, nextTryAt: nextTryAt.toISOString(), ...why } },
    });
    await scheduling.send(events.VideoProgressed, { ...video, stage: 'rendering', percent: 40, at: nextTryAt });
    await seen(video.userId, {
      state: 'rendering',
      why: null,
      stages: { rendering: { state: 'running', code: '', nextTryAt: null, startedAt: nextTryAt.toISOString() } },
    });
  });

  it("has generation's place in line and estimate until it is made", async () => {
    const { videoId, userId } = await givenFreeVideo();
    const rendering = async () => (await videos(userId))[0].stages.rendering;
    expect(await rendering()).toMatchObject({ place: null, readyInSeconds: null });
    scheduling.neighbours.pending = [{ videoId, variation: 0, place: 3, readyInSeconds: 360 }];
    expect(await rendering()).toMatchObject({ place: 3, readyInSeconds: 360 });
    scheduling.neighbours.pending = [{ videoId, variation: 0, place: 0, readyInSeconds: 0 }];
    expect(await rendering()).toMatchObject({ place: null, readyInSeconds: null });
    scheduling.neighbours.pending = [{ videoId, variation: 1, place: 1, readyInSeconds: 60 }];
    expect(await rendering()).toMatchObject({ place: null, readyInSeconds: null });
    scheduling.neighbours.media = false;
    expect(await rendering()).toMatchObject({ place: null, readyInSeconds: null });
  });

  it('is shown without addresses while generation does not answer', async () => {
    const video = await givenFreeVideo();
    await scheduling.send(events.VideoGenerated, { ...video, mediaKey: 'k', generatedAt: START });
    await seen(video.userId, { state: 'ready' });
    scheduling.neighbours.media = false;
    await seen(video.userId, { state: 'ready', mediaUrl: null, posterUrl: null });
  });

  it('counts once when it is generated, however often the event arrives', async () => {
    const video = await givenFreeVideo();
    const fact = { ...video, mediaKey: 'k', generatedAt: START };
    const eventId = await scheduling.send(events.VideoGenerated, fact);
    await scheduling.send(events.VideoGenerated, fact, eventId);
    const again = await scheduling.send(events.VideoGenerated, fact);
    await consumed(video.userId, again);
    expect(await ledger(video.videoId)).toEqual(['reserve', 'commit']);
    const usage = await usageOf(video.userId);
    expect(usage).toMatchObject({ videosUsedThisMonth: 1, videosGeneratedThisMonth: 1 });
    expect(usage.resetsAt).toEqual(new Date('2026-12-01T00:00:00Z'));
  });

  it('is released once when its render fails, and has the cause', async () => {
    const video = await givenFreeVideo();
    const cause = { code: 'MODEL_REFUSED' };
    const eventId = await scheduling.send(events.VideoFailed, { ...video, ...cause, failedAt: START });
    await scheduling.send(events.VideoFailed, { ...video, ...cause, failedAt: START }, eventId);
    const again = await scheduling.send(events.VideoFailed, { ...video, ...cause, failedAt: START });
    await consumed(video.userId, again);
    await seen(video.userId, {
      state: 'failed',
      stages: { rendering: { state: 'failed', ...cause, message: 'The video model refused this content.' } },
    });
    expect(await ledger(video.videoId)).toEqual(['reserve', 'release']);
    expect((await scheduling.save(video.userId, [])).status).toBe(200);
  });

  it('makes room for a paused entry when its render fails', async () => {
    const userId = await scheduling.user({ tier: 'pro' });
    const { body } = await scheduling.save(userId, days(9, 22));
    scheduling.clock.moveTo(new Date('2026-11-21T10:00:00Z'));
    await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000);
    await scheduling.plan(userId, { tier: 'starter', revision: 2 });
    const states = async () =>
      (await scheduling.get(userId, '/api/video-configuration')).body.scheduledDates.map(
        ({ state }: { state: string }) => state,
      );
    expect((await states()).at(-1)).toBe('paused');
    const failed = { userId, videoId: body.scheduledDates[0].id, variation: 0, code: 'DEADLINE_PASSED' };
    await consumed(userId, await scheduling.send(events.VideoFailed, { ...failed, failedAt: START }));
    expect((await states()).at(-1)).toBe('planned');
    expect(await scheduling.used(userId)).toBe(8);
  });

  it('is planned again when the entry of a failed render is moved', async () => {
    const video = await givenRequestedEntry();
    const failed = { ...video, code: 'DEADLINE_PASSED', failedAt: START };
    await consumed(video.userId, await scheduling.send(events.VideoFailed, failed));
    expect(await scheduling.used(video.userId)).toBe(0);
    const moved = { id: video.videoId, date: '2026-11-26', time: '09:00' };
    const { body } = await scheduling.save(video.userId, [moved]);
    expect(body.scheduledDates).toMatchObject([{ id: video.videoId, state: 'planned' }]);
    expect(await scheduling.used(video.userId)).toBe(1);
    expect(await videos(video.userId)).toMatchObject([{ variation: 1 }]);
  });

  it('keeps its earlier render, with that cause, when a regeneration fails', async () => {
    const video = await givenRequestedEntry();
    const fact = { ...video, mediaKey: 'k', generatedAt: START };
    await consumed(video.userId, await scheduling.send(events.VideoGenerated, fact));
    const delivered = { ...video, fileId: 'f', webViewLink: 'https://d/f', deliveredAt: START };
    await consumed(video.userId, await scheduling.send(events.VideoDelivered, delivered));
    expect((await scheduling.post(video.userId, '/api/regenerate-videos')).status).toBe(200);
    await seen(video.userId, { variation: 1, stages: { rendering: { state: 'waiting' } } });
    const cause = { variation: 1, code: 'MODEL_REFUSED', failedAt: START };
    await consumed(video.userId, await scheduling.send(events.VideoFailed, { ...video, ...cause }));
    await seen(video.userId, {
      state: 'ready',
      stages: {
        rendering: {
          state: 'done',
          code: 'EARLIER_VIDEO_KEPT',
          message: 'The new video could not be made, so the earlier one is kept. The video model refused this content.',
        },
        drive: { state: 'done', link: 'https://d/f' },
      },
    });
    expect(await ledger(video.videoId)).toEqual(['reserve', 'commit']);
  });

  it('is not changed by an event of another user', async () => {
    const video = await givenFreeVideo();
    const stranger = randomUUID();
    const cause = { code: 'X', failedAt: START };
    await consumed(stranger, await scheduling.send(events.VideoFailed, { ...video, userId: stranger, ...cause }));
    expect(await ledger(video.videoId)).toEqual(['reserve']);
  });
});

describe('a post', () => {
  const post = (video: { userId: string; videoId: string }, platform: string, state: string, revision: number) =>
    scheduling.send(events.PostStateChanged, {
      userId: video.userId,
      videoId: video.videoId,
      platform,
      state,
      revision,
      permalink: state === 'posted' ? 'https://p/1' : '',
      changedAt: START,
    });

  it('is shown for each platform, with its newest revision', async () => {
    const video = await givenRequestedEntry();
    await post(video, 'youtube', 'posted', 9);
    await post(video, 'youtube', 'staged', 3);
    await post(video, 'tiktok', 'unconfirmed', 4);
    await seen(video.userId, {
      state: 'going_out',
      posts: [
        { platform: 'tiktok', state: 'unconfirmed', status: { actions: ['check'] } },
        { platform: 'youtube', state: 'posted', permalink: 'https://p/1', status: { actions: [] } },
      ],
    });
  });

  it('has what its owner must do, the cause and the fix', async () => {
    const video = await givenRequestedEntry();
    const why = {
      code: 'ACCESS_REMOVED',
      message: 'Reelwright was removed from the apps of this TikTok account.',
      fix: 'Press Reconnect. Waiting posts go out after that.',
      needs: 'reconnect',
    };
    const { code, needs } = why;
    const event = { ...video, code, needs, platform: 'tiktok', state: 'waiting', revision: 2, changedAt: START };
    await scheduling.send(events.PostStateChanged, event);
    await seen(video.userId, { posts: [{ platform: 'tiktok', ...why }] });
    await post(video, 'tiktok', 'posted', 3);
    await seen(video.userId, { posts: [{ platform: 'tiktok', state: 'posted', code: '', needs: null }] });
  });

  it('of a partner is ignored', async () => {
    const video = await givenRequestedEntry();
    const partners = { userId: video.userId, videoId: randomUUID() };
    const eventIds = [await post(partners, 'youtube', 'posted', 2), await post(partners, 'youtube', 'missed', 3)];
    for (const eventId of eventIds) await consumed(video.userId, eventId);
    const rows = await scheduling.db
      .selectFrom('video_posts')
      .select('video_id')
      .where('user_id', '=', video.userId)
      .execute();
    expect(rows).toEqual([]);
    expect(await ledger(video.videoId)).toEqual(['reserve']);
    expect(await videos(video.userId)).toMatchObject([{ id: video.videoId, posts: [] }]);
  });

  it('that was missed everywhere releases the video, which counts again if it goes out after all', async () => {
    const video = await givenRequestedEntry();
    await consumed(
      video.userId,
      await scheduling.send(events.VideoGenerated, { ...video, mediaKey: 'k', generatedAt: START }),
    );
    await post(video, 'youtube', 'missed', 2);
    await seen(video.userId, { state: 'missed', posts: [{ status: { actions: ['retry'] } }] });
    expect(await scheduling.used(video.userId)).toBe(0);
    await post(video, 'youtube', 'posted', 3);
    await seen(video.userId, { state: 'posted' });
    expect(await scheduling.used(video.userId)).toBe(1);
    expect(await ledger(video.videoId)).toEqual(['reserve', 'commit', 'release', 'reserve', 'commit']);
  });

  it('that was missed everywhere does not count again when its video is made too late', async () => {
    const video = await givenRequestedEntry();
    await post(video, 'youtube', 'missed', 2);
    await seen(video.userId, { state: 'missed' });
    const fact = { ...video, mediaKey: 'k', generatedAt: START };
    await consumed(video.userId, await scheduling.send(events.VideoGenerated, fact));
    expect(await scheduling.used(video.userId)).toBe(0);
    expect(await ledger(video.videoId)).toEqual(['reserve', 'release']);
    await post(video, 'youtube', 'posted', 3);
    await seen(video.userId, { state: 'posted' });
    expect(await ledger(video.videoId)).toEqual(['reserve', 'release', 'reserve', 'commit']);
  });

  it('that was committed keeps its video when all are regenerated', async () => {
    const video = await givenRequestedEntry();
    await post(video, 'youtube', 'going_out', 2);
    await seen(video.userId, { state: 'going_out' });
    const answer = await scheduling.post(video.userId, '/api/regenerate-videos');
    expect([answer.status, answer.body.error]).toEqual([400, 'NOTHING_TO_REGENERATE']);
    expect(answer.body.message).toBe('It is going out now.');
  });
});

describe('an event of a plan or an account', () => {
  it('SubscriptionChanged applies its plan, also if it arrives twice', async () => {
    const userId = randomUUID();
    const subscription = { userId, tier: 'pro', videosPerMonth: 13, status: 'active', monthAnchor: START, revision: 4 };
    const eventId = await scheduling.send(events.SubscriptionChanged, subscription);
    await scheduling.send(events.SubscriptionChanged, subscription, eventId);
    await eventually(async () => {
      expect((await scheduling.get(userId, '/api/video-configuration')).body.videosPerMonth).toBe(13);
    });
    expect((await scheduling.save(userId, days(14))).body.error).toBe('PLAN_LIMIT_REACHED');
    expect((await scheduling.save(userId, days(13))).status).toBe(200);
  });

  it('that is unreadable is dead-lettered, and the next ones are applied', async () => {
    const userId = randomUUID();
    await scheduling.publish(events.SubscriptionChanged, { userId }, { value: Buffer.from([0xff, 0xff, 0xff]) });
    await scheduling.send(events.SubscriptionChanged, { userId, tier: 'gold', revision: 1 });
    await scheduling.send(events.SubscriptionChanged, { userId, tier: 'elite', revision: 2 }); // without a size
    await scheduling.send(events.SubscriptionChanged, { userId, tier: 'elite', videosPerMonth: 20, revision: 2 });
    await eventually(async () => {
      expect((await scheduling.get(userId, '/api/video-configuration')).body.videosPerMonth).toBe(20);
    });
  });

  it('UserDeleted erases the user, and later events restore nothing', async () => {
    const video = await givenRequestedEntry();
    await consumed(
      video.userId,
      await scheduling.send(events.VideoGenerated, { ...video, mediaKey: 'k', generatedAt: START }),
    );
    await consumed(video.userId, await scheduling.send(events.UserDeleted, { userId: video.userId, revision: 1 }));
    expect(await tablesNaming(scheduling.db, [video.userId, video.videoId])).toEqual(['usage_accounts']);
    expect((await scheduling.eventsOf(video.userId)).at(-1)).toMatchObject({
      type: 'AccountErased',
      payload: {
        userId: video.userId,
        service: 'scheduling',
        items: expect.arrayContaining([
          { kind: 'calendar_entry', count: 1 },
          { kind: 'configuration', count: 1 },
        ]),
      },
    });
    await consumed(video.userId, await scheduling.send(events.VideoDelivered, { ...video, fileId: 'f' }));
    const subscription = { userId: video.userId, tier: 'pro', videosPerMonth: 12, revision: 9 };
    await consumed(video.userId, await scheduling.send(events.SubscriptionChanged, subscription));
    expect((await scheduling.save(video.userId, days(1))).status).toBe(404);
    expect(await videos(video.userId)).toEqual([]);
  });
});

describe('a published event', () => {
  it('is on the topic as protobuf, keyed by the user', async () => {
    const kafka = scheduling.kafka.kafka.consumer({ groupId: `${scheduling.kafka.prefix}reader` });
    const got: VideoRequested[] = [];
    await kafka.connect();
    await kafka.subscribe({ topics: [`${scheduling.kafka.prefix}${topics.scheduling}`], fromBeginning: true });
    await kafka.run({
      eachMessage: async ({ message }) => {
        const type = findEventType(String(message.headers?.['event-type']));
        if (type?.name === events.VideoRequested.name && message.value) {
          got.push({ ...(type.codec.decode(message.value) as VideoRequested), notes: String(message.key) });
        }
      },
    });
    const free = await givenFreeVideo();
    const entry = await givenRequestedEntry();
    await eventually(() => {
      expect(got.find(({ videoId }) => videoId === free.videoId)).toMatchObject({ notes: free.userId, variation: 0 });
      expect(got.find(({ videoId }) => videoId === entry.videoId)).toMatchObject({
        notes: entry.userId,
        publishAt: new Date('2026-11-22T09:00:00Z'),
        includeAudio: true,
        revision: 2,
      });
    });
    await kafka.disconnect();
  });
});

async function usageOf(userId: string) {
  const { identity, app } = scheduling;
  const client = createGrpcClient(SchedulingServiceClient, {
    address: `127.0.0.1:${app.grpc.port()}`,
    signer: createIdentitySigner({ issuer: 'auth', keyFile: identity.keyFile('auth') }),
  });
  try {
    return await client.getUsage({ userId });
  } finally {
    await client.stop();
  }
}
