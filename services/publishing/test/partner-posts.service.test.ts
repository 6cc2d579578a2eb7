import { randomUUID } from 'node:crypto';
import { events, PublishingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { allowsAction, postActions, postStates } from '@reelwright/product';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;
let client: ReturnType<typeof clientOf>;

beforeAll(async () => {
  publishing = await startPublishing('partner');
  client = clientOf('external-api');
}, 60_000);
afterAll(async () => {
  await client.stop();
  await publishing.stop();
});

function clientOf(service: string) {
  return createGrpcClient(PublishingServiceClient, {
    address: `127.0.0.1:${publishing.app.grpc.port()}`,
    signer: createIdentitySigner({ issuer: service, keyFile: publishing.identity.keyFile(service) }),
  });
}

async function uploaded(): Promise<string> {
  const mediaKey = `partner/${randomUUID()}.mp4`;
  await publishing.store.put(mediaKey, Buffer.from(publishing.clip));
  return mediaKey;
}

const words = (postId: string) => ({ title: `post ${postId}`, description: `words of ${postId}` });

describe("a partner's post", () => {
  test('goes out at once, and the same id twice is one post', async () => {
    const userId = await publishing.creator('youtube', 'facebook');
    const postId = randomUUID();
    const request = { postId, userId, mediaKey: await uploaded(), mediaUrl: '', ...words(postId) };
    const [first, second] = await Promise.all([
      client.publishVideo({ ...request, platform: 'youtube' }),
      client.publishVideo({ ...request, platform: 'youtube' }),
      client.publishVideo({ ...request, platform: 'facebook' }),
    ]);
    expect(first.post?.postId).toBe(second.post?.postId);
    await publishing.postIn(postId, 'youtube', 'posted');
    await publishing.postIn(postId, 'facebook', 'posted');
    const again = await client.publishVideo({ ...request, platform: 'youtube' });
    expect(again.post).toMatchObject({ state: 'posted', accountName: 'Nico Bianchi' });
    expect(publishing.published(postId, 'youtube')).toBe(1);
    expect(publishing.published(postId, 'facebook')).toBe(1);
    const { post } = await client.getPost({ postId, userId, platform: 'youtube' });
    expect(post?.permalink).toContain(post?.platformPostId ?? 'x');
    const { platformPostId, accountId, accountName, revision } = post ?? {};
    const { rows } = await sql<{ payload: object }>`select payload from outbox
      where payload ->> 'videoId' = ${postId} and payload ->> 'platform' = 'youtube' order by id desc limit 1`.execute(
      publishing.db,
    );
    expect(rows[0]?.payload).toMatchObject({ state: 'posted', platformPostId, accountId, accountName, revision });
    expect(rows[0]?.payload).not.toHaveProperty('entry');
    expect(JSON.stringify(publishing.sandbox.journal.read({ id: post?.platformPostId ?? '' }))).toContain('private');
  });

  test('on YouTube goes out when its next day begins, if the day is full', async () => {
    const userId = await publishing.creator('youtube');
    const postId = randomUUID();
    const [today, tomorrow] = [1, 2].map((days) => {
      const day = new Date(publishing.clock.now().getTime() + days * 24 * 60 * MINUTE);
      return day.toISOString().slice(0, 10);
    });
    // In California it is 4 or 5 in the morning then.
    publishing.clock.moveTo(new Date(`${today}T12:00:00Z`));
    await sql`insert into platform_budgets (platform, scope, day, used) values ('youtube', 'app', ${today}, 100)
      on conflict (platform, scope, day) do update set used = 100`.execute(publishing.db);
    const request = { postId, userId, platform: 'youtube', mediaKey: await uploaded(), mediaUrl: '', ...words(postId) };
    const { post } = await client.publishVideo(request);
    expect(post).toMatchObject({ code: 'BUDGET_SPENT' });
    expect([7, 8].map((hour) => `${tomorrow}T0${hour}:00:00.000Z`)).toContain(post?.goesOutAt?.toISOString());
    publishing.clock.moveTo(post?.goesOutAt ?? new Date(Number.NaN));
    await publishing.postIn(postId, 'youtube', 'posted');
    expect(publishing.published(postId, 'youtube')).toBe(1);
  });

  test('of a file is refused at once if its platform has no room before the file is erased', async () => {
    const userId = await publishing.creator('tiktok');
    const postId = randomUUID();
    const { account_id: scope } = await publishing.db
      .selectFrom('social_connections')
      .select('account_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const today = publishing.clock.now().toISOString().slice(0, 10);
    await sql`insert into platform_budgets (platform, scope, day, used) values ('tiktok', ${scope}, ${today}, 15)`.execute(
      publishing.db,
    );
    const request = { postId, userId, platform: 'tiktok', mediaKey: await uploaded(), mediaUrl: '', ...words(postId) };
    await expect(client.publishVideo(request)).rejects.toMatchObject({ code: 'NO_ROOM_FOR_FILE' });
    await expect(client.getPost({ postId, userId, platform: 'tiktok' })).rejects.toMatchObject({
      code: 'NO_SUCH_POST',
    });
  });

  test('of a file ends when its platform itself says that the account has no room', async () => {
    const userId = await publishing.creator('tiktok');
    const postId = randomUUID();
    await publishing.knobs('tiktok', { postsPerDay: 0 });
    const request = {
      postId,
      userId,
      platform: 'tiktok',
      mediaKey: await uploaded(),
      mediaUrl: '',
      ...words(postId),
    };
    await client.publishVideo(request);
    expect(await publishing.postIn(postId, 'tiktok', 'failed')).toMatchObject({ code: 'NO_ROOM_FOR_FILE' });
    await publishing.knobs('tiktok', { postsPerDay: 15 });
  });

  test("on Instagram is fetched from the partner's public address", async () => {
    const userId = await publishing.creator('instagram');
    const postId = randomUUID();
    const request = { postId, userId, platform: 'instagram', mediaKey: '', ...words(postId) };
    await expect(client.publishVideo({ ...request, mediaKey: await uploaded(), mediaUrl: '' })).rejects.toMatchObject({
      code: 'MEDIA_URL_NEEDED',
    });
    await client.publishVideo({ ...request, mediaUrl: `${publishing.neighbours.mediaUrl}/partner.mp4` });
    await publishing.postIn(postId, 'instagram', 'posted');
    const { post } = await client.getPost({ postId, userId, platform: 'instagram' });
    expect(post?.containerId).not.toBe('');
  });

  test('[ASVS 8.2.2] needs a connection, and is not accessible to other users', async () => {
    const userId = await publishing.creator('youtube');
    const postId = randomUUID();
    const request = { postId, userId, mediaKey: await uploaded(), mediaUrl: '', ...words(postId) };
    await expect(client.publishVideo({ ...request, platform: 'tiktok' })).rejects.toMatchObject({
      code: 'NOT_CONNECTED',
    });
    await expect(client.publishVideo({ ...request, platform: 'myspace' })).rejects.toMatchObject({
      code: 'UNKNOWN_PLATFORM',
    });
    await client.publishVideo({ ...request, platform: 'youtube' });
    const other = await publishing.creator('youtube');
    await expect(client.getPost({ postId, userId: other, platform: 'youtube' })).rejects.toMatchObject({
      code: 'NO_SUCH_POST',
    });
    await expect(client.publishVideo({ ...request, userId: other, platform: 'youtube' })).rejects.toMatchObject({
      code: 'POST_ID_TAKEN',
    });
    const retry = await publishing.call(other, 'POST', `/api/videos/${postId}/posts/youtube/retry`);
    expect(retry.status).toBe(404);
  });

  test('[ASVS 8.3.1] can only be made by external-api', async () => {
    const scheduling = clientOf('scheduling');
    await expect(
      scheduling.publishVideo({
        postId: 'p',
        userId: 'u',
        platform: 'youtube',
        mediaKey: 'k',
        mediaUrl: '',
        title: '',
        description: '',
      }),
    ).rejects.toMatchObject({ code: 'RPC_NOT_ALLOWED' });
    const { connections } = await scheduling.listConnections({ userId: await publishing.creator('tiktok') });
    expect(connections.map(({ platform, state }) => [platform, state])).toEqual([
      ['tiktok', 'connected'],
      ['youtube', 'none'],
      ['facebook', 'none'],
      ['instagram', 'none'],
    ]);
    await scheduling.stop();
  });
});

describe('the actions of an owner', () => {
  test.each(postActions)(
    '%s is accepted in the states in which it is offered, and refused in all others',
    async (action) => {
      const userId = await publishing.creator('youtube');
      for (const state of postStates) {
        const publishAt = new Date(publishing.clock.now().getTime() + 60 * MINUTE);
        const videoId = await publishing.requestVideo(userId, { publishAt });
        const { id } = await publishing.postIn(videoId, 'youtube', 'waiting');
        await publishing.db.updateTable('posts').set({ state, next_action_at: null }).where('id', '=', id).execute();
        const reply = await publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/youtube/${action}`);
        const expected = allowsAction(state, action) ? [200, undefined] : [409, 'NOT_RETRYABLE'];
        expect([state, reply.status, reply.json().error]).toEqual([state, ...expected]);
      }
    },
  );

  test('are refused without such a post', async () => {
    const userId = await publishing.creator('youtube');
    const videoId = await publishing.requestVideo(userId, {
      publishAt: new Date(publishing.clock.now().getTime() + 60 * MINUTE),
    });
    await publishing.postIn(videoId, 'youtube', 'waiting');
    expect((await publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/tiktok/retry`)).status).toBe(404);
    expect((await publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/myspace/retry`)).status).toBe(400);
  });
});

describe('a day of a platform', () => {
  test('that is full moves the post to the next day, with the cause', async () => {
    const userId = await publishing.creator('instagram');
    const { account_id: scope } = await publishing.db
      .selectFrom('social_connections')
      .select('account_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const day = publishing.clock.now().toISOString().slice(0, 10);
    await publishing.db
      .insertInto('platform_budgets')
      .values({ platform: 'instagram', scope: scope ?? '', day, used: 50 })
      .execute();
    const postId = randomUUID();
    await client.publishVideo({
      postId,
      userId,
      platform: 'instagram',
      mediaKey: '',
      mediaUrl: `${publishing.neighbours.mediaUrl}/partner.mp4`,
      ...words(postId),
    });
    const waiting = await publishing.postIn(postId, 'instagram', 'waiting');
    expect(waiting.due_at.getTime()).toBeGreaterThan(publishing.clock.now().getTime());
    const { post } = await client.getPost({ postId, userId, platform: 'instagram' });
    expect(post).toMatchObject({ code: 'BUDGET_SPENT', causeData: { perDay: 50, movedFrom: expect.any(Date) } });
    expect(post?.goesOutAt).toEqual(waiting.due_at);
    expect(publishing.published(postId, 'instagram')).toBe(0);
  });
});

describe('the deletion of an account', () => {
  test('deletes all rows of a user, and revokes the grants', async () => {
    const userId = await publishing.creator('facebook', 'tiktok');
    const publishAt = new Date(publishing.clock.now().getTime() + 5 * MINUTE);
    const videoId = await publishing.requestVideo(userId, { publishAt });
    await publishing.postIn(videoId, 'facebook', 'waiting');
    const revokedBefore = publishing.sandbox.journal.read({ act: 'grant-revoked' }).length;
    await publishing.publish(events.UserDeleted, { userId, revision: 2 });
    await eventually(async () => {
      for (const table of ['social_connections', 'videos', 'posts'] as const) {
        expect(await publishing.db.selectFrom(table).select('id').where('user_id', '=', userId).execute()).toEqual([]);
      }
    });
    expect(publishing.sandbox.journal.read({ act: 'grant-revoked' }).length).toBe(revokedBefore + 2);
  });

  test('is the answer to later calls about a post or a connection of the account', async () => {
    const userId = await publishing.creator('youtube');
    const postId = randomUUID();
    const request = { postId, userId, platform: 'youtube', mediaKey: await uploaded(), mediaUrl: '', ...words(postId) };
    await client.publishVideo(request);
    await publishing.publish(events.UserDeleted, { userId, revision: 2 });
    await eventually(async () => {
      const gone = { kind: 'NOT_FOUND', code: 'ACCOUNT_DELETED' };
      await expect(client.getPost({ postId, userId, platform: 'youtube' })).rejects.toMatchObject(gone);
      await expect(client.listConnections({ userId })).rejects.toMatchObject(gone);
    });
    await expect(client.publishVideo(request)).rejects.toMatchObject({ kind: 'NOT_FOUND', code: 'ACCOUNT_DELETED' });
  });
});
