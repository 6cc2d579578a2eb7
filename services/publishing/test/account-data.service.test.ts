import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;
beforeAll(async () => {
  publishing = await startPublishing('account-data');
}, 60_000);
afterAll(() => publishing.stop());

async function givenEverything(userId: string, word: string): Promise<void> {
  const { db } = publishing;
  const videoId = randomUUID();
  await sql`insert into social_connections (id, user_id, platform, state, account_id, account_name, access_token,
    refresh_token, post_token, updated_at) values (${randomUUID()}, ${userId}, 'youtube', 'disconnected', ${word}, ${word},
    'secret-access', 'secret-refresh', 'secret-post', now())`.execute(db);
  await sql`insert into oauth_states (state_hash, user_id, platform, verifier, expires_at)
    values (${`secret-${videoId}`}, ${userId}, 'tiktok', 'secret-verifier', now() + interval '1 hour')`.execute(db);
  await sql`insert into videos (id, user_id, source, title, caption, media_key, media_url, created_at)
    values (${videoId}, ${userId}, 'partner', ${word}, ${word}, 'secret-media', 'https://secret-url', now())`.execute(
    db,
  );
  await sql`insert into post_targets (video_id, user_id, platform, state, due_at, handle, permalink, updated_at)
    values (${videoId}, ${userId}, 'youtube', 'posted', now(), '{"uploadUrl": "https://secret-upload"}', ${word},
            now())`.execute(db);
}

const read = async (userId: string, query = '') =>
  publishing.app.http.app.inject({
    url: `/api/account-data/posts${query}`,
    headers: await publishing.identity.asUser(userId),
  });

describe('what publishing holds', () => {
  it('[ASVS 8.2.2] is told to its person, and never to another', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    await givenEverything(ada, 'word-of-ada');
    await givenEverything(ben, 'word-of-ben');
    const told = await read(ada);
    expect(told.statusCode).toBe(200);
    expect(told.json()).toMatchObject({ part: 'posts', exportedAt: expect.any(String), data: expect.any(Object) });
    expect(told.headers['cache-control']).toBe('no-store');
    expect(told.body).toContain('word-of-ada');
    for (const query of ['', `?userId=${ada}`, `?user_id=${ada}`]) {
      const other = await read(ben, query);
      expect(other.body).toContain('word-of-ben');
      expect(other.body).not.toContain('word-of-ada');
    }
    const anonymous = await publishing.app.http.app.inject({ url: '/api/account-data/posts' });
    expect([anonymous.statusCode, anonymous.json().error]).toEqual([401, 'SIGNED_OUT']);
  });

  it('[ASVS 14.2.6] holds no secret', async () => {
    const userId = randomUUID();
    await givenEverything(userId, 'word');
    const { body } = await read(userId);
    expect(body).not.toMatch(/secret-|token|hash|lease/i);
  });

  it('is told as empty to somebody of whom there is nothing', async () => {
    expect((await read(randomUUID())).statusCode).toBe(200);
  });
});
