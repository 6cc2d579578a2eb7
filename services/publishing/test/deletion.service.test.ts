import { createHmac, randomUUID } from 'node:crypto';
import { events, PublishingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { credentials } from '@reelwright/sandbox';
import { eventually } from '@reelwright/testing';
import { viewOf } from '../src/posts/post.events.ts';
import { describeCause } from '../src/posts/post-cause.ts';
import { consent } from './consent.ts';
import { english, MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('deletion');
}, 60_000);
afterAll(() => publishing.stop());

const tables = ['social_connections', 'videos', 'posts', 'entitlements', 'oauth_states'] as const;

async function expectNothingLeft(userId: string): Promise<void> {
  for (const table of tables) {
    const rows = await publishing.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute();
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
}

async function consumed(eventId: string): Promise<void> {
  await eventually(async () => {
    const inbox = publishing.db.selectFrom('inbox').select('event_id').where('event_id', '=', eventId);
    await inbox.executeTakeFirstOrThrow();
  });
}

async function deleteUser(userId: string): Promise<void> {
  const eventId = randomUUID();
  await publishing.publish(events.UserDeleted, { userId, revision: 2 }, eventId);
  await consumed(eventId);
  await eventually(() => expectNothingLeft(userId));
}

describe('a deleted user', () => {
  test('is not restored by late events', async () => {
    const userId = await publishing.creator('youtube');
    await deleteUser(userId);
    const videoId = randomUUID();
    const publishAt = new Date(publishing.clock.now().getTime() + 5 * MINUTE);
    const late = [
      [
        events.VideoRequested,
        { videoId, userId, videoType: 'v1', publishAt: publishAt.toISOString(), platforms: ['youtube'], revision: 1 },
      ],
      [events.VideoRescheduled, { videoId, userId, publishAt: publishAt.toISOString(), revision: 2 }],
      [events.VideoGenerated, { videoId, userId, mediaKey: 'videos/k.mp4' }],
      [events.VideoFailed, { videoId, userId, code: 'X' }],
      [events.VideoCancelled, { videoId, userId, revision: 3 }],
      [events.SubscriptionChanged, { userId, tier: 'pro', revision: 9 }],
    ] as const;
    for (const [event, payload] of late) {
      const eventId = randomUUID();
      await publishing.publish(event as typeof events.VideoFailed, event.codec.fromJSON(payload) as never, eventId);
      await consumed(eventId);
    }
    await expectNothingLeft(userId);
  });

  test("can't connect an account, and a partner's post is refused", async () => {
    const userId = await publishing.creator('youtube');
    const { authUrl } = (await publishing.call(userId, 'GET', '/api/tiktok/auth')).json();
    const { authUrl: second } = (await publishing.call(userId, 'GET', '/api/facebook/auth')).json();
    const begun = await consent('tiktok', authUrl, { account: 'ada.marlow' });
    const client = createGrpcClient(PublishingServiceClient, {
      address: `127.0.0.1:${publishing.app.grpc.port()}`,
      signer: createIdentitySigner({ issuer: 'external-api', keyFile: publishing.identity.keyFile('external-api') }),
    });
    const states = await publishing.db.selectFrom('oauth_states').selectAll().where('user_id', '=', userId).execute();
    expect([states.length, second]).toEqual([2, expect.stringContaining('http')]);
    await deleteUser(userId);
    // The state of an open consent is inserted again, as if it had been read right before the deletion.
    await publishing.db.insertInto('oauth_states').values(states).execute();
    const back = await publishing.call(userId, 'GET', `/api/tiktok/callback?${begun}`);
    expect(back.headers['location']).toContain('error=tiktok');
    expect((await publishing.call(userId, 'GET', '/api/tiktok/auth')).json()).toMatchObject({
      error: 'ACCOUNT_DELETED',
    });
    const connections = publishing.db.selectFrom('social_connections').select('id').where('user_id', '=', userId);
    expect(await connections.execute()).toEqual([]);
    const post = { postId: randomUUID(), userId, platform: 'youtube', mediaKey: 'k', mediaUrl: '', title: '' };
    await expect(client.publishVideo({ ...post, description: '' })).rejects.toMatchObject({
      kind: 'NOT_FOUND',
      code: 'ACCOUNT_DELETED',
    });
    await client.stop();
  });
});

describe('a grant that two users share', () => {
  test('is revoked with the last of them, because a revocation ends it for both', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const account = `s${one.slice(0, 8)}`;
    for (const userId of [one, two]) {
      publishing.neighbours.tiers.set(userId, 'pro');
      expect(await publishing.connect(userId, 'facebook', { account })).toContain('connected=');
    }
    const revoked = () => publishing.sandbox.journal.read({ provider: 'facebook', act: 'grant-revoked' }).length;
    const before = revoked();
    const leave = async (userId: string) => {
      await publishing.call(userId, 'DELETE', '/api/social-connections/facebook');
      await eventually(async () => {
        const rows = publishing.db.selectFrom('social_connections').selectAll().where('user_id', '=', userId);
        expect(await rows.executeTakeFirstOrThrow()).toMatchObject({ revoke_pending: false, access_token: null });
      });
    };
    await leave(one);
    expect(revoked()).toBe(before);
    await leave(two);
    expect(revoked()).toBe(before + 1);
  });
});

describe("Meta's deletion request", () => {
  const signed = (payload: object, secret: string) => {
    const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
    return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`;
  };
  const callback = (signedRequest: string) =>
    publishing.app.http.app.inject({
      method: 'POST',
      url: '/api/meta/data-deletion',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      payload: `signed_request=${signedRequest}`,
    });

  const statusOf = (reply: { json: () => { confirmation_code: string } }) =>
    `/api/meta/data-deletion/${reply.json().confirmation_code}`;

  test('deletes the connection, and its state can be read', async () => {
    const userId = await publishing.creator('facebook');
    const { provider_user_id: subject } = await publishing.db
      .selectFrom('social_connections')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const payload = { algorithm: 'HMAC-SHA256', issued_at: 1, user_id: subject };
    expect((await callback(signed(payload, 'not the secret'))).json()).toMatchObject({ error: 'BAD_SIGNATURE' });
    expect((await callback(signed({ ...payload, algorithm: 'none' }, credentials.facebook.appSecret))).statusCode).toBe(
      400,
    );
    const right = signed(payload, credentials.facebook.appSecret);
    expect((await callback(`${right}&signed_request=${right}`)).json()).toMatchObject({ error: 'DUPLICATE_FIELD' });
    const reply = await callback(right);
    expect(reply.json()).toMatchObject({ confirmation_code: expect.stringMatching(/^[a-z0-9]+$/) });
    const { url, confirmation_code: code } = reply.json();
    expect(url).toBe(`http://localhost:8080/data-deletion?code=${code}`);
    const address = statusOf(reply);
    await eventually(async () => {
      expect((await publishing.call(undefined, 'GET', address)).json()).toMatchObject({ state: 'completed' });
    });
    await eventually(async () => {
      expect(
        await publishing.db.selectFrom('social_connections').select('id').where('user_id', '=', userId).execute(),
      ).toEqual([]);
    });
  });

  test('is the cause of the posts it holds back, until the account is connected again', async () => {
    const account = `r${randomUUID().slice(0, 8)}`;
    const userId = randomUUID();
    publishing.neighbours.tiers.set(userId, 'pro');
    await publishing.connect(userId, 'instagram', { account });
    const publishAt = new Date(publishing.clock.now().getTime() + 30 * MINUTE);
    const anywhere = await publishing.requestVideo(userId, { publishAt });
    const named = await publishing.requestVideo(userId, { publishAt, platforms: ['instagram'] });
    for (const videoId of [anywhere, named]) await publishing.finishVideo(userId, videoId);
    for (const videoId of [anywhere, named]) await publishing.postIn(videoId, 'instagram', 'staged');
    const rows = publishing.db.selectFrom('social_connections').selectAll().where('user_id', '=', userId);
    const { provider_user_id: subject } = await rows.executeTakeFirstOrThrow();
    await callback(
      signed({ algorithm: 'HMAC-SHA256', issued_at: 1, user_id: subject }, credentials.instagram.appSecret),
    );
    const removed = await publishing.postIn(anywhere, 'instagram', 'cancelled');
    expect({ ...removed, ...describeCause(removed, english) }).toMatchObject({
      code: 'REMOVED_AT_PLATFORM',
      message: 'Instagram told us that you removed Reelwright there, so we deleted its data here.',
      fix: 'Connect it again, and what is still ahead goes out there.',
    });
    await eventually(async () => expect(await rows.execute()).toEqual([]));
    await publishing.db
      .updateTable('posts')
      .set({ next_action_at: publishing.clock.now() })
      .where('video_id', '=', named)
      .execute();
    publishing.app.wake();
    const waits = await publishing.postIn(named, 'instagram', 'waiting');
    expect(waits.code).toBe('REMOVED_AT_PLATFORM');

    await publishing.connect(userId, 'instagram', { account });
    for (const videoId of [anywhere, named]) {
      expect((await publishing.postIn(videoId, 'instagram', 'waiting', 'staging', 'staged')).code).toBeNull();
    }
  }, 40_000);

  test.each(['Meta’s request', 'a disconnect'])(
    'a post in review can not be checked after %s, and is found after the account is connected again',
    async (way) => {
      const account = `r${randomUUID().slice(0, 8)}`;
      const userId = randomUUID();
      publishing.neighbours.tiers.set(userId, 'pro');
      await publishing.connect(userId, 'facebook', { account });
      publishing.sandbox.chaos.set('facebook', { slowModerationMs: 600_000 });
      const videoId = await publishing.requestVideo(userId, { publishAt: publishing.clock.now() });
      await publishing.finishVideo(userId, videoId);
      const { handle } = await publishing.postIn(videoId, 'facebook', 'processing');
      publishing.sandbox.chaos.set('facebook', { slowModerationMs: 0 });
      const reel = handle as { videoId: string };
      const rows = publishing.db.selectFrom('social_connections').selectAll().where('user_id', '=', userId);
      const { provider_user_id: subject } = await rows.executeTakeFirstOrThrow();
      if (way === 'a disconnect') await publishing.call(userId, 'DELETE', '/api/social-connections/facebook');
      else {
        const payload = { algorithm: 'HMAC-SHA256', issued_at: 1, user_id: subject };
        await callback(signed(payload, credentials.facebook.appSecret));
        await eventually(async () => expect(await rows.execute()).toEqual([]));
      }
      publishing.clock.advance(MINUTE);
      publishing.app.wake();
      const unasked = await publishing.postIn(videoId, 'facebook', 'unconfirmed');
      expect({ ...viewOf(unasked), ...describeCause(unasked, english) }).toMatchObject({
        code: 'NO_LONGER_CONNECTED',
        message: 'We cannot ask Facebook whether it went out, because the account is no longer connected.',
        nextCheckAt: null,
      });
      expect([unasked.leased_until, unasked.next_action_at]).toEqual([null, null]);
      const check = await publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/facebook/check`);
      expect([check.status, check.json()]).toEqual([
        400,
        expect.objectContaining({ error: 'NO_LONGER_CONNECTED', message: expect.stringContaining('connect it again') }),
      ]);

      publishing.sandbox.store.collection<{ id: string; readyAt: number }>('facebook-reels').update(reel.videoId, {
        readyAt: Date.now(),
      });
      await publishing.connect(userId, 'facebook', { account });
      publishing.app.wake();
      const posted = await publishing.postIn(videoId, 'facebook', 'posted');
      expect([posted.permalink, publishing.published(videoId, 'facebook')]).toEqual([
        expect.stringContaining('http'),
        1,
      ]);
    },
    40_000,
  );

  test('between the intent and the call, nothing goes out and no check is made', async () => {
    const userId = await publishing.creator('instagram');
    const rows = publishing.db.selectFrom('social_connections').selectAll().where('user_id', '=', userId);
    const { provider_user_id: subject } = await rows.executeTakeFirstOrThrow();
    const publishAt = new Date(publishing.clock.now().getTime() + MINUTE);
    const videoId = await publishing.requestVideo(userId, { publishAt, platforms: ['instagram'] });
    await publishing.finishVideo(userId, videoId);
    await publishing.postIn(videoId, 'instagram', 'staged');
    publishing.meanwhile(videoId, 'after-intent', async () => {
      const payload = { algorithm: 'HMAC-SHA256', issued_at: 1, user_id: subject };
      await callback(signed(payload, credentials.instagram.appSecret));
      await eventually(async () => expect(await rows.execute()).toEqual([]));
    });
    publishing.clock.advance(MINUTE);
    publishing.app.wake();
    const ended = await publishing.postIn(videoId, 'instagram', 'no_connection', 'unconfirmed');
    expect(ended.next_action_at).toBeNull();
    expect(['NOT_CONNECTED', 'REMOVED_AT_PLATFORM', 'NO_LONGER_CONNECTED']).toContain(ended.code);
    expect(publishing.published(videoId, 'instagram')).toBe(0);
  }, 40_000);

  test('is completed only when everything is deleted', async () => {
    const userId = await publishing.creator('facebook');
    const rows = publishing.db.selectFrom('social_connections').selectAll().where('user_id', '=', userId);
    const { provider_user_id: subject } = await rows.executeTakeFirstOrThrow();
    publishing.sandbox.chaos.set('facebook', { error5xx: 1 });
    const payload = { algorithm: 'HMAC-SHA256', issued_at: 1, user_id: subject };
    const reply = await callback(signed(payload, credentials.facebook.appSecret));
    const address = statusOf(reply);
    await eventually(async () => expect((await rows.executeTakeFirstOrThrow()).revoke_tries).toBe(1));
    expect((await publishing.call(undefined, 'GET', address)).json()).toMatchObject({ state: 'in_progress' });
    publishing.sandbox.chaos.set('facebook', { error5xx: 0 });
    await publishing.db
      .updateTable('social_connections')
      .set({ next_action_at: new Date() })
      .where('user_id', '=', userId)
      .execute();
    publishing.app.wake();
    await eventually(async () => {
      expect((await publishing.call(undefined, 'GET', address)).json()).toMatchObject({ state: 'completed' });
    });
    expect(await rows.execute()).toEqual([]);
  });

  test.each(['the app-scoped id', 'the account id'])('finds an Instagram account by %s', async (kind) => {
    const userId = await publishing.creator('instagram');
    const account = publishing.sandbox.store
      .collection<{ id: string; userId: string; scopedId: string }>('instagram-accounts')
      .get(`u${userId.slice(0, 8)}`);
    const subject = kind === 'the account id' ? account?.userId : account?.scopedId;
    const payload = { algorithm: 'HMAC-SHA256', issued_at: 1, user_id: subject };
    await callback(signed(payload, credentials.instagram.appSecret));
    await eventually(async () => {
      const rows = publishing.db.selectFrom('social_connections').select('id').where('user_id', '=', userId);
      expect(await rows.execute()).toEqual([]);
    });
  });
});
