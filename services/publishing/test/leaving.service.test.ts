import { randomUUID } from 'node:crypto';
import { events, PublishingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { eventually } from '@reelwright/testing';
import { consent } from './consent.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('leaving');
}, 60_000);
afterAll(() => publishing.stop());

const tables = ['social_connections', 'videos', 'post_targets', 'entitlements', 'oauth_states'] as const;

async function expectNothingLeft(userId: string): Promise<void> {
  for (const table of tables) {
    const rows = await publishing.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute();
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
}

async function taken(eventId: string): Promise<void> {
  await eventually(async () => {
    const inbox = publishing.db.selectFrom('inbox').select('event_id').where('event_id', '=', eventId);
    await inbox.executeTakeFirstOrThrow();
  });
}

async function deleteUser(userId: string): Promise<void> {
  const eventId = randomUUID();
  await publishing.publish(events.UserDeleted, { userId, revision: 2 }, eventId);
  await taken(eventId);
  await eventually(() => expectNothingLeft(userId));
}

describe('a deleted user', () => {
  test('is not brought back by events that come late', async () => {
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
      [events.VideoFailed, { videoId, userId, code: 'X', message: 'x' }],
      [events.VideoCancelled, { videoId, userId, revision: 3 }],
      [events.SubscriptionChanged, { userId, tier: 'pro', revision: 9 }],
    ] as const;
    for (const [event, payload] of late) {
      const eventId = randomUUID();
      await publishing.publish(event as typeof events.VideoFailed, event.codec.fromJSON(payload) as never, eventId);
      await taken(eventId);
    }
    await expectNothingLeft(userId);
  });

  test("connects nothing more, and no partner's post is taken", async () => {
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
    // The state of a consent that was on its way is put back, as if it had been read right before the deletion.
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
      kind: 'FAILED_PRECONDITION',
    });
    await client.stop();
  });
});
