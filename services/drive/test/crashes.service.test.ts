import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { CHUNK, type Drive, startDrive } from './harness.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
  // Ends the lease in the transaction that saves a step, as if the process had died right after it.
  await sql`create function die_after_upload_step() returns trigger language plpgsql as $$ begin
    new.lease_token := old.lease_token + 1;
    new.leased_until := clock_timestamp() - interval '1 second';
    return new; end $$`.execute(drive.db);
  await sql`create function die_after_folder_step() returns trigger language plpgsql as $$ begin
    update drive_uploads set lease_token = lease_token + 1, leased_until = clock_timestamp() - interval '1 second'
      where user_id = new.user_id; return new; end $$`.execute(drive.db);
});
afterAll(() => drive.stop());
afterEach(() => {
  drive.sandbox.chaos.set('google', { timeoutAfterSuccess: 0, brokenUpload: 0, limit: null, only: '' });
});

async function expectOneFile(userId: string, sha256: string) {
  expect(drive.foldersOf(userId)).toHaveLength(1);
  expect(drive.videosOf(userId)).toMatchObject([{ sha256, parents: [drive.foldersOf(userId)[0]?.id], trashed: false }]);
}

describe('a process that dies after', () => {
  it.each([
    ['the id of the folder was reserved', 'drive_folders', 'old.folder_id is null and new.folder_id is not null'],
    ['the folder was made', 'drive_folders', "old.state = 'absent' and new.state = 'ready'"],
    ['the folder was shared', 'drive_folders', 'old.shared_with is null and new.shared_with is not null'],
    ['the id of the file was reserved', 'drive_uploads', 'old.file_id is null and new.file_id is not null'],
    ['the session was opened', 'drive_uploads', 'old.session_uri is null and new.session_uri is not null'],
    ['the first chunk was sent', 'drive_uploads', 'old.sent_bytes = 0 and new.sent_bytes > 0'],
    ['the file was whole', 'drive_uploads', 'old.web_view_link is null and new.web_view_link is not null'],
  ])('%s leaves one file', async (_step, table, when) => {
    const userId = drive.newUser();
    const [timing, run] =
      table === 'drive_uploads' ? ['before', 'die_after_upload_step'] : ['after', 'die_after_folder_step'];
    await sql
      .raw(
        `create trigger die ${timing} update on ${table} for each row when (new.user_id = '${userId}' and ${when}) execute function ${run}()`,
      )
      .execute(drive.db);
    try {
      const { videoId, sha256 } = await drive.generated({ userId });
      const upload = await drive.reached(videoId, 'delivered');
      // Claimed by the process that died, and claimed again.
      expect(upload.lease_token).toBeGreaterThanOrEqual(3);
      await expectOneFile(userId, sha256);
      expect((await drive.announced(videoId)).filter(({ type }) => type === 'VideoDelivered')).toHaveLength(1);
    } finally {
      await sql.raw(`drop trigger die on ${table}`).execute(drive.db);
    }
  });

  it('half of the bytes resumes with the other half in the same session', async () => {
    const userId = drive.newUser();
    await sql
      .raw(
        `create trigger die before update on drive_uploads for each row when (new.user_id = '${userId}' and old.sent_bytes = 0 and new.sent_bytes > 0) execute function die_after_upload_step()`,
      )
      .execute(drive.db);
    try {
      const { videoId, sha256 } = await drive.generated({ userId, size: 4 * CHUNK });
      const half = await eventually(async () => {
        const row = await drive.uploadOf(videoId);
        expect(row?.sent_bytes).toBeGreaterThan(0);
        return row;
      });
      const done = await drive.reached(videoId, 'delivered');
      expect(done.session_uri).toBe(half?.session_uri);
      await expectOneFile(userId, sha256);
    } finally {
      await sql`drop trigger die on drive_uploads`.execute(drive.db);
    }
  });
});

describe('a response that is lost', () => {
  it.each([
    ['when the folder is made', 'POST /drive/v3/files?'],
    ['when the folder is shared', '/permissions'],
    ['when the session is opened', 'POST /upload'],
    ['when bytes are sent', 'PUT /upload'],
  ])('%s leaves one file', async (_step, only) => {
    const userId = drive.newUser();
    drive.sandbox.chaos.set('google', { timeoutAfterSuccess: 1, limit: 1, only });
    const { videoId, sha256 } = await drive.generated({ userId });
    await drive.reached(videoId, 'delivered');
    expect(drive.sandbox.chaos.settings('google').limit).toBe(0);
    await expectOneFile(userId, sha256);
    expect(drive.foldersOf(userId)[0]?.permissions).toHaveLength(2);
  });

  it('after the last bytes, when the session has ended, finds the finished file', async () => {
    const userId = drive.newUser();
    drive.sandbox.chaos.set('google', { timeoutAfterSuccess: 1, limit: 1, only: 'PUT /upload' });
    const { videoId, sha256 } = await drive.generated({ userId, size: 1000 });
    const waiting = await drive.failedWith(videoId, 'DRIVE_UNAVAILABLE');
    const session = new URL(waiting.session_uri ?? '').searchParams.get('upload_id') ?? '';
    drive.sandbox.store.collection<{ id: string }>('google-uploads').delete(session);
    await drive.reached(videoId, 'delivered');
    await expectOneFile(userId, sha256);
  });
});

it('an upload whose session is lost restarts and leaves one file', async () => {
  const userId = drive.newUser();
  drive.sandbox.chaos.set('google', { brokenUpload: 1, limit: 1 });
  const { videoId, sha256 } = await drive.generated({ userId });
  await drive.reached(videoId, 'delivered');
  await expectOneFile(userId, sha256);
});

it('several videos of a new user make one folder', async () => {
  const userId = drive.newUser();
  const videos = await Promise.all(
    [1, 2, 3, 4].map(() => drive.generated({ userId, videoId: randomUUID(), size: 500 })),
  );
  for (const { videoId } of videos) await drive.reached(videoId, 'delivered');
  expect(drive.foldersOf(userId)).toHaveLength(1);
  expect(drive.videosOf(userId)).toHaveLength(4);
});
