import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Drive, startDrive } from './harness.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive({ SHARES_PER_BLOCK: 3 });
});
afterAll(() => drive.stop());
afterEach(async () => {
  drive.sandbox.chaos.set('google', { error5xx: 0, limit: null, only: '' });
  await drive.db.deleteFrom('daily_counts').execute();
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
  const answers: number[] = [];
  for (let each = 1; each <= count; each += 1) answers.push((await open(newcomer(), address)).statusCode);
  return answers;
}

describe('folders that are opened with an unverified e-mail', () => {
  it('[ASVS 2.4.1] are so many a day for an address block, and it is said what to do', async () => {
    expect(await openFor(3, '203.0.113.1')).toEqual([200, 200, 200]);
    const userId = newcomer();
    const refused = await open(userId, '203.0.113.2');
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'FOLDERS_OF_NETWORK_USED']);
    expect(refused.json().message).toContain('Verify your e-mail');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(drive.foldersOf(userId)).toEqual([]);
    expect((await open(userId, '203.0.114.1')).statusCode).toBe(200);
  });

  it('do not count again once they are shared, nor when they could not be', async () => {
    const userId = newcomer();
    for (let times = 1; times <= 4; times += 1) expect((await open(userId, '203.0.113.1')).statusCode).toBe(200);
    drive.sandbox.chaos.set('google', { error5xx: 1 });
    expect(await openFor(3, '203.0.113.1')).toEqual([503, 503, 503]);
    drive.sandbox.chaos.set('google', { error5xx: 0 });
    expect(await openFor(3, '203.0.113.1')).toEqual([200, 200, 429]);
  });

  it('count from a new day on anew, and the day before is forgotten', async () => {
    await openFor(3, '203.0.113.1');
    await drive.db.updateTable('daily_counts').set({ day: '2026-01-01' }).execute();
    expect(await openFor(1, '203.0.113.1')).toEqual([200]);
    expect(await drive.db.selectFrom('daily_counts').select('used').execute()).toEqual([{ used: 1 }]);
  });
});

it('who has verified the e-mail opens the folder whatever others did', async () => {
  await openFor(3, '203.0.113.1');
  expect((await open(drive.newUser(), '203.0.113.1')).statusCode).toBe(200);
});
