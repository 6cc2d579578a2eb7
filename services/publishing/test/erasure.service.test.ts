import { createHmac, randomUUID } from 'node:crypto';
import { events } from '@reelwright/contracts';
import { credentials } from '@reelwright/sandbox';
import { emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { eventually, tablesNaming } from '@reelwright/testing';
import { sql } from 'kysely';
import { pruneDataDeletions } from '../src/accounts/data-deletion.repository.ts';
import type { Platform } from '../src/platforms/platform.ts';
import type { Checkpoint } from '../src/posting/engine.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('erasure');
}, 60_000);
afterAll(() => publishing.stop());

const announced = async (userId: string) => {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select payload from outbox where key = ${userId} and type = ${events.AccountErased.name}`.execute(publishing.db);
  return rows.map(({ payload }) => payload);
};
async function leave(userId: string, eventId: string = randomUUID()): Promise<void> {
  await publishing.publish(events.UserDeleted, { userId, revision: 2 }, eventId);
  await eventually(async () => {
    const inbox = publishing.db.selectFrom('inbox').select('event_id').where('event_id', '=', eventId);
    await inbox.executeTakeFirstOrThrow();
  });
}
const connectionsOf = (userId: string) =>
  publishing.db.selectFrom('social_connections').selectAll().where('user_id', '=', userId).execute();
async function staged(platform: Platform): Promise<{ userId: string; videoId: string }> {
  const userId = await publishing.creator(platform);
  const publishAt = new Date(publishing.clock.now().getTime() + MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.finishVideo(userId, videoId);
  await publishing.postIn(videoId, platform, 'staged');
  return { userId, videoId };
}

describe('a deleted account', () => {
  test('is announced as erased once, after the last grant was revoked, however often the deletion arrives', async () => {
    const userId = await publishing.creator('youtube', 'facebook');
    await publishing.requestVideo(userId, { publishAt: new Date(publishing.clock.now().getTime() + 60 * MINUTE) });
    await publishing.call(userId, 'GET', '/api/tiktok/auth');
    await publishing.publish(
      events.PostingRulesChanged,
      events.PostingRulesChanged.codec.fromJSON({ userId, rules: { paused: true, revision: 1 } }),
    );
    const id = randomUUID();
    await leave(userId, id);
    await publishing.publish(events.UserDeleted, { userId, revision: 2 }, id);
    await leave(userId);
    await eventually(async () => expect(await announced(userId)).toHaveLength(1));
    expect(await announced(userId)).toMatchObject([
      { service: 'publishing', items: expect.arrayContaining([{ kind: 'connection', count: 2 }]) },
    ]);
    expect(await tablesNaming(publishing.db, [userId, `u${userId.slice(0, 8)}`])).toEqual(['deleted_users']);
  });

  test('without a connection is announced as erased at once', async () => {
    const userId = randomUUID();
    await leave(userId);
    expect(await announced(userId)).toHaveLength(1);
  });

  test('is not announced as erased before its last grant was revoked', async () => {
    const userId = await publishing.creator('facebook');
    publishing.sandbox.chaos.set('facebook', { error5xx: 1 });
    await leave(userId);
    await eventually(async () => expect(await connectionsOf(userId)).toMatchObject([{ revoke_tries: 1 }]));
    expect(await announced(userId)).toEqual([]);
    publishing.sandbox.chaos.set('facebook', { error5xx: 0 });
    const now = { next_action_at: new Date(), leased_until: null };
    await publishing.db.updateTable('social_connections').set(now).where('user_id', '=', userId).execute();
    publishing.app.wake();
    await eventually(async () => expect(await announced(userId)).toHaveLength(1));
    expect(await connectionsOf(userId)).toEqual([]);
  });

  test('is announced once, also if a process died after the grant was revoked', async () => {
    const userId = await publishing.creator('facebook');
    await sql`create function die_at_last_row() returns trigger language plpgsql as $$ begin
      raise exception 'the process dies here'; end $$`.execute(publishing.db);
    await sql
      .raw(`create trigger die before delete on social_connections for each row
        when (old.user_id = '${userId}') execute function die_at_last_row()`)
      .execute(publishing.db);
    const revoked = () => publishing.sandbox.journal.read({ provider: 'facebook', act: 'grant-revoked' }).length;
    const before = revoked();
    await leave(userId);
    await eventually(() => expect(revoked()).toBe(before + 1));
    expect(await announced(userId)).toEqual([]);
    await sql`drop trigger die on social_connections`.execute(publishing.db);
    await eventually(async () => {
      const free = publishing.db
        .updateTable('social_connections')
        .set({ leased_until: null, next_action_at: new Date() });
      await free.where('user_id', '=', userId).execute();
      publishing.app.wake();
      expect(await connectionsOf(userId)).toEqual([]);
    });
    expect(await announced(userId)).toHaveLength(1);
  });

  const before: Checkpoint[] = ['before-intent', 'after-intent', 'before-call'];
  test.each(before.flatMap((point) => platforms.map((platform) => [point, platform] as const)))(
    'that is erased %s of a commit at %s posts nothing',
    async (point, platform) => {
      const { userId, videoId } = await staged(platform);
      let left = false;
      publishing.meanwhile(videoId, point, async () => {
        await leave(userId);
        left = true;
      });
      publishing.clock.advance(MINUTE);
      publishing.app.wake();
      await eventually(() => expect(left).toBe(true));
      await eventually(async () => expect(await announced(userId)).toHaveLength(1));
      // Another user's post that began later has gone out meanwhile.
      const other = await staged('youtube');
      publishing.clock.advance(MINUTE);
      publishing.app.wake();
      await publishing.postIn(other.videoId, 'youtube', 'posted');
      expect(publishing.published(videoId, platform)).toBe(0);
      expect(await tablesNaming(publishing.db, [userId, videoId])).toEqual(['deleted_users']);
    },
    40_000,
  );

  test('whose post goes out at the same moment keeps no row of it', async () => {
    const { userId, videoId } = await staged('youtube');
    publishing.meanwhile(videoId, 'after-call', () => leave(userId));
    publishing.clock.advance(MINUTE);
    publishing.app.wake();
    await eventually(async () => expect(await announced(userId)).toHaveLength(1), { timeoutMs: 10_000 });
    expect(await tablesNaming(publishing.db, [userId, videoId])).toEqual(['deleted_users']);
    expect(publishing.published(videoId, 'youtube')).toBe(1);
  });
});

describe("Meta's signed request", () => {
  const appSecret: string = credentials.facebook.appSecret;
  const sign = (encoded: string, secret: string = appSecret) =>
    createHmac('sha256', secret).update(encoded).digest('base64url');
  const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64url');
  const signed = (payload: unknown) => `${sign(encode(payload))}.${encode(payload)}`;
  const send = (signedRequest: string) =>
    publishing.app.http.app.inject({
      method: 'POST',
      url: '/api/meta/data-deletion',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ signed_request: signedRequest }).toString(),
    });
  const claims = (change: object = {}) => ({ algorithm: 'HMAC-SHA256', issued_at: 1, user_id: '12345', ...change });
  const genuine = claims();

  test.each<[string, () => string]>([
    ['nothing', () => ''],
    ['no signature', () => `.${encode(genuine)}`],
    ['only a signature', () => sign(encode(genuine))],
    ['a signed empty payload', () => `${sign('')}.`],
    ['the signature of another payload', () => `${sign(encode(claims({ user_id: '9' })))}.${encode(genuine)}`],
    ['a signature with another secret', () => `${sign(encode(genuine), 'x')}.${encode(genuine)}`],
    ['a signature over the decoded payload', () => `${sign(JSON.stringify(genuine))}.${encode(genuine)}`],
    [
      'a signature in hex',
      () => `${createHmac('sha256', appSecret).update(encode(genuine)).digest('hex')}.${encode(genuine)}`,
    ],
    ['half a signature', () => `${sign(encode(genuine)).slice(0, 20)}.${encode(genuine)}`],
    ['a third part', () => `${signed(genuine)}.${encode(claims({ user_id: '9' }))}`],
    ['the algorithm none', () => signed(claims({ algorithm: 'none' }))],
    ['a weaker algorithm', () => signed(claims({ algorithm: 'HMAC-SHA1' }))],
    ['a list of algorithms', () => signed(claims({ algorithm: ['HMAC-SHA256'] }))],
    ['no algorithm', () => signed(claims({ algorithm: undefined }))],
    ['an `expires` in the past', () => signed(claims({ expires: 1 }))],
    ['no user id', () => signed(claims({ user_id: undefined }))],
    ['an empty id', () => signed(claims({ user_id: '' }))],
    ['an object for an id', () => signed(claims({ user_id: { $ne: '' } }))],
    ['a number beyond the safe integers', () => signed(claims({ user_id: 2 ** 60 }))],
    ['null', () => signed(null)],
    ['a list', () => signed([genuine])],
    ['a payload that is not JSON', () => `${sign('bm9wZQ')}.bm9wZQ`],
  ])('is refused with %s, and nothing is written', async (_what, make) => {
    const count = () => publishing.db.selectFrom('data_deletions').select('code').execute();
    const before = (await count()).length;
    const reply = await send(make());
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([400, expect.arrayContaining(['error', 'message'])]);
    expect((await count()).length).toBe(before);
  });

  test.each([
    ['another content type', { 'content-type': 'application/json' }, JSON.stringify({ signed_request: 'x' })],
    ['no such field', { 'content-type': 'application/x-www-form-urlencoded' }, 'other=1'],
    ['the field twice', { 'content-type': 'application/x-www-form-urlencoded' }, 'signed_request=a&signed_request=b'],
    [
      'a body that is too long',
      { 'content-type': 'application/x-www-form-urlencoded' },
      `signed_request=${'a'.repeat(20_000)}`,
    ],
    ['prototype keys', { 'content-type': 'application/x-www-form-urlencoded' }, '__proto__=1&constructor=2'],
  ])('with %s gets a 4xx answer', async (_what, headers, payload) => {
    const reply = await publishing.app.http.app.inject({
      method: 'POST',
      url: '/api/meta/data-deletion',
      headers,
      payload,
    });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(reply.statusCode).toBeLessThan(500);
  });

  test('about an unknown person answers that nothing was stored', async () => {
    const reply = await send(signed(claims({ user_id: `unknown-${randomUUID()}` })));
    const { url, confirmation_code: code } = reply.json();
    expect(code).toMatch(/^[a-z0-9]{32}$/);
    expect(url).toBe(`http://localhost:8080/data-deletion?code=${code}`);
    const status = await publishing.call(undefined, 'GET', `/api/meta/data-deletion/${code}`);
    expect(status.json()).toMatchObject({ state: 'completed', message: expect.stringContaining('nothing') });
  });

  test('can be read for twelve months', async () => {
    const { confirmation_code: code } = (await send(signed(claims({ user_id: `x-${randomUUID()}` })))).json();
    const status = () => publishing.call(undefined, 'GET', `/api/meta/data-deletion/${code}`);
    const later = (days: number) => new Date(publishing.clock.now().getTime() + days * 86_400_000);
    await pruneDataDeletions(publishing.db, later(360));
    expect((await status()).status).toBe(200);
    await pruneDataDeletions(publishing.db, later(367));
    expect((await status()).status).toBe(404);
  });

  test('that is sent again gets the same code, and does not end a newer connection', async () => {
    const userId = await publishing.creator('facebook');
    const [connection] = await connectionsOf(userId);
    const request = signed(claims({ user_id: connection?.provider_user_id }));
    const [one, two] = await Promise.all([send(request), send(request)]);
    expect(one.json()).toEqual(two.json());
    await eventually(async () => expect(await connectionsOf(userId)).toEqual([]));
    await publishing.connect(userId, 'facebook', { account: `u${userId.slice(0, 8)}` });
    expect((await send(request)).json()).toEqual(one.json());
    expect(await connectionsOf(userId)).toMatchObject([{ state: 'connected' }]);
  });

  test('leaves no data of the account, not in its posts either', async () => {
    const { userId, videoId } = await staged('instagram');
    publishing.clock.advance(MINUTE);
    publishing.app.wake();
    const posted = await publishing.postIn(videoId, 'instagram', 'posted');
    expect(posted.permalink).toContain('http');
    const [connection] = await connectionsOf(userId);
    const subject = connection?.provider_user_id ?? '';
    const payload = claims({ user_id: subject });
    const encoded = encode(payload);
    await send(`${sign(encoded, credentials.instagram.appSecret)}.${encoded}`);
    await eventually(async () => expect(await connectionsOf(userId)).toEqual([]));
    const words = [subject, `u${userId.slice(0, 8)}`, posted.permalink ?? '', posted.platform_post_id ?? ''];
    expect(await tablesNaming(publishing.db, words)).toEqual([]);
    const { rows } = await sql<{ payload: object }>`
      select payload from outbox where type = ${events.PostStateChanged.name} and payload->>'videoId' = ${videoId}
       order by outbox.id desc limit 1`.execute(publishing.db);
    expect(rows[0]?.payload).toMatchObject({ state: 'posted' });
    expect(rows[0]?.payload).not.toHaveProperty('permalink');
  });
});
