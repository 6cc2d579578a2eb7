import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deadLetterTopic, events, topics, VideoRescheduled } from '@reelwright/contracts';
import { silentLogger } from '@reelwright/logger';
import { createMeasurements } from '@reelwright/measurements';
import { createMetrics } from '@reelwright/metrics';
import { credentials } from '@reelwright/sandbox/credentials';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { measureQueue } from '../src/uploads/upload.metrics.ts';
import { insertUpload, uploadQueue } from '../src/uploads/upload.repository.ts';
import { CHUNK, type Drive, emailOf, startDrive } from './harness.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.stop());
afterEach(() => {
  drive.sandbox.chaos.set('google', {
    timeoutAfterSuccess: 0,
    brokenUpload: 0,
    error5xx: 0,
    rate429: 0,
    retryAfterSeconds: 0,
    revokedToken: 0,
    limit: null,
    only: '',
  });
});

const profile = (userId: string, email: string, revision: number) => ({
  userId,
  email,
  firstName: '',
  lastName: '',
  revision,
});

describe('the metrics of uploads', () => {
  const read = async () => {
    const text = await drive.metrics.registry.metrics();
    const value = (series: string) =>
      Number(new RegExp(`^drive_upload_stream${series} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
    const ended = (outcome: string) => value(`_seconds_count{service="drive",outcome="${outcome}"}`);
    return {
      underWay: value('s{service="drive"}'),
      complete: ended('complete'),
      bytes: value('_bytes_total{service="drive"}'),
    };
  };

  it('have the requests to Drive and their bytes', async () => {
    const before = await read();
    const { videoId } = await drive.generated({ userId: drive.newUser(), size: 2 * CHUNK + 1_000 });
    await drive.reached(videoId, 'delivered');
    expect(await read()).toEqual({
      underWay: 0,
      complete: before.complete + 3,
      bytes: before.bytes + 2 * CHUNK + 1_000,
    });
  });

  it('have the uploads that wait for a worker', async () => {
    const metrics = createMetrics({ service: 'drive', processMetrics: false });
    // The running worker does not see rows that are not committed.
    const trx = await drive.db.startTransaction().execute();
    await trx.deleteFrom('drive_uploads').execute();
    await sql`delete from measurements`.execute(trx);
    for (const variation of [0, 1]) {
      const upload = { video_id: randomUUID(), variation, user_id: '7', media_key: 'none', generated_at: new Date() };
      await insertUpload(trx, { ...upload, grant_id: null, state: 'waiting' });
    }
    const aMinuteAgo = sql<Date>`clock_timestamp() - interval '1 minute'`;
    await trx.updateTable('drive_uploads').set({ next_attempt_at: aMinuteAgo }).where('variation', '=', 1).execute();
    measureQueue(createMeasurements({ db: trx, metrics, logger: silentLogger }), uploadQueue(trx));
    const text = await metrics.registry.metrics();
    await trx.rollback().execute();
    expect(text).toContain('drive_waiting_uploads{service="drive"} 2\n');
    expect(text).toMatch(/\ndrive_due_lag_seconds\{service="drive"\} 6\d(\.\d+)?\n/);
  });
});

describe('a finished video', () => {
  it('is delivered once to its user’s folder, even if its event comes twice, and is named by time and style', async () => {
    const userId = drive.newUser();
    const videoId = randomUUID();
    await drive.requested({ videoId, userId, publishAt: new Date('2026-11-22T16:30:00Z'), timeZone: 'Europe/Rome' });
    await eventually(async () =>
      expect(
        await drive.db.selectFrom('drive_videos').select('video_id').where('video_id', '=', videoId).execute(),
      ).toHaveLength(1),
    );
    const eventId = randomUUID();
    const event = await drive.generated({ videoId, userId }, eventId);
    await drive.reached(videoId, 'delivered');
    await drive.send(events.VideoGenerated, event, { id: eventId });
    await drive.send(events.VideoGenerated, event);
    const later = await drive.generated({ userId });
    await drive.reached(later.videoId, 'delivered');

    const [folder] = drive.foldersOf(userId);
    const file = drive.videosOf(userId).filter(({ name }) => name === '2026-11-22 17.30 Glass Squish.mp4');
    expect(file).toMatchObject([{ parents: [folder?.id], trashed: false, sha256: event.sha256 }]);
    expect(drive.videosOf(userId)).toHaveLength(2);
    expect(drive.foldersOf(userId)).toHaveLength(1);
    const row = await drive.folderOf(userId);
    expect(await drive.announced(videoId)).toMatchObject([
      {
        type: 'VideoDelivered',
        payload: {
          userId,
          fileId: file[0]?.id,
          folderUrl: row?.folder_url,
          webViewLink: expect.stringContaining(file[0]?.id ?? '-'),
        },
      },
    ]);
  });

  it('is named by the title that its entry was given last, and keeps that name once it is in Drive', async () => {
    const userId = drive.newUser();
    const videoId = randomUUID();
    const when = { publishAt: new Date('2026-11-22T16:30:00Z'), timeZone: 'Europe/Rome' };
    await drive.requested({ videoId, userId, ...when, title: 'Ours' });
    const titles = drive.db.selectFrom('drive_videos').select('title').where('video_id', '=', videoId);
    const rename = async (title: string, revision: number) => {
      const change = { videoId, userId, ...when, title, revision };
      await drive.send(events.VideoRescheduled, VideoRescheduled.fromPartial(change));
      await eventually(async () => expect(await titles.execute()).toEqual([{ title }]));
    };
    await rename('Yours', 2);
    await drive.generated({ videoId, userId });
    await drive.reached(videoId, 'delivered');
    await rename('Theirs', 3);
    expect(drive.videosOf(userId)).toMatchObject([{ name: '2026-11-22 17.30 Yours.mp4' }]);
  });

  it('can be read by its user and nobody else', async () => {
    const { userId, videoId } = await drive.generated({ userId: drive.newUser() });
    await drive.reached(videoId, 'delivered');
    for (const { permissions } of [...drive.foldersOf(userId), ...drive.videosOf(userId)]) {
      expect(permissions).toMatchObject([
        { role: 'owner', emailAddress: credentials.google.operatorEmail },
        { role: 'reader', type: 'user', emailAddress: emailOf(userId) },
      ]);
    }
  });

  it('that cannot be read is dead-lettered and delays no other', async () => {
    const userId = drive.newUser();
    const broken = { ...(await drive.generated({ userId })), videoId: '' };
    await drive.send(events.VideoGenerated, broken);
    const good = await drive.generated({ userId });
    await drive.reached(good.videoId, 'delivered');
    const admin = drive.kafka.kafka.admin();
    await admin.connect();
    const offsets = await admin.fetchTopicOffsets(drive.kafka.prefix + deadLetterTopic(topics.generation, 'drive'));
    await admin.disconnect();
    expect(offsets.reduce((sum, { offset }) => sum + Number(offset), 0)).toBe(1);
  });

  it('replaces its earlier variation, which goes to the trash after it', async () => {
    const { userId, videoId } = await drive.generated({ userId: drive.newUser() });
    const first = await drive.reached(videoId, 'delivered');
    await drive.generated({ userId, videoId, variation: 1 });
    const second = await drive.reached(videoId, 'delivered', 1);
    await drive.reached(videoId, 'trashed');
    expect(drive.files().get(first.file_id ?? '')).toMatchObject({ trashed: true });
    expect(drive.files().get(second.file_id ?? '')).toMatchObject({ trashed: false });
  });
});

describe('a cancelled video', () => {
  it('is not uploaded when it was cancelled before', async () => {
    const userId = drive.newUser();
    const videoId = randomUUID();
    await drive.send(events.VideoCancelled, { videoId, userId, revision: 2 });
    await eventually(async () =>
      expect(
        await drive.db.selectFrom('drive_videos').selectAll().where('video_id', '=', videoId).execute(),
      ).toMatchObject([{ cancelled: true }]),
    );
    await drive.generated({ videoId, userId });
    const other = await drive.generated({ userId });
    await drive.reached(other.videoId, 'delivered');
    expect(await drive.uploadOf(videoId)).toMatchObject({ state: 'cancelled', file_id: null });
    expect(drive.videosOf(userId)).toHaveLength(1);
  });

  it('is uploaded once it is requested again, even if its next variation came before the request', async () => {
    const userId = drive.newUser();
    const videoId = randomUUID();
    await drive.send(events.VideoCancelled, { videoId, userId, revision: 2 });
    await eventually(async () =>
      expect(
        await drive.db.selectFrom('drive_videos').selectAll().where('video_id', '=', videoId).execute(),
      ).toMatchObject([{ cancelled: true }]),
    );
    await drive.generated({ videoId, userId, variation: 0 });
    await drive.generated({ videoId, userId, variation: 1 });
    const other = await drive.generated({ userId });
    await drive.reached(other.videoId, 'delivered');
    await drive.requested({ videoId, userId, variation: 1, revision: 3 });
    await drive.reached(videoId, 'delivered', 1);
    expect((await drive.uploadOf(videoId))?.state).toBe('cancelled');
    expect(drive.videosOf(userId)).toHaveLength(2);
  });

  it('is cancelled while it waits, and sent bytes go to the trash', async () => {
    drive.sandbox.chaos.set('google', { error5xx: 1, only: 'PUT /upload' });
    const { userId, videoId } = await drive.generated({ userId: drive.newUser() });
    await drive.failedWith(videoId, 'DRIVE_UNAVAILABLE');
    await drive.send(events.VideoCancelled, { videoId, userId, revision: 2 });
    await drive.reached(videoId, 'trashed');
    drive.sandbox.chaos.set('google', { error5xx: 0 });
    expect(drive.videosOf(userId).filter(({ trashed }) => !trashed)).toEqual([]);
    expect(await drive.announced(videoId)).toEqual([]);
  });
});

describe('when Drive is', () => {
  it('unavailable, the upload resumes at the last byte, and the second failure is published', async () => {
    const { userId, videoId, sha256 } = await drive.generated({ userId: drive.newUser() });
    drive.sandbox.chaos.set('google', { error5xx: 1, only: 'PUT /upload' });
    const waiting = await drive.failedWith(videoId, 'DRIVE_UNAVAILABLE');
    expect(await drive.announced(videoId)).toEqual([]);
    await drive.makeDue(videoId);
    await eventually(async () => expect((await drive.uploadOf(videoId))?.attempts).toBe(2));
    expect(await drive.announced(videoId)).toMatchObject([
      { type: 'VideoDeliveryFailed', payload: { code: 'DRIVE_UNAVAILABLE', nextTryAt: expect.any(String) } },
    ]);
    drive.sandbox.chaos.set('google', { error5xx: 0 });
    const done = await drive.reached(videoId, 'delivered');
    expect(done).toMatchObject({ file_id: waiting.file_id, session_uri: waiting.session_uri, code: null });
    expect(drive.videosOf(userId)).toMatchObject([{ sha256 }]);
  });

  it('rate-limiting, its Retry-After is respected, and sent to a user who opens the folder', async () => {
    const only = 'POST /drive/v3/files?';
    drive.sandbox.chaos.set('google', { rate429: 1, retryAfterSeconds: 900, only });
    const { userId, videoId } = await drive.generated({ userId: drive.newUser() });
    const { next_attempt_at: nextTryAt } = await drive.failedWith(videoId, 'DRIVE_UNAVAILABLE');
    const waitSeconds = (nextTryAt.getTime() - Date.now()) / 1_000;
    expect(waitSeconds).toBeGreaterThan(890);
    expect(waitSeconds).toBeLessThanOrEqual(900);
    const rejected = await drive.openFolder(userId);
    expect([rejected.statusCode, rejected.json().error]).toEqual([503, 'DRIVE_UNAVAILABLE']);
    expect(rejected.headers['retry-after']).toBe('900');
    drive.sandbox.chaos.set('google', { rate429: 0 });
    await drive.reached(videoId, 'delivered');
    expect(drive.foldersOf(userId)).toHaveLength(1);
  });

  it('full, the failure is published, and the video is delivered once there is space', async () => {
    await drive.setRoom(1);
    const { userId, videoId } = await drive.generated({ userId: drive.newUser() });
    const waiting = await drive.failedWith(videoId, 'DRIVE_FULL');
    expect(waiting.next_attempt_at.getTime() - Date.now()).toBeGreaterThan(50 * 60_000);
    expect(await drive.announced(videoId)).toMatchObject([
      { type: 'VideoDeliveryFailed', payload: { code: 'DRIVE_FULL' } },
    ]);
    await drive.setRoom(15 * 1024 ** 3);
    await drive.reached(videoId, 'delivered');
    expect((await drive.announced(videoId)).at(-1)).toMatchObject({ type: 'VideoDelivered' });
    expect(drive.videosOf(userId)).toHaveLength(1);
  });

  it('refusing to share, the file is stored and is delivered once the e-mail is accepted', async () => {
    const userId = drive.newUser();
    await drive.send(events.UserRegistered, profile(userId, 'no address', 1));
    await eventually(async () => expect(await drive.folderOf(userId)).toMatchObject({ email: 'no address' }));
    const { videoId } = await drive.generated({ userId });
    await drive.failedWith(videoId, 'DRIVE_SHARING_REFUSED');
    expect(drive.videosOf(userId)).toHaveLength(1);
    expect((await drive.openFolder(userId)).json()).toMatchObject({ error: 'DRIVE_SHARING_REFUSED' });
    await drive.send(events.UserProfileChanged, profile(userId, emailOf(userId), 2));
    // Without makeDue: a new address makes the upload due.
    await eventually(async () => expect((await drive.uploadOf(videoId))?.state).toBe('delivered'));
    expect(drive.videosOf(userId)).toHaveLength(1);
    expect((await drive.announced(videoId)).map(({ type }) => type)).toEqual(['VideoDeliveryFailed', 'VideoDelivered']);
  });

  it('refusing our grant, the failure is published, and the video is delivered with a new grant', async () => {
    drive.sandbox.chaos.set('google', { revokedToken: 1, limit: 1 });
    const { userId, videoId } = await drive.generated({ userId: drive.newUser() });
    const waiting = await drive.failedWith(videoId, 'DRIVE_ACCESS_LOST');
    expect(waiting.next_attempt_at.getTime() - Date.now()).toBeLessThan(301_000);
    expect((await drive.openFolder(drive.newUser())).json()).toMatchObject({ error: 'DRIVE_ACCESS_LOST' });
    drive.sandbox.reset();
    await drive.reached(videoId, 'delivered');
    expect(drive.videosOf(userId)).toHaveLength(1);
  });
});

it('fails a video whose file is missing, and publishes the failure', async () => {
  const event = await drive.generated({ userId: drive.newUser() });
  const videoId = randomUUID();
  await drive.send(events.VideoGenerated, { ...event, videoId, mediaKey: `videos/${videoId}/0.mp4` });
  await drive.reached(videoId, 'failed');
  expect(await drive.announced(videoId)).toMatchObject([
    { type: 'VideoDeliveryFailed', payload: { code: 'MEDIA_MISSING' } },
  ]);
});
