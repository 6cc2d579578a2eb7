import { randomUUID } from 'node:crypto';
import type { EmulatedPlatform as Platform } from '@reelwright/sandbox/platforms';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { viewOf } from '../src/posts/post.events.ts';
import { describeCause } from '../src/posts/post-cause.ts';
import { english, MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;
beforeAll(async () => {
  publishing = await startPublishing('rechecks');
}, 60_000);
afterAll(() => publishing.stop());

const LONG = { timeoutMs: 20_000, everyMs: 10 };
const newName = () => `u${randomUUID().slice(0, 8)}`;
const rowOf = (videoId: string) =>
  publishing.db.selectFrom('posts').selectAll().where('video_id', '=', videoId).executeTakeFirstOrThrow();

/** Connects an account; of several Pages it chooses the first. */
async function connect(userId: string, platform: Platform, account: string): Promise<void> {
  const where = await publishing.connect(userId, platform, { account });
  if (platform === 'tiktok') await publishing.chooseTiktok(userId);
  if (where.includes('choose=')) await choosePage(userId);
}

async function choosePage(userId: string): Promise<void> {
  const { pages } = (await publishing.call(userId, 'GET', '/api/facebook/pages')).json();
  await publishing.call(userId, 'PUT', '/api/facebook/page', { pageId: pages[0].id });
}

/**
 * A post that went out from this account, and whose process died before it wrote that.
 * @param beforeDeath what happens to the connection between the call and the death, so before any check
 */
async function postOfUnknownEnd(
  platform: Platform,
  account: string,
  beforeDeath: (userId: string) => Promise<void> = async () => undefined,
) {
  const userId = randomUUID();
  publishing.neighbours.tiers.set(userId, 'pro');
  await connect(userId, platform, account);
  const publishAt = new Date(publishing.clock.now().getTime() + 2 * MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.finishVideo(userId, videoId);
  await publishing.postIn(videoId, platform, 'staged');
  publishing.meanwhile(videoId, 'after-call', () => beforeDeath(userId));
  publishing.dieAt(videoId, 'after-call');
  publishing.clock.advance(3 * MINUTE);
  publishing.app.wake();
  await eventually(() => expect(publishing.hasDied(videoId)).toBe(true));
  return { userId, videoId };
}

/** Removes our access on the platform's settings page, as its user does. */
async function revoke(platform: 'tiktok' | 'facebook' | 'instagram', account: string): Promise<void> {
  const answer = await fetch(`${publishing.sandbox.origins.browser(platform)}/settings/apps`, {
    method: 'POST',
    body: new URLSearchParams({ account }),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
}

/** Marks the user's connections as rejected. */
async function loseAccess(userId: string): Promise<void> {
  await publishing.db
    .updateTable('social_connections')
    .set({ state: 'needs_reconnect', cause: 'TOKEN_REJECTED' })
    .where('user_id', '=', userId)
    .execute();
}

/** Runs the planned checks one after the other, `count` at most, until none is planned. */
async function makeChecks(videoId: string, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const { tries, next_action_at: planned } = await rowOf(videoId);
    if (planned === null) return;
    publishing.clock.advance(Math.max(0, planned.getTime() - publishing.clock.now().getTime()) + 1);
    publishing.app.wake();
    await eventually(async () => expect((await rowOf(videoId)).tries).not.toBe(tries), LONG);
  }
}

async function expectFound(videoId: string, platform: Platform): Promise<void> {
  await publishing.postIn(videoId, platform, 'posted');
  expect(publishing.published(videoId, platform)).toBe(1);
}

/** Locks this video until it is released. */
async function holdVideo(videoId: string) {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = publishing.db.transaction().execute(async (trx) => {
    await trx.selectFrom('videos').select('id').where('id', '=', videoId).forUpdate().execute();
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return {
    isWaitedFor: () =>
      eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(publishing.db);
        expect(rows).not.toEqual([]);
      }),
    async release() {
      released.resolve();
      await holding;
    },
  };
}

describe('a post that may be out', () => {
  test('is not checked at another account and not posted twice; it is found at its own account', async () => {
    const { userId, videoId } = await postOfUnknownEnd('youtube', 'nico.bianchi@example.com', (user) =>
      connect(user, 'youtube', 'ada.marlow@example.com'),
    );
    expect((await publishing.postIn(videoId, 'youtube', 'unconfirmed')).code).toBe('OTHER_ACCOUNT');
    await publishing.connect(userId, 'youtube', { account: 'nico.bianchi@example.com' });
    await publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/youtube/check`);
    await publishing.postIn(videoId, 'youtube', 'posted');
    expect(publishing.published(videoId, 'youtube')).toBe(1);
  }, 40_000);

  test('has the cause LOOK_NEEDS_RECONNECT without access, and is found after a reconnection', async () => {
    const { userId, videoId } = await postOfUnknownEnd('youtube', 'nico.bianchi@example.com', loseAccess);
    const unasked = await publishing.postIn(videoId, 'youtube', 'unconfirmed');
    expect({ ...viewOf(unasked), ...describeCause(unasked, english) }).toMatchObject({
      code: 'LOOK_NEEDS_RECONNECT',
      needs: 'reconnect',
      message: 'We cannot ask YouTube whether it went out, because our access there no longer works.',
    });
    await publishing.connect(userId, 'youtube', { account: 'nico.bianchi@example.com' });
    await publishing.postIn(videoId, 'youtube', 'posted');
    expect(publishing.published(videoId, 'youtube')).toBe(1);
  }, 40_000);

  test('asks for a new consent when a check finds that the access was removed, and is found right after it', async () => {
    const account = newName();
    publishing.sandbox.chaos.set('tiktok', { error5xx: 1, only: 'status/fetch' });
    const { userId, videoId } = await postOfUnknownEnd('tiktok', account);
    await publishing.postIn(videoId, 'tiktok', 'unconfirmed');
    await makeChecks(videoId, 13);
    publishing.sandbox.chaos.set('tiktok', { error5xx: 0, only: '' });
    await revoke('tiktok', account);
    await makeChecks(videoId, 1);
    expect(viewOf(await rowOf(videoId))).toMatchObject({ code: 'LOOK_NEEDS_RECONNECT', needs: 'reconnect' });
    await connect(userId, 'tiktok', account);
    await expectFound(videoId, 'tiktok');
  }, 60_000);

  test('is checked again after a new consent, however many checks were made before it', async () => {
    const account = newName();
    const { userId, videoId } = await postOfUnknownEnd('facebook', account, () => revoke('facebook', account));
    await publishing.postIn(videoId, 'facebook', 'unconfirmed');
    await makeChecks(videoId, 100);
    expect((await rowOf(videoId)).next_action_at).toBeNull();
    await connect(userId, 'facebook', account);
    await expectFound(videoId, 'facebook');
  }, 90_000);

  test('does not count as of another account while no Page is chosen, and is found after the choice', async () => {
    const { userId, videoId } = await postOfUnknownEnd('facebook', 'ada.marlow', () =>
      revoke('facebook', 'ada.marlow'),
    );
    await publishing.postIn(videoId, 'facebook', 'unconfirmed');
    await makeChecks(videoId, 14);
    await publishing.connect(userId, 'facebook', { account: 'ada.marlow' });
    await eventually(async () => expect((await rowOf(videoId)).code).toBe('OUTCOME_UNKNOWN'), LONG);
    await choosePage(userId);
    await expectFound(videoId, 'facebook');
  }, 90_000);

  test('is found when its own account is connected after another one', async () => {
    const [own, other] = [newName(), newName()];
    const { userId, videoId } = await postOfUnknownEnd('instagram', own, async (user) => {
      await revoke('instagram', own);
      await connect(user, 'instagram', other);
    });
    await eventually(async () => expect((await rowOf(videoId)).code).toBe('OTHER_ACCOUNT'), LONG);
    await loseAccess(userId);
    await makeChecks(videoId, 100);
    expect(await rowOf(videoId)).toMatchObject({ code: 'OTHER_ACCOUNT', next_action_at: null });
    await connect(userId, 'instagram', own);
    await expectFound(videoId, 'instagram');
  }, 90_000);

  test('is checked once more when its account was connected again during a check', async () => {
    const account = newName();
    const { userId, videoId } = await postOfUnknownEnd('facebook', account, () => revoke('facebook', account));
    await publishing.postIn(videoId, 'facebook', 'unconfirmed');
    await makeChecks(videoId, 14);
    const video = await holdVideo(videoId);
    publishing.clock.advance(30 * MINUTE);
    publishing.app.wake();
    // The check has failed, and its outcome is about to be written.
    await video.isWaitedFor();
    await connect(userId, 'facebook', account);
    await video.release();
    await expectFound(videoId, 'facebook');
  }, 90_000);
});
