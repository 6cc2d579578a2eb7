import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { events } from '@reelwright/contracts';
import type { Away } from '@reelwright/sandbox';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Drive, startDrive } from './harness.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
}, 60_000);
afterEach(() => setAway(undefined));
afterAll(() => drive.stop());

async function setAway(how: Away | 'garbage' | undefined): Promise<void> {
  drive.sandbox.chaos.set('google', { garbage: how === 'garbage' ? 1 : 0 });
  await drive.sandbox.setAway('google', how === 'garbage' ? undefined : how);
}

const attemptsOf = async (videoId: string) => (await drive.uploadOf(videoId))?.attempts ?? 0;

/** Makes attempts without the waits in between. Each has its own time limit: all of them together take long on a busy machine. */
async function triedTimes(videoId: string, tries: number): Promise<void> {
  for (let made = 0; made < tries; made = await attemptsOf(videoId)) {
    await eventually(async () => {
      await drive.makeDue(videoId);
      expect(await attemptsOf(videoId)).toBeGreaterThan(made);
    });
  }
}

describe.each(['refused', 'unavailable', 'garbage'] as const)('while Drive is unavailable (%s)', (how) => {
  it('a first video waits, publishes the cause and the next attempt, and is delivered once', async () => {
    await setAway(how);
    const { userId, videoId } = await drive.generated({ userId: drive.newUser() });
    await triedTimes(videoId, 15);
    const waiting = await drive.uploadOf(videoId);
    expect(waiting).toMatchObject({ state: 'waiting', code: 'DRIVE_UNAVAILABLE' });
    const announced = await drive.announced(videoId);
    expect(announced.at(-1)).toMatchObject({
      type: 'VideoDeliveryFailed',
      payload: { code: 'DRIVE_UNAVAILABLE', nextTryAt: expect.any(String) },
    });
    await setAway(undefined);
    await drive.reached(videoId, 'delivered');
    expect(drive.videosOf(userId)).toHaveLength(1);
    expect(drive.foldersOf(userId)).toHaveLength(1);
  }, 60_000);

  it('a user keeps the folder and its sharing', async () => {
    const first = await drive.generated({ userId: drive.newUser() });
    await drive.reached(first.videoId, 'delivered');
    const before = await drive.folderOf(first.userId);
    await setAway(how);
    const { videoId } = await drive.generated({ userId: first.userId });
    await triedTimes(videoId, 3);
    const opened = await drive.openFolder(first.userId);
    expect([opened.statusCode, opened.json().folderUrl]).toEqual([200, before?.folder_url]);
    await setAway(undefined);
    await drive.reached(videoId, 'delivered');
    const { folder_id, folder_url, shared_with, permission_id } = before ?? {};
    expect(await drive.folderOf(first.userId)).toMatchObject({ folder_id, folder_url, shared_with, permission_id });
    expect(drive.foldersOf(first.userId)).toHaveLength(1);
    expect(drive.videosOf(first.userId)).toHaveLength(2);
  }, 40_000);

  it('AccountErased of a deleted account is published only afterwards', async () => {
    const { userId, videoId } = await drive.generated({ userId: drive.newUser() });
    await drive.reached(videoId, 'delivered');
    await setAway(how);
    await drive.send(events.UserDeleted, { userId, revision: 9 });
    await eventually(
      async () => {
        const row = await drive.folderOf(userId);
        expect(row?.state).toBe('erasing');
        expect(row?.next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 60_000);
      },
      { timeoutMs: 20_000 },
    );
    expect(drive.videosOf(userId)).toHaveLength(1);
    await setAway(undefined);
    await sql`update drive_folders set next_attempt_at = clock_timestamp() where user_id = ${userId}`.execute(drive.db);
    await eventually(async () => expect((await drive.folderOf(userId))?.state).toBe('erased'), { timeoutMs: 20_000 });
    expect([...drive.foldersOf(userId), ...drive.videosOf(userId)]).toEqual([]);
  }, 60_000);
});
