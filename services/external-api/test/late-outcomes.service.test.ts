import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { events, PostCauseData, PostMeasured, PostStateChanged } from '@reelwright/contracts';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type ExternalApi, mp4, type Partner, startExternalApi } from './harness.ts';

/** A service whose requests do not wait for their posts. */
let api: ExternalApi;
beforeAll(async () => {
  api = await startExternalApi({ POST_WAIT_MS: 50 });
}, 60_000);
afterAll(() => api.stop());
beforeEach(() => {
  Object.assign(api.publishing.behaviour, {
    stateOf: () => ({ state: 'processing', platformPostId: '', permalink: '', revision: 2 }),
    failBefore: 0,
    failAfter: 0,
  });
});

const FILE = mp4().toString('base64');
const send = (partner: Partner, platforms: string[], headers: Record<string, string> = {}) =>
  api.post(partner, 'post-video', { videoFile: FILE, platforms }, headers);
const ask = ({ headers }: Partner, id: string) => api.app.inject({ url: `/api/external/posts/${id}`, headers });
const rowsOf = ({ userId }: Partner) =>
  api.db.selectFrom('partner_posts').selectAll().where('user_id', '=', userId).orderBy('platform').execute();

/** Publishes a PostStateChanged like publishing. */
async function publishState(partner: Partner, platform: string, change: Partial<PostStateChanged>, id = randomUUID()) {
  const row = (await rowsOf(partner)).find((each) => each.platform === platform);
  const event = { videoId: row?.post_id ?? '', userId: partner.userId, platform, ...change };
  await api.send(events.PostStateChanged, PostStateChanged.fromPartial(event), id);
}

const posted = (platform: string, revision = 5) => ({
  state: 'posted',
  revision,
  platformPostId: `${platform}-9`,
  accountId: `${platform}-account`,
  accountName: `My ${platform}`,
  permalink: `https://${platform}.example/9`,
});
const failed = { state: 'failed', revision: 5, code: 'BLOCKED' };
const blocked =
  'TikTok blocked this post under its rules. The TikTok app says more; plan a new entry with another caption or other notes.';

test('a post says how often it was seen, as its platform reported last', async () => {
  const partner = await api.newPartner('tiktok', 'facebook');
  const { id } = (await send(partner, ['tiktok', 'facebook'])).json();
  const postId = (await rowsOf(partner)).find(({ platform }) => platform === 'facebook')?.post_id ?? '';
  await publishState(partner, 'facebook', posted('facebook'));
  const measured = (views: number | undefined, hour: number) => {
    const at = new Date(Date.UTC(2026, 4, 10, hour));
    const numbers = { views, measuredAt: views === undefined ? undefined : at };
    const whose = { videoId: postId, userId: partner.userId, platform: 'facebook' };
    const event = { ...whose, ...numbers, changedAt: at, postedAt: new Date(Date.UTC(2026, 4, 10)) };
    return api.send(events.PostMeasured, PostMeasured.fromPartial(event), randomUUID());
  };
  const shown = async () => (await ask(partner, id)).json().results;
  await measured(40, 9);
  // A late one, and one with the numbers of a post that was forgotten.
  await measured(12, 7);
  await eventually(async () =>
    expect((await shown()).facebook).toMatchObject({ views: 40, measuredAt: '2026-05-10T09:00:00.000Z' }),
  );
  expect((await shown()).tiktok).not.toHaveProperty('views');
  await measured(undefined, 11);
  await eventually(async () => expect((await shown()).facebook).not.toHaveProperty('views'));
});

describe('a post that is still processed when its request is answered', () => {
  it('is posted in GET posts/{id} and in a repeat, once its platform has it', async () => {
    const partner = await api.newPartner('tiktok', 'facebook');
    const key = { 'idempotency-key': 'k' };
    const first = await send(partner, ['tiktok', 'facebook'], key);
    const { id } = first.json();
    expect(first.json()).toMatchObject({
      status: 'processing',
      success: true,
      results: { tiktok: { state: 'processing' }, facebook: { state: 'processing' } },
    });
    expect(first.headers).toMatchObject({ location: `/api/external/posts/${id}`, 'retry-after': '15' });
    const repeated = await send(partner, ['tiktok', 'facebook'], key);
    expect(repeated.headers).toMatchObject({ 'idempotent-replayed': 'true', 'retry-after': '15' });
    const early = await ask(partner, id);
    expect([early.statusCode, early.headers['retry-after'], early.json()]).toMatchObject([
      200,
      '15',
      { ...first.json(), createdAt: expect.any(String), updatedAt: expect.any(String) },
    ]);

    await publishState(partner, 'tiktok', posted('tiktok'));
    await eventually(async () => expect((await ask(partner, id)).json().posted_to).toEqual(['tiktok']));
    expect((await ask(partner, id)).json()).toMatchObject({ status: 'processing' });
    await publishState(partner, 'facebook', posted('facebook'));
    await eventually(async () => expect((await ask(partner, id)).json().status).toBe('posted'));
    const [byId, byKey] = [await ask(partner, id), await send(partner, ['tiktok', 'facebook'], key)];
    expect(byId.headers['retry-after']).toBeUndefined();
    expect(byKey.headers['retry-after']).toBeUndefined();
    expect(byKey.headers['idempotent-replayed']).toBe('true');
    expect(byKey.headers.location).toBe(`/api/external/posts/${id}`);
    expect(byKey.json()).toEqual({
      id,
      status: 'posted',
      success: true,
      results: {
        tiktok: {
          platform: 'tiktok',
          state: 'posted',
          postId: 'tiktok-9',
          videoUrl: 'https://tiktok.example/9',
          message: 'Posted to TikTok.',
        },
        facebook: {
          platform: 'facebook',
          state: 'posted',
          postId: 'facebook-9',
          pageId: 'facebook-account',
          pageName: 'My facebook',
          videoUrl: 'https://facebook.example/9',
          message: 'Posted to Facebook.',
        },
      },
      posted_to: ['tiktok', 'facebook'],
      failed_to_post: [],
      errors: {},
    });
    expect(byId.json()).toMatchObject(byKey.json());
    expect(api.postsOf(partner)).toHaveLength(2);
  });

  it('that fails late is failed in GET posts/{id} and in a repeat, with cause and advice', async () => {
    const partner = await api.newPartner('tiktok');
    const key = { 'idempotency-key': 'k' };
    const { id } = (await send(partner, ['tiktok'], key)).json();
    await publishState(partner, 'tiktok', failed);
    await eventually(async () => expect((await ask(partner, id)).json().status).toBe('failed'));
    const [byId, byKey] = [await ask(partner, id), await send(partner, ['tiktok'], key)];
    expect([byId.statusCode, byKey.statusCode]).toEqual([200, 500]);
    expect(byKey.json()).toMatchObject({
      id,
      success: false,
      error: 'POSTING_FAILED',
      message: `TikTok: ${blocked}`,
      failed_to_post: ['tiktok'],
      errors: { tiktok: { error: 'BLOCKED', message: blocked } },
    });
    expect(byId.json()).toMatchObject(byKey.json());
  });

  it('that its platform never confirms is unconfirmed, neither posted nor failed', async () => {
    const partner = await api.newPartner('tiktok');
    const { id } = (await send(partner, ['tiktok'])).json();
    await publishState(partner, 'tiktok', { state: 'unconfirmed', revision: 3 });
    await eventually(async () =>
      expect((await ask(partner, id)).json()).toMatchObject({
        status: 'unconfirmed',
        success: false,
        posted_to: [],
        failed_to_post: [],
        errors: { tiktok: { error: 'POST_UNCONFIRMED' } },
      }),
    );
  });

  it('names the platforms that were not connected in every answer', async () => {
    const partner = await api.newPartner('tiktok');
    const key = { 'idempotency-key': 'k' };
    const first = await send(partner, ['youtube', 'tiktok'], key);
    expect(first.json()).toMatchObject({
      status: 'processing',
      success: false,
      failed_to_post: ['youtube'],
      errors: { youtube: { error: 'PLATFORM_NOT_CONNECTED' } },
    });
    const { id } = first.json();
    expect((await ask(partner, id)).json()).toMatchObject(first.json());
    expect((await send(partner, ['youtube', 'tiktok'], key)).json()).toEqual(first.json());
    await publishState(partner, 'tiktok', posted('tiktok'));
    await eventually(async () => expect((await ask(partner, id)).json().status).toBe('partially_posted'));
    expect(api.postsOf(partner)).toHaveLength(1);
  });

  it('has its planned time while it waits for another day', async () => {
    const goesOutAt = new Date(Date.now() + 86_400_000);
    const causeData = PostCauseData.fromPartial({ movedFrom: new Date('2026-05-10T10:20:00Z') });
    api.publishing.behaviour.stateOf = () => ({ state: 'waiting', code: 'BUDGET_SPENT', causeData, goesOutAt });
    const message = expect.stringMatching(
      /^YouTube takes no more from Reelwright on May 10; goes out on \w+ \d+ at \d\d:\d\d UTC\. Nothing to do: it goes out automatically then\.$/,
    );
    const partner = await api.newPartner('youtube');
    const moved = { platform: 'youtube', state: 'processing', goesOutAt: goesOutAt.toISOString(), message };
    const response = await send(partner, ['youtube']);
    const answer = response.json();
    expect(response.headers['retry-after']).toBe('3600');
    expect(answer.results.youtube).toMatchObject(moved);
    await publishState(partner, 'youtube', { state: 'going_out', revision: 4, goesOutAt: new Date() });
    await eventually(async () => {
      const { results } = (await ask(partner, answer.id)).json();
      expect(results.youtube).toEqual({
        platform: 'youtube',
        state: 'processing',
        message: 'YouTube is still processing the video.',
      });
    });
  });

  it('is known to the next process', async () => {
    const partner = await api.newPartner('tiktok');
    const { id } = (await send(partner, ['tiktok'])).json();
    const config = { ...api.config, HTTP_PORT: 0 };
    const { buildApp } = await import('../src/app.ts');
    const { silentLogger: logger } = await import('@reelwright/logger');
    const next = await buildApp({ config, logger });
    const answer = await next.http.app.inject({ url: `/api/external/posts/${id}`, headers: partner.headers });
    expect(answer.json()).toMatchObject({ id, status: 'processing' });
    await next.db.destroy();
  });
});

describe('an event of publishing about a post', () => {
  it('counts by its revision, in any order and when repeated', async () => {
    const partner = await api.newPartner('tiktok');
    const { id } = (await send(partner, ['tiktok'])).json();
    const repeated = randomUUID();
    await publishState(partner, 'tiktok', posted('tiktok', 7), repeated);
    await publishState(partner, 'tiktok', posted('tiktok', 7), repeated);
    await publishState(partner, 'tiktok', { ...failed, revision: 7 });
    await publishState(partner, 'tiktok', { state: 'processing', revision: 3 });
    const last = randomUUID();
    await publishState(partner, 'tiktok', { state: 'going_out', revision: 2 }, last);
    await eventually(async () => {
      const taken = api.db.selectFrom('inbox').select('event_id').where('event_id', '=', last);
      expect(await taken.execute()).toHaveLength(1);
    });
    expect((await ask(partner, id)).json()).toMatchObject({ status: 'posted', posted_to: ['tiktok'] });
    expect(await rowsOf(partner)).toMatchObject([{ revision: 7 }]);
  });

  it('before its answer is not undone by the answer', async () => {
    const partner = await api.newPartner('tiktok');
    const frozen = Promise.withResolvers<void>();
    api.publishing.behaviour.stateOf = () => {
      api.publishing.behaviour.thaw = frozen.promise;
      return { state: 'processing', revision: 1 };
    };
    const running = send(partner, ['tiktok']);
    await eventually(() => expect(api.postsOf(partner)).toHaveLength(1));
    await publishState(partner, 'tiktok', posted('tiktok', 4));
    await eventually(async () => expect(await rowsOf(partner)).toMatchObject([{ state: 'posted' }]));
    frozen.resolve();
    const answer = await running;
    api.publishing.behaviour.thaw = Promise.resolve();
    expect(answer.json()).toMatchObject({ status: 'posted', posted_to: ['tiktok'] });
  });

  it('counts when the answer was lost: a repeat finds it and posts nothing again', async () => {
    const partner = await api.newPartner('tiktok');
    const key = { 'idempotency-key': 'k' };
    api.publishing.behaviour.failAfter = 4;
    const first = await send(partner, ['tiktok'], key);
    const { id } = first.json();
    expect(first.json()).toMatchObject({
      status: 'unconfirmed',
      success: false,
      errors: { tiktok: { error: 'PUBLISHING_UNAVAILABLE' } },
    });
    await publishState(partner, 'tiktok', posted('tiktok', 4));
    await eventually(async () => expect((await ask(partner, id)).json().status).toBe('posted'));
    const again = await send(partner, ['tiktok'], key);
    expect(again.json()).toMatchObject({ id, status: 'posted' });
    expect((await send(partner, ['tiktok'], key)).headers['idempotent-replayed']).toBe('true');
    expect(new Set(api.postsOf(partner).map(({ postId }) => postId)).size).toBe(1);
  });

  it('of posts from calendars and of other users stores no row', async () => {
    const partner = await api.newPartner('tiktok');
    const { id } = (await send(partner, ['tiktok'])).json();
    const [row] = await rowsOf(partner);
    const stranger = await api.newPartner();
    const before = await sql<{ count: number }>`select count(*)::int as count from inbox`.execute(api.db);
    const calendar = Array.from({ length: 1_000 }, (_, index) =>
      PostStateChanged.fromPartial({
        videoId: index % 2 ? randomUUID() : `entry-${index}`,
        userId: partner.userId,
        platform: 'tiktok',
        ...posted('tiktok', 9),
      }),
    );
    for (const event of calendar) await api.send(events.PostStateChanged, event);
    const foreign = {
      videoId: row?.post_id ?? '',
      userId: stranger.userId,
      platform: 'tiktok',
      ...posted('tiktok', 9),
    };
    await api.send(events.PostStateChanged, PostStateChanged.fromPartial(foreign));
    await publishState(partner, 'tiktok', { state: 'going_out', revision: 6 });
    await eventually(async () => expect(await rowsOf(partner)).toMatchObject([{ revision: 6 }]), { timeoutMs: 20_000 });
    expect((await ask(partner, id)).json()).toMatchObject({ status: 'processing' });
    const after = await sql<{ count: number }>`select count(*)::int as count from inbox`.execute(api.db);
    expect((after.rows[0]?.count ?? 0) - (before.rows[0]?.count ?? 0)).toBeLessThanOrEqual(2);
    const rows = await api.db.selectFrom('partner_posts').select('post_id').where('user_id', '=', stranger.userId);
    expect(await rows.execute()).toEqual([]);
  }, 60_000);
});

describe('GET /api/external/posts/{id}', () => {
  it("[ASVS 8.2.2] answers any API key of the post's owner, and no other", async () => {
    const partner = await api.newPartner('tiktok');
    const { id } = (await send(partner, ['tiktok'])).json();
    const otherKey = await api.identity.asPartner(partner.userId, randomUUID());
    expect((await ask({ ...partner, headers: otherKey }, id)).statusCode).toBe(200);
    expect((await ask(partner, id.toUpperCase())).json().id).toBe(id);
    const stranger = await api.newPartner('tiktok');
    const [{ post_id: postId } = { post_id: '' }] = await rowsOf(partner);
    for (const [asker, wanted] of [
      [stranger, id],
      [partner, randomUUID()],
      [partner, postId],
      [partner, 'no-uuid'],
    ] as const) {
      const answer = await ask(asker, wanted);
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'POST_NOT_FOUND']);
    }
    const session = await api.identity.asUser(partner.userId);
    for (const headers of [{}, session]) {
      const answer = await api.app.inject({ url: `/api/external/posts/${id}`, headers });
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'API_KEY_INVALID']);
    }
  });

  it('and a repeat do not find a deleted post', async () => {
    const partner = await api.newPartner('tiktok');
    const key = { 'idempotency-key': 'k' };
    const { id } = (await send(partner, ['tiktok'], key)).json();
    await sql`update partner_posts set updated_at = updated_at - interval '13 months'
      where request_id = ${id}`.execute(api.db);
    await api.housekeeping();
    for (const answer of [await ask(partner, id), await send(partner, ['tiktok'], key)]) {
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'POST_NOT_FOUND']);
    }
  });

  it('of a post whose process died before publishing answered advises a repeat', async () => {
    const partner = await api.newPartner('tiktok');
    const { id } = (await send(partner, ['tiktok'])).json();
    await sql`update partner_posts set state = 'waiting', revision = null
      where request_id = ${id}`.execute(api.db);
    expect((await ask(partner, id)).json()).toMatchObject({
      status: 'unconfirmed',
      errors: { tiktok: { error: 'PUBLISHING_UNAVAILABLE' } },
    });
  });
});

describe('a Prefer header', () => {
  it('of respond-async is answered 202 as soon as publishing has accepted the post', async () => {
    const patient = await startExternalApi({ POST_WAIT_MS: 120_000 });
    try {
      patient.publishing.behaviour.stateOf = () => ({ state: 'processing' });
      const partner = await patient.newPartner('tiktok');
      const post = (headers: Record<string, string>) =>
        patient.post(partner, 'tiktok/post', { videoFile: FILE }, headers);
      const answer = await post({ prefer: 'respond-async', 'idempotency-key': 'k' });
      const { id } = answer.json();
      expect([answer.statusCode, answer.json().status]).toEqual([202, 'processing']);
      expect(answer.headers).toMatchObject({
        'preference-applied': 'respond-async',
        location: `/api/external/posts/${id}`,
      });
      const again = await post({ 'idempotency-key': 'k', prefer: 'wait=10' });
      expect([again.statusCode, again.json()]).toEqual([200, answer.json()]);
      expect(again.headers['preference-applied']).toBeUndefined();
      expect(patient.postsOf(partner)).toHaveLength(1);
      const short = await post({ prefer: 'wait=0' });
      expect([short.statusCode, short.headers['preference-applied']]).toEqual([200, 'wait=0']);
    } finally {
      await patient.stop();
    }
  }, 60_000);

  it('does not answer a finished post with 202, and an unreadable preference is ignored', async () => {
    api.publishing.behaviour.stateOf = () => ({ state: 'posted' });
    const partner = await api.newPartner('tiktok');
    const done = await send(partner, ['tiktok'], { prefer: 'respond-async' });
    expect([done.statusCode, done.json().status]).toEqual([200, 'posted']);
    const odd = await send(partner, ['tiktok'], { prefer: 'wait=soon, ;;, return=minimal' });
    expect([odd.statusCode, odd.headers['preference-applied']]).toEqual([200, undefined]);
  });
});
