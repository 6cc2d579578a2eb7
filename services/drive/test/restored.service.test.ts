import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Drive, startDrive } from './harness.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
});
afterAll(() => drive.stop());

/** The outbox is published, and the consumer's positions are saved. */
const allPublished = () =>
  eventually(async () => {
    const { rows } = await sql<{ published: boolean }>`
      select not exists (select from outbox o where (o.xid, o.id) > (c.xid, c.id))
             and exists (select from consumer_positions) as published
        from outbox_cursor c where checked_as is not null`.execute(drive.db);
    expect(rows[0]?.published).toBe(true);
  });

it('a restored database recalls its deliveries and uploads nothing twice', async () => {
  const known = drive.newUser();
  const first = await drive.generated({ userId: known });
  await drive.reached(first.videoId, 'delivered');
  await allPublished();
  const backup = await drive.backUp();
  const since = drive.newUser();
  const videos = [await drive.generated({ userId: known }), await drive.generated({ userId: since })];
  for (const { videoId } of videos) await drive.reached(videoId, 'delivered');
  const before = await Promise.all(videos.map(({ videoId }) => drive.uploadOf(videoId)));
  await allPublished();
  await backup.putBack();
  for (const { videoId } of videos) await drive.reached(videoId, 'delivered');
  const after = await Promise.all(videos.map(({ videoId }) => drive.uploadOf(videoId)));
  expect(after.map((upload) => upload?.file_id)).toEqual(before.map((upload) => upload?.file_id));
  const next = await drive.generated({ userId: since });
  await drive.reached(next.videoId, 'delivered');
  expect([drive.videosOf(known).length, drive.videosOf(since).length]).toEqual([2, 2]);
  expect([drive.foldersOf(known).length, drive.foldersOf(since).length]).toEqual([1, 1]);
  await backup.drop();
});

it('a delivery to an own Drive is recalled there, and not as the operator’s folder', async () => {
  const userId = drive.newUser();
  await drive.connect(userId);
  await allPublished();
  const backup = await drive.backUp();
  const { videoId } = await drive.generated({ userId });
  const before = await drive.reached(videoId, 'delivered');
  await allPublished();
  await backup.putBack();
  const after = await drive.reached(videoId, 'delivered');
  expect([after.grant_id, after.file_id]).toEqual([before.grant_id, before.file_id]);
  expect((await drive.folderOf(userId))?.folder_id).toBeNull();
  expect(drive.videosOf(userId)).toHaveLength(1);
  await backup.drop();
});
