import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DriveServiceClient, events } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { silentLogger as logger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { buildApp } from '../src/app.ts';
import { type Drive, emailOf, startDrive } from './harness.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({ SHARES_PER_BLOCK: 3 });
});
afterAll(() => drive.stop());
afterEach(async () => {
  drive.sandbox.chaos.set('google', { error5xx: 0, limit: null, only: '' });
  await drive.db.deleteFrom('daily_counts').execute();
});

const readersOf = (userId: string) =>
  drive
    .foldersOf(userId)
    .flatMap(({ permissions }) =>
      permissions.filter(({ role }) => role !== 'owner').map(({ emailAddress }) => emailAddress),
    );

describe('GET /api/user-drive-folder', () => {
  it('makes the folder before the first video, once, and shares it with its user', async () => {
    const userId = drive.newUser();
    const responses = await Promise.all([drive.openFolder(userId), drive.openFolder(userId), drive.openFolder(userId)]);
    const [folder] = drive.foldersOf(userId);
    for (const response of responses) {
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ folderUrl: expect.stringContaining(folder?.id ?? '-') });
    }
    expect(drive.foldersOf(userId)).toHaveLength(1);
    expect(readersOf(userId)).toEqual([emailOf(userId)]);
  });

  it('[ASVS 8.2.2] returns the caller’s own folder only', async () => {
    const [one, other] = [drive.newUser(), drive.newUser()];
    const urls = [(await drive.openFolder(one)).json().folderUrl, (await drive.openFolder(other)).json().folderUrl];
    expect(new Set(urls).size).toBe(2);
    expect(readersOf(one)).toEqual([emailOf(one)]);
    const response = await drive.app.inject({
      url: `/api/user-drive-folder?userId=${one}`,
      headers: await drive.identity.asUser(other),
    });
    expect(response.json().folderUrl).toBe(urls[1]);
  });

  it('[ASVS 8.2.1] is for existing, signed-in users', async () => {
    expect((await drive.app.inject({ url: '/api/user-drive-folder' })).statusCode).toBe(401);
    const stranger = drive.newUser();
    drive.strangers.add(stranger);
    const response = await drive.openFolder(stranger);
    expect([response.statusCode, response.json().error]).toEqual([404, 'FOLDER_NOT_READY']);
    expect(drive.foldersOf(stranger)).toEqual([]);
  });

  it('makes a new folder in place of one that was trashed or deleted', async () => {
    const userId = drive.newUser();
    const first = (await drive.openFolder(userId)).json().folderUrl;
    const trashed = drive.foldersOf(userId)[0]?.id ?? '';
    drive.files().update(trashed, { trashed: true });
    const second = (await drive.openFolder(userId)).json().folderUrl;
    expect(second).not.toBe(first);
    const { videoId } = await drive.generated({ userId });
    await drive.reached(videoId, 'delivered');
    drive.files().delete((await drive.folderOf(userId))?.folder_id ?? '');
    const next = await drive.generated({ userId });
    await drive.reached(next.videoId, 'delivered');
    const folder = drive.files().get((await drive.folderOf(userId))?.folder_id ?? '');
    expect(folder).toMatchObject({ trashed: false });
    expect(drive.videosOf(userId).filter(({ parents }) => parents[0] === folder?.id)).toHaveLength(1);
    expect(folder?.permissions.map(({ emailAddress }) => emailAddress)).toContain(emailOf(userId));
  });

  it('returns a known folder while Drive is unavailable, and 503 without one', async () => {
    const userId = drive.newUser();
    const before = (await drive.openFolder(userId)).json();
    drive.sandbox.chaos.set('google', { error5xx: 1 });
    expect((await drive.openFolder(userId)).json()).toEqual(before);
    const response = await drive.openFolder(drive.newUser());
    expect([response.statusCode, response.json().error]).toEqual([503, 'DRIVE_UNAVAILABLE']);
  });
});

describe('without a response from', () => {
  const settings = ['GOOGLE_DRIVE_ROOT', 'GOOGLE_OAUTH_URL'] as const;
  const responses = new Map<string, { statusCode: number; error: string; ms: number }>();
  beforeAll(async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const open = async (setting: (typeof settings)[number]) => {
      const { http, components } = await buildApp({ config: { ...drive.config, [setting]: url }, logger });
      const headers = await drive.identity.asUser(drive.newUser());
      const before = Date.now();
      const response = await http.app.inject({ url: '/api/user-drive-folder', headers });
      responses.set(setting, {
        statusCode: response.statusCode,
        error: response.json().error,
        ms: Date.now() - before,
      });
      for (const component of components.toReversed()) await component.stop?.();
    };
    // In parallel, because each waits for the whole deadline.
    await Promise.all(settings.map(open));
    silent.closeAllConnections();
    silent.close();
  });

  it.each(settings)('%s, it responds within seconds', (setting) => {
    const { ms, ...response } = responses.get(setting) ?? { ms: Number.NaN };
    expect(response).toEqual({ statusCode: 404, error: 'FOLDER_NOT_READY' });
    expect(ms).toBeLessThan(6_500);
  });
});

it('GetFolder returns the folder once there is one', async () => {
  const signer = createIdentitySigner({ issuer: 'scheduling', keyFile: drive.identity.keyFile('scheduling') });
  const client = createGrpcClient(DriveServiceClient, { address: `127.0.0.1:${drive.grpc.port()}`, signer });
  try {
    const userId = drive.newUser();
    await expect(client.getFolder({ userId })).rejects.toMatchObject({ kind: 'NOT_FOUND', code: 'FOLDER_NOT_READY' });
    const { folderUrl } = (await drive.openFolder(userId)).json();
    expect(await client.getFolder({ userId })).toEqual({ folderUrl });
  } finally {
    await client.stop();
  }
});

describe('an account', () => {
  it('with a new address has its folder shared with the new address only', async () => {
    const userId = drive.newUser();
    await drive.openFolder(userId);
    const email = `new-${userId}@example.com`;
    const names = { firstName: '', lastName: '' };
    await drive.send(events.UserProfileChanged, { userId, email, revision: 3, ...names });
    await eventually(() => expect(readersOf(userId)).toEqual([email]));
    // A late event with an older revision changes nothing.
    await drive.send(events.UserProfileChanged, { userId, email: 'old@example.com', revision: 2, ...names });
    const { videoId } = await drive.generated({ userId });
    await drive.reached(videoId, 'delivered');
    expect(readersOf(userId)).toEqual([email]);
  });

  it('that is deleted loses its folders, files and rows, and gets no new ones', async () => {
    const userId = drive.newUser();
    const { videoId } = await drive.generated({ userId });
    await drive.reached(videoId, 'delivered');
    drive.files().update((await drive.folderOf(userId))?.folder_id ?? '', { trashed: true });
    await drive.openFolder(userId);
    expect(drive.foldersOf(userId)).toHaveLength(2);
    await drive.send(events.UserDeleted, { userId, revision: 9 });
    await drive.send(events.UserDeleted, { userId, revision: 9 });
    await eventually(async () =>
      expect(await drive.folderOf(userId)).toMatchObject({
        state: 'erased',
        email: null,
        folder_id: null,
        folder_url: null,
        shared_with: null,
      }),
    );
    expect([...drive.foldersOf(userId), ...drive.videosOf(userId)]).toEqual([]);
    expect(await drive.uploadOf(videoId)).toBeUndefined();
    await drive.generated({ userId });
    const other = await drive.generated({ userId: drive.newUser() });
    await drive.reached(other.videoId, 'delivered');
    expect((await drive.openFolder(userId)).json().error).toBe('FOLDER_NOT_READY');
    expect([...drive.foldersOf(userId), ...drive.videosOf(userId)]).toEqual([]);
  });
});

function newcomer(): string {
  const userId = drive.newUser();
  drive.unverified.add(userId);
  return userId;
}

async function open(userId: string, address: string) {
  const headers = { ...(await drive.identity.asUser(userId)), 'x-forwarded-for': `198.51.100.9, ${address}` };
  return drive.app.inject({ url: '/api/user-drive-folder', headers });
}

async function openFor(count: number, address: string): Promise<number[]> {
  const responses: number[] = [];
  for (let each = 1; each <= count; each += 1) responses.push((await open(newcomer(), address)).statusCode);
  return responses;
}

describe('folders opened with an unverified e-mail', () => {
  it('[ASVS 2.4.1] are limited per day and address block, with a message for the user', async () => {
    expect(await openFor(3, '203.0.113.1')).toEqual([200, 200, 200]);
    const userId = newcomer();
    const rejected = await open(userId, '203.0.113.2');
    expect([rejected.statusCode, rejected.json().error]).toEqual([429, 'FOLDERS_OF_NETWORK_USED']);
    expect(rejected.json().message).toContain('Verify your e-mail');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect(drive.foldersOf(userId)).toEqual([]);
    expect((await open(userId, '203.0.114.1')).statusCode).toBe(200);
  });

  it('count once, and not when they could not be shared', async () => {
    const userId = newcomer();
    for (let times = 1; times <= 4; times += 1) expect((await open(userId, '203.0.113.1')).statusCode).toBe(200);
    drive.sandbox.chaos.set('google', { error5xx: 1 });
    expect(await openFor(3, '203.0.113.1')).toEqual([503, 503, 503]);
    drive.sandbox.chaos.set('google', { error5xx: 0 });
    expect(await openFor(3, '203.0.113.1')).toEqual([200, 200, 429]);
  });

  it('are counted from zero on a new day, and the old count is deleted', async () => {
    await openFor(3, '203.0.113.1');
    await drive.db.updateTable('daily_counts').set({ day: '2026-01-01' }).execute();
    expect(await openFor(1, '203.0.113.1')).toEqual([200]);
    expect(await drive.db.selectFrom('daily_counts').select('used').execute()).toEqual([{ used: 1 }]);
  });
});

it('a user with a verified e-mail is not limited', async () => {
  await openFor(3, '203.0.113.1');
  expect((await open(drive.newUser(), '203.0.113.1')).statusCode).toBe(200);
});
