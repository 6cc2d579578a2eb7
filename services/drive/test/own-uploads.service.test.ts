import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { credentials } from '@reelwright/sandbox/credentials';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Drive, emailOf, startDrive } from './harness.ts';

const { operatorEmail } = credentials.google;
const FIFTEEN_GIGABYTES = 15 * 1024 ** 3;

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
  // Ends the lease in the transaction that saves a step, as if the process had died right after it.
  await sql`create function die_after_step() returns trigger language plpgsql as $$ begin
    new.lease_token := old.lease_token + 1;
    new.leased_until := clock_timestamp() - interval '1 second';
    return new; end $$`.execute(drive.db);
  await sql`create function die_after_own_folder_step() returns trigger language plpgsql as $$ begin
    update drive_uploads set lease_token = lease_token + 1, leased_until = clock_timestamp() - interval '1 second'
      where user_id = new.user_id; return new; end $$`.execute(drive.db);
}, 60_000);
afterAll(() => drive.stop());
afterEach(() => {
  drive.sandbox.chaos.set('google', { error5xx: 0, timeoutAfterSuccess: 0, limit: null, only: '' });
});

const disconnect = (userId: string) => drive.call(userId, 'DELETE', '/api/drive/google');
const openFolder = async (userId: string) => (await drive.openFolder(userId)).json().folderUrl;
/** Ends all consents of an account, as its owner does on Google's page. */
async function withdraw(account: string): Promise<void> {
  const accounts = drive.sandbox.store.collection<{ id: string; email: string }>('google-accounts');
  const accountId = accounts.find(({ email }) => email === account)?.id;
  const grants = drive.sandbox.store.collection<{ id: string; accountId: string; revoked: boolean }>('google-grants');
  for (const { id } of grants.filter((grant) => grant.accountId === accountId)) grants.update(id, { revoked: true });
}
/** A user who has connected their own Drive. */
async function givenOwner(): Promise<string> {
  const userId = drive.newUser();
  expect(await drive.connect(userId)).toBe('/profile?connected=drive');
  return userId;
}
/** Waits until an upload waits for the cause. */
const waitsFor = async (videoId: string, code: string) => {
  const upload = await drive.failedWith(videoId, code);
  await eventually(async () => expect((await drive.uploadOf(videoId))?.leased_until).toBeNull());
  return upload;
};

describe('a video that is finished', () => {
  it('after the connect goes to the own folder, which is not shared; those before stay where they are', async () => {
    const userId = drive.newUser();
    const before = await drive.generated({ userId });
    await drive.reached(before.videoId, 'delivered');
    await drive.connect(userId);
    const { videoId, sha256 } = await drive.generated({ userId });
    await drive.reached(videoId, 'delivered');
    expect(drive.drivesOf(userId)).toEqual([operatorEmail, emailOf(userId)]);
    const [grant] = await drive.grantsOf(userId);
    const [, folder] = drive.foldersOf(userId);
    expect(folder).toMatchObject({ id: grant?.folder_id, permissions: [{ role: 'owner' }] });
    expect(drive.videosOf(userId)[1]).toMatchObject({ sha256, parents: [folder?.id], trashed: false });
    expect(await drive.announced(videoId)).toMatchObject([
      { type: 'VideoDelivered', payload: { folderUrl: grant?.folder_url, grantId: grant?.id } },
    ]);
    expect((await drive.announced(before.videoId))[0]?.payload).not.toHaveProperty('grantId');
  });

  it('after the disconnect goes to the operator’s Drive again, and what is in the own one stays there', async () => {
    const userId = await givenOwner();
    const own = await drive.generated({ userId });
    await drive.reached(own.videoId, 'delivered');
    await disconnect(userId);
    const { videoId } = await drive.generated({ userId });
    await drive.reached(videoId, 'delivered');
    expect(drive.drivesOf(userId)).toEqual([emailOf(userId), operatorEmail]);
  });

  it('again replaces the earlier variation in the Drive that this is in', async () => {
    const userId = drive.newUser();
    const { videoId } = await drive.generated({ userId });
    await drive.reached(videoId, 'delivered');
    await drive.connect(userId);
    await drive.generated({ userId, videoId, variation: 1 });
    await drive.reached(videoId, 'delivered', 1);
    await drive.reached(videoId, 'trashed', 0);
    expect(drive.drivesOf(userId)).toEqual(['trash', emailOf(userId)]);
    await drive.generated({ userId, videoId, variation: 2 });
    await drive.reached(videoId, 'trashed', 1);
    expect(drive.drivesOf(userId)).toEqual(['trash', 'trash', emailOf(userId)]);
  });
});

describe('GET /api/user-drive-folder', () => {
  it('opens the own folder while it is in use', async () => {
    const userId = drive.newUser();
    const shared = await openFolder(userId);
    await drive.connect(userId);
    const own = await openFolder(userId);
    expect(own).toBe((await drive.grantsOf(userId))[0]?.folder_url);
    expect(own).not.toBe(shared);
    expect(await openFolder(userId)).toBe(own);
    await disconnect(userId);
    expect(await openFolder(userId)).toBe(shared);
  });

  it('returns a known own folder when the access has ended, and the cause without one', async () => {
    const [known, unknown] = [await givenOwner(), await givenOwner()];
    const own = await openFolder(known);
    for (const userId of [known, unknown]) await withdraw(emailOf(userId));
    expect(await openFolder(known)).toBe(own);
    const response = await drive.openFolder(unknown);
    expect([response.statusCode, response.json().error]).toEqual([503, 'OWN_DRIVE_ACCESS_LOST']);
    expect(response.json().message).toContain('Press Reconnect');
    expect((await drive.ownDriveOf(unknown)).code).toBe('OWN_DRIVE_ACCESS_LOST');
  });
});

const steps: [step: string, table: string, when: string][] = [
  ['the id of the own folder was reserved', 'drive_grants', 'old.folder_id is null and new.folder_id is not null'],
  ['the own folder was made', 'drive_grants', 'old.folder_url is null and new.folder_url is not null'],
  ['the id of the file was reserved', 'drive_uploads', 'old.file_id is null and new.file_id is not null'],
  ['the session was opened', 'drive_uploads', 'old.session_uri is null and new.session_uri is not null'],
  ['the first chunk was sent', 'drive_uploads', 'old.sent_bytes = 0 and new.sent_bytes > 0'],
  ['the file was whole', 'drive_uploads', 'old.web_view_link is null and new.web_view_link is not null'],
];

describe.each(steps)('a process that dies after %s', (_step, table, when) => {
  let userId: string;
  beforeEach(async () => {
    userId = await givenOwner();
    const [timing, run] =
      table === 'drive_uploads' ? ['before', 'die_after_step'] : ['after', 'die_after_own_folder_step'];
    await sql
      .raw(
        `create trigger die ${timing} update on ${table} for each row when (new.user_id = '${userId}' and ${when}) execute function ${run}()`,
      )
      .execute(drive.db);
  });
  afterEach(() => sql.raw(`drop trigger die on ${table}`).execute(drive.db));

  it('leaves one file, in the own Drive', async () => {
    const { videoId, sha256 } = await drive.generated({ userId });
    // Claimed by the process that died, and claimed again.
    expect((await drive.reached(videoId, 'delivered')).lease_token).toBeGreaterThanOrEqual(3);
    expect(drive.videosOf(userId)).toMatchObject([{ sha256, trashed: false }]);
    expect(drive.drivesOf(userId)).toEqual([emailOf(userId)]);
  });

  it('leaves one file in one Drive if the owner disconnects then', async () => {
    const { videoId, sha256 } = await drive.generated({ userId });
    await eventually(async () => expect((await drive.uploadOf(videoId))?.lease_token).toBeGreaterThan(1));
    await disconnect(userId);
    await drive.reached(videoId, 'delivered');
    expect(drive.videosOf(userId)).toMatchObject([{ sha256, trashed: false }]);
    expect((await drive.announced(videoId)).filter(({ type }) => type === 'VideoDelivered')).toHaveLength(1);
    await eventually(async () => expect(await drive.grantsOf(userId)).toEqual([]));
  });
});

it.each([
  ['when the own folder is made', 'POST /drive/v3/files?'],
  ['when the session is opened', 'POST /upload'],
  ['when bytes are sent', 'PUT /upload'],
])('a response that is lost %s leaves one file in the own Drive', async (_step, only) => {
  const userId = await givenOwner();
  drive.sandbox.chaos.set('google', { timeoutAfterSuccess: 1, limit: 1, only });
  const { videoId, sha256 } = await drive.generated({ userId });
  await drive.reached(videoId, 'delivered');
  expect(drive.sandbox.chaos.settings('google').limit).toBe(0);
  expect(drive.videosOf(userId)).toMatchObject([{ sha256 }]);
  expect(drive.drivesOf(userId)).toEqual([emailOf(userId)]);
});

it('an upload whose last response was lost before the disconnect stays in the own Drive', async () => {
  const userId = await givenOwner();
  drive.sandbox.chaos.set('google', { timeoutAfterSuccess: 1, limit: 1, only: 'PUT /upload' });
  const { videoId } = await drive.generated({ userId, size: 1000 });
  await waitsFor(videoId, 'DRIVE_UNAVAILABLE');
  await disconnect(userId);
  await drive.reached(videoId, 'delivered');
  expect(drive.drivesOf(userId)).toEqual([emailOf(userId)]);
  await eventually(async () => expect(await drive.grantsOf(userId)).toEqual([]));
});

it('an upload that is half sent at the disconnect starts again in the operator’s Drive, and is in no other', async () => {
  const userId = await givenOwner();
  drive.sandbox.chaos.set('google', { error5xx: 1, only: 'PUT /upload' });
  const { videoId, sha256 } = await drive.generated({ userId });
  expect((await waitsFor(videoId, 'DRIVE_UNAVAILABLE')).session_uri).not.toBeNull();
  drive.sandbox.chaos.set('google', { error5xx: 0, only: '' });
  await disconnect(userId);
  await drive.reached(videoId, 'delivered');
  expect(drive.drivesOf(userId)).toEqual([operatorEmail]);
  expect(drive.videosOf(userId)).toMatchObject([{ sha256 }]);
  await eventually(async () => expect(await drive.grantsOf(userId)).toEqual([]));
});

describe('an own Drive that is full', () => {
  it('is named with its fix, costs nobody else’s, and is tried again each hour', async () => {
    const userId = await givenOwner();
    await drive.setRoom(0, emailOf(userId));
    const { videoId } = await drive.generated({ userId });
    const upload = await waitsFor(videoId, 'OWN_DRIVE_FULL');
    expect(upload.next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
    expect(await drive.announced(videoId)).toMatchObject([
      { type: 'VideoDeliveryFailed', payload: { code: 'OWN_DRIVE_FULL', nextTryAt: expect.any(String) } },
    ]);
    expect(await drive.ownDriveOf(userId)).toMatchObject({
      waiting: 1,
      code: 'OWN_DRIVE_FULL',
      message: 'Your own Google Drive is full.',
      fix: expect.stringContaining('Free space there'),
      nextTryAt: upload.next_attempt_at.toISOString(),
    });
    const other = await drive.generated({ userId: drive.newUser() });
    await drive.reached(other.videoId, 'delivered');
    await drive.setRoom(FIFTEEN_GIGABYTES, emailOf(userId));
    await drive.reached(videoId, 'delivered');
    expect(drive.drivesOf(userId)).toEqual([emailOf(userId)]);
    expect(await drive.ownDriveOf(userId)).toMatchObject({ waiting: 0, code: null, nextTryAt: null });
  });

  it('is left for the operator’s folder by a disconnect', async () => {
    const userId = await givenOwner();
    await drive.setRoom(0, emailOf(userId));
    const { videoId } = await drive.generated({ userId });
    await waitsFor(videoId, 'OWN_DRIVE_FULL');
    await disconnect(userId);
    await drive.reached(videoId, 'delivered');
    expect(drive.drivesOf(userId)).toEqual([operatorEmail]);
  });
});

describe('an own Drive whose access was removed at Google', () => {
  async function givenLost() {
    const userId = await givenOwner();
    await withdraw(emailOf(userId));
    const { videoId } = await drive.generated({ userId });
    await waitsFor(videoId, 'OWN_DRIVE_ACCESS_LOST');
    return { userId, videoId };
  }

  it('is named with its fix, and Reconnect delivers what waits, there', async () => {
    const { userId, videoId } = await givenLost();
    expect(await drive.ownDriveOf(userId)).toMatchObject({
      account: { email: emailOf(userId) },
      waiting: 1,
      code: 'OWN_DRIVE_ACCESS_LOST',
      fix: expect.stringContaining('Press Reconnect'),
    });
    await drive.connect(userId);
    await eventually(async () => expect((await drive.uploadOf(videoId))?.state).toBe('delivered'));
    expect(drive.drivesOf(userId)).toEqual([emailOf(userId)]);
    expect(await drive.ownDriveOf(userId)).toMatchObject({ waiting: 0, code: null });
  });

  it('is left for the operator’s folder by a disconnect', async () => {
    const { userId, videoId } = await givenLost();
    await disconnect(userId);
    await eventually(async () => expect((await drive.uploadOf(videoId))?.state).toBe('delivered'));
    expect(drive.drivesOf(userId)).toEqual([operatorEmail]);
    await eventually(async () => expect(await drive.grantsOf(userId)).toEqual([]));
  });

  it('is left for another account by a consent of that one', async () => {
    const { userId, videoId } = await givenLost();
    const account = `other-${userId}@example.com`;
    await drive.connect(userId, { account });
    await drive.reached(videoId, 'delivered');
    expect(drive.drivesOf(userId)).toEqual([account]);
  });

  it('keeps a file that a later variation replaces', async () => {
    const userId = await givenOwner();
    const { videoId } = await drive.generated({ userId });
    await drive.reached(videoId, 'delivered');
    await disconnect(userId);
    await eventually(async () => expect(await drive.grantsOf(userId)).toEqual([]));
    await drive.generated({ userId, videoId, variation: 1 });
    await drive.reached(videoId, 'trashed', 0);
    expect(drive.drivesOf(userId)).toEqual([emailOf(userId), operatorEmail]);
  });
});

it('a new folder takes the place of an own one that was trashed or deleted', async () => {
  const userId = await givenOwner();
  const first = await openFolder(userId);
  const folderId = async () => (await drive.grantsOf(userId))[0]?.folder_id ?? '';
  drive.files().update(await folderId(), { trashed: true });
  const { videoId } = await drive.generated({ userId });
  await drive.reached(videoId, 'delivered');
  const second = await openFolder(userId);
  expect(second).not.toBe(first);
  drive.files().delete(await folderId());
  const next = await drive.generated({ userId });
  await drive.reached(next.videoId, 'delivered');
  expect(await openFolder(userId)).not.toBe(second);
  expect(drive.files().get(await folderId())).toMatchObject({ trashed: false });
});

it('several videos of an owner make one own folder', async () => {
  const userId = await givenOwner();
  const videos = await Promise.all([1, 2, 3, 4].map(() => drive.generated({ userId, size: 500 })));
  for (const { videoId } of videos) await drive.reached(videoId, 'delivered');
  expect(drive.foldersOf(userId)).toHaveLength(1);
  expect(drive.drivesOf(userId)).toEqual(Array(4).fill(emailOf(userId)));
});
