import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { type Drive, startDrive } from './harness.ts';

let drive: Drive;
beforeAll(async () => {
  drive = await startDrive();
}, 60_000);
afterAll(() => drive.stop());

async function givenEverything(userId: string, word: string): Promise<void> {
  const videoId = randomUUID();
  await sql`insert into drive_folders (user_id, email, state, folder_id, folder_url, shared_with, permission_id)
    values (${userId}, ${word}, 'absent', 'f', ${word}, ${word}, 'secret-permission')`.execute(drive.db);
  await sql`insert into drive_videos (video_id, user_id, video_type, revision) values (${videoId}, ${userId}, ${word}, 1)`.execute(
    drive.db,
  );
  await sql`insert into drive_uploads (video_id, variation, user_id, state, media_key, generated_at, session_uri,
    web_view_link) values (${videoId}, 0, ${userId}, 'delivered', 'secret-media', now(), 'https://secret-session',
    ${word})`.execute(drive.db);
}

const read = async (userId: string, query = '') =>
  drive.app.inject({ url: `/api/account-data/drive${query}`, headers: await drive.identity.asUser(userId) });

describe('what drive holds', () => {
  it('[ASVS 8.2.2] is told to its person, and never to another', async () => {
    const [ada, ben] = [drive.newUser(), drive.newUser()];
    await givenEverything(ada, 'word-of-ada');
    await givenEverything(ben, 'word-of-ben');
    const told = await read(ada);
    expect(told.statusCode).toBe(200);
    expect(told.json()).toMatchObject({ part: 'drive', exportedAt: expect.any(String), data: expect.any(Object) });
    expect(told.headers['cache-control']).toBe('no-store');
    expect(told.body).toContain('word-of-ada');
    for (const query of ['', `?userId=${ada}`, `?user_id=${ada}`]) {
      const other = await read(ben, query);
      expect(other.body).toContain('word-of-ben');
      expect(other.body).not.toContain('word-of-ada');
    }
    const anonymous = await drive.app.inject({ url: '/api/account-data/drive' });
    expect([anonymous.statusCode, anonymous.json().error]).toEqual([401, 'SIGNED_OUT']);
  });

  it('[ASVS 14.2.6] holds no secret', async () => {
    const userId = drive.newUser();
    await givenEverything(userId, 'word');
    const { body } = await read(userId);
    expect(body).not.toMatch(/secret-|token|hash|lease/i);
  });

  it('is told as empty to somebody of whom there is nothing', async () => {
    expect((await read(drive.newUser())).statusCode).toBe(200);
  });
});
