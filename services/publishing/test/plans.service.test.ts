import { randomUUID } from 'node:crypto';
import { events, PublishingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { eventually } from '@reelwright/testing';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('plans');
}, 60_000);
afterAll(() => publishing.stop());

/** Sets the user's plan in billing's answers, and publishes its event. */
async function onPlan(userId: string, tier: string, revision: number): Promise<void> {
  publishing.neighbours.tiers.set(userId, tier);
  const payload = events.SubscriptionChanged.codec.fromJSON({ userId, tier, revision });
  await publishing.publish(events.SubscriptionChanged, payload);
  await eventually(async () => {
    const row = await publishing.db
      .selectFrom('entitlements')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    expect(row?.tier).toBe(tier);
  });
}

/** A video staged on Facebook, a minute before its time. */
async function staged(userId: string): Promise<string> {
  const publishAt = new Date(publishing.clock.now().getTime() + MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.finishVideo(userId, videoId);
  await publishing.postIn(videoId, 'facebook', 'staged');
  return videoId;
}

function passTime(): void {
  publishing.clock.advance(MINUTE);
  publishing.app.wake();
}

describe('a plan that ended', () => {
  test('[ASVS 8.3.2] after connecting fails a post before its commit, with the cause, until there is a plan again', async () => {
    const userId = await publishing.creator('facebook');
    await onPlan(userId, 'pro', 1);
    const videoId = await staged(userId);
    await onPlan(userId, 'free', 2);
    passTime();
    expect((await publishing.postIn(videoId, 'facebook', 'failed')).code).toBe('PLAN_FEATURE');
    expect(publishing.published(videoId, 'facebook')).toBe(0);

    const address = `/api/videos/${videoId}/posts/facebook/retry`;
    const refused = await publishing.call(userId, 'POST', address);
    expect([refused.status, refused.json().error]).toEqual([403, 'PLAN_FEATURE']);
    await onPlan(userId, 'starter', 3);
    expect((await publishing.call(userId, 'POST', address)).status).toBe(200);
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(publishing.published(videoId, 'facebook')).toBe(1);
  });

  test("refuses a new partner's post, and still answers for an earlier one", async () => {
    const userId = await publishing.creator('facebook');
    await onPlan(userId, 'pro', 1);
    const client = createGrpcClient(PublishingServiceClient, {
      address: `127.0.0.1:${publishing.app.grpc.port()}`,
      signer: createIdentitySigner({ issuer: 'external-api', keyFile: publishing.identity.keyFile('external-api') }),
    });
    const order = async () => {
      const postId = randomUUID();
      const mediaKey = `partner/${postId}.mp4`;
      await publishing.store.put(mediaKey, Buffer.from(publishing.clip));
      return { postId, userId, platform: 'facebook', mediaKey, mediaUrl: '', title: '', description: postId };
    };
    const [taken, refused] = [await order(), await order()];
    await client.publishVideo(taken);
    await publishing.postIn(taken.postId, 'facebook', 'posted');
    await onPlan(userId, 'free', 2);
    await expect(client.publishVideo(refused)).rejects.toMatchObject({
      kind: 'PERMISSION_DENIED',
      code: 'PLAN_FEATURE',
    });
    expect((await client.publishVideo(taken)).post?.state).toBe('posted');
    await client.stop();
  });
});

describe('a plan whose event is late', () => {
  test('is used as soon as billing answers it', async () => {
    const userId = await publishing.creator('facebook');
    await onPlan(userId, 'free', 1);
    publishing.neighbours.tiers.set(userId, 'pro');
    const videoId = await staged(userId);
    passTime();
    await publishing.postIn(videoId, 'facebook', 'posted');
  });
});
