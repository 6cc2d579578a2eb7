import { randomUUID } from 'node:crypto';
import { GetEntryRequest, SchedulingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { sql } from 'kysely';
import { dispatchBatch } from '../src/dispatch/dispatch-batch.ts';
import { days, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  scheduling = await startScheduling();
  client = clientOf('publishing');
});
afterAll(async () => {
  await client.stop();
  await scheduling.stop();
});
afterEach(() => scheduling.clock.moveTo(START));

const clientOf = (caller: string) =>
  createGrpcClient(SchedulingServiceClient, {
    address: `127.0.0.1:${scheduling.app.grpc.port()}`,
    signer: createIdentitySigner({ issuer: caller, keyFile: scheduling.identity.keyFile(caller) }),
  });
/** What publishing reads right before a commit. */
const ask = (userId: string, videoId: string) =>
  client.getEntry(GetEntryRequest.fromPartial({ userId, videoId, knownRevision: 99 }));

interface Entry {
  readonly id: string;
  readonly date: string;
  readonly time: string;
  readonly state: string;
  readonly status: { readonly state: string; readonly actions: string[] };
  readonly why: { readonly code: string } | null;
}
const calendar = async (user: string): Promise<Entry[]> =>
  (await scheduling.get(user, '/api/video-configuration')).body.scheduledDates;
const kept = ({ id, date, time }: Entry) => ({ id, date, time });
const pause = (user: string, paused: boolean) => scheduling.put(user, '/api/posting-pause', { paused });
const review = (user: string, id: string, action: 'skip' | 'unskip' | 'approve', body: object = {}) =>
  scheduling.post(user, `/api/videos/${id}/${action}`, body);
const dispatch = () => dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000);
const moveTo = (at: string) => scheduling.clock.moveTo(new Date(at));
const typesOf = async (user: string): Promise<string[]> => (await scheduling.eventsOf(user)).map(({ type }) => type);
/** How many videos of the user were requested. */
const requestsOf = async (user: string) => (await typesOf(user)).filter((type) => type === 'VideoRequested').length;
const dueOf = (user: string) =>
  scheduling.db.selectFrom('due_entries').select('video_id').where('user_id', '=', user).execute();
const lastOf = async (user: string, name: string) =>
  (await scheduling.eventsOf(user)).filter(({ type }) => type === name).at(-1)?.payload;

/** A user with entries on November 22 and 28; the first one is requested. */
async function givenRequested(): Promise<{ user: string; first: Entry; second: Entry }> {
  const user = await scheduling.user({ tier: 'pro' });
  const saved = await scheduling.save(user, [...days(1, 22), ...days(1, 28)]);
  moveTo('2026-11-21T10:00:00Z');
  await dispatch();
  const [first, second] = saved.body.scheduledDates;
  return { user, first, second };
}

/** Records a finished render and, on TikTok, a post that waits. */
async function givenMade(user: string, id: string, variation = 0): Promise<void> {
  await sql`insert into video_renders (video_id, variation, user_id, state, finished_at)
    values (${id}, ${variation}, ${user}, 'done', ${scheduling.clock.now()})`.execute(scheduling.db);
  await sql`insert into video_posts (video_id, platform, user_id, state, revision)
    values (${id}, 'tiktok', ${user}, 'staged', 1) on conflict do nothing`.execute(scheduling.db);
}

describe('while all posts are paused', () => {
  it('no video is requested, and publishing reads it before each commit', async () => {
    const { user, first, second } = await givenRequested();
    const answer = await pause(user, true);
    expect(answer).toMatchObject({
      status: 200,
      body: { paused: true, since: expect.stringContaining('2026-11-21T10:00') },
    });
    expect((await ask(user, first.id)).rules).toMatchObject({ paused: true, askBeforePosting: false, revision: 1 });
    expect(await lastOf(user, 'PostingRulesChanged')).toMatchObject({ rules: { paused: true, revision: 1 } });
    moveTo('2026-11-27T12:00:00Z');
    await dispatch();
    expect([await requestsOf(user), await dueOf(user)]).toEqual([1, []]);
    expect((await calendar(user)).find(({ id }) => id === second.id)).toMatchObject({
      state: 'planned',
      status: { state: 'on_hold' },
      why: { code: 'POSTING_PAUSED' },
    });
  });

  it('no commit is announced', async () => {
    const { user, first } = await givenRequested();
    await pause(user, true);
    const announcement = { platform: 'tiktok', number: 1, epoch: 'a', memo: 'm' };
    const request = { userId: user, videoId: first.id, knownRevision: 99, announcement };
    await client.getEntry(GetEntryRequest.fromPartial(request));
    const { rows } = await sql`select 1 from announced_posts where user_id = ${user}`.execute(scheduling.db);
    expect(rows).toEqual([]);
  });

  it('nothing is made again, and a missed video is not made', async () => {
    const { user, first, second } = await givenRequested();
    await pause(user, true);
    const regenerated = await scheduling.post(user, '/api/regenerate-videos');
    expect([regenerated.status, regenerated.body.error]).toEqual([409, 'POSTING_PAUSED']);
    const restyled = await scheduling.save(user, [{ ...kept(first), videoType: 'v5' }, kept(second)]);
    expect([restyled.status, restyled.body.error]).toEqual([409, 'POSTING_PAUSED']);
    await pause(user, false);
    await pause(user, true);
    moveTo('2026-11-28T09:30:00Z');
    await pause(user, false);
    await pause(user, true);
    const postNow = await scheduling.post(user, `/api/videos/${second.id}/post-now`);
    expect([postNow.status, postNow.body.error]).toEqual([409, 'POSTING_PAUSED']);
    expect((await calendar(user)).find(({ id }) => id === second.id)?.status.actions).toEqual([]);
  });

  it('entries can be added, moved and removed, and are requested after it', async () => {
    const { user, first, second } = await givenRequested();
    await pause(user, true);
    moveTo('2026-11-21T12:00:00Z');
    const saved = await scheduling.save(user, [kept(first), { ...kept(second), date: '2026-11-23' }, ...days(1, 24)]);
    expect(saved.status).toBe(200);
    moveTo('2026-11-22T12:00:00Z');
    await dispatch();
    await pause(user, false);
    await dispatch();
    expect(await requestsOf(user)).toBe(2);
    moveTo('2026-11-23T12:00:00Z');
    await dispatch();
    expect(await requestsOf(user)).toBe(3);
  });

  it('other users are not held', async () => {
    const { user } = await givenRequested();
    const other = await givenRequested();
    await pause(user, true);
    moveTo('2026-11-27T12:00:00Z');
    await dispatch();
    expect([await requestsOf(user), await requestsOf(other.user)]).toEqual([1, 2]);
  });

  it('a pause at the same moment as the dispatcher is before or after it, and never both', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => givenRequested()));
    moveTo('2026-11-27T12:00:00Z');
    await Promise.all([...users.map(({ user }) => pause(user, true)), dispatch(), dispatch()]);
    const requested = () => Promise.all(users.map(({ user }) => requestsOf(user)));
    const before = await requested();
    await dispatch();
    expect(await requested()).toEqual(before);
    await Promise.all(users.map(({ user }) => pause(user, false)));
    await dispatch();
    expect(await requested()).toEqual(users.map(() => 2));
  });
});

describe('after a pause', () => {
  it('a video whose time is ahead is requested as before', async () => {
    const { user } = await givenRequested();
    await pause(user, true);
    moveTo('2026-11-27T12:00:00Z');
    await dispatch();
    const resumed = await pause(user, false);
    expect(resumed.body).toEqual({ paused: false, since: null });
    await dispatch();
    expect(await requestsOf(user)).toBe(2);
    expect(await scheduling.inconsistentDueEntries()).toEqual([]);
  });

  it('an entry whose time came in it is missed, does not count, and is made when its owner says so', async () => {
    const { user, second } = await givenRequested();
    const used = await scheduling.used(user);
    await pause(user, true);
    moveTo('2026-11-28T09:10:00Z');
    await dispatch();
    await pause(user, false);
    await dispatch();
    expect(await requestsOf(user)).toBe(1);
    expect((await calendar(user)).find(({ id }) => id === second.id)).toMatchObject({
      state: 'missed',
      status: { state: 'missed', actions: ['post_now'] },
      why: { code: 'MISSED_WHILE_PAUSED' },
    });
    expect(await scheduling.used(user)).toBe(used - 1);
    expect((await scheduling.post(user, `/api/videos/${second.id}/post-now`)).status).toBe(200);
    expect(await scheduling.used(user)).toBe(used);
    const rules = await lastOf(user, 'PostingRulesChanged');
    expect(rules).toMatchObject({ rules: { resumedAt: expect.stringContaining('2026-11-28T09:10'), revision: 2 } });
  });

  it('a second request changes nothing', async () => {
    const { user } = await givenRequested();
    await pause(user, true);
    await pause(user, true);
    await pause(user, false);
    await pause(user, false);
    expect((await typesOf(user)).filter((type) => type === 'PostingRulesChanged')).toHaveLength(2);
  });
});

describe('on the free plan', () => {
  it('nothing can be paused, and what was paused before can be resumed', async () => {
    const free = await scheduling.user();
    const refused = await pause(free, true);
    expect([refused.status, refused.body.error]).toEqual([403, 'PLAN_FEATURE']);
    const user = await scheduling.user({ tier: 'starter' });
    await pause(user, true);
    await scheduling.plan(user, { tier: 'free', status: 'none', revision: 2 });
    expect(await pause(user, false)).toMatchObject({ status: 200, body: { paused: false } });
  });

  it('a video that goes to Drive only has no post to skip or approve', async () => {
    const free = await scheduling.user();
    const { videoId } = (await scheduling.save(free, [])).body;
    expect((await review(free, videoId, 'skip')).body.error).toBe('NOT_POSTED');
    await givenMade(free, videoId);
    expect((await review(free, videoId, 'approve', { variation: 0 })).body.error).toBe('NOTHING_TO_APPROVE');
  });
});

describe('a skipped entry', () => {
  it('is not requested, does not count, and stays on the calendar', async () => {
    const { user, second } = await givenRequested();
    const used = await scheduling.used(user);
    expect(await review(user, second.id, 'skip')).toEqual({ status: 200, body: { success: true } });
    expect(await scheduling.used(user)).toBe(used - 1);
    moveTo('2026-11-27T12:00:00Z');
    await dispatch();
    expect(await requestsOf(user)).toBe(1);
    expect((await calendar(user)).find(({ id }) => id === second.id)).toMatchObject({
      status: { state: 'skipped', actions: ['unskip', 'edit'] },
      why: { code: 'ENTRY_SKIPPED' },
    });
    expect(await review(user, second.id, 'unskip')).toMatchObject({ status: 200 });
    expect(await scheduling.used(user)).toBe(used);
    await dispatch();
    expect(await requestsOf(user)).toBe(2);
  });

  it('is announced if its video was requested, which still counts', async () => {
    const { user, first } = await givenRequested();
    await givenMade(user, first.id);
    const used = await scheduling.used(user);
    await review(user, first.id, 'skip');
    expect(await scheduling.used(user)).toBe(used);
    expect(await lastOf(user, 'VideoRescheduled')).toMatchObject({ videoId: first.id, review: { skipped: true } });
    expect(await ask(user, first.id)).toMatchObject({ state: 'requested', review: { skipped: true } });
    const [shown] = (await scheduling.get(user, '/api/videos')).body.videos.filter((one: Entry) => one.id === first.id);
    expect(shown).toMatchObject({ status: { state: 'skipped', group: 'delivering' }, why: { code: 'ENTRY_SKIPPED' } });
    await review(user, first.id, 'unskip');
    expect(await lastOf(user, 'VideoRescheduled')).toMatchObject({ review: {} });
    expect((await ask(user, first.id)).review).toEqual({ skipped: false });
  });

  it('stays skipped when it is moved, and is not made again', async () => {
    const { user, first, second } = await givenRequested();
    await review(user, first.id, 'skip');
    await scheduling.save(user, [{ ...kept(first), time: '18:00' }, kept(second)]);
    expect(await ask(user, first.id)).toMatchObject({ review: { skipped: true } });
    await scheduling.post(user, '/api/regenerate-videos');
    expect((await ask(user, first.id)).variation).toBe(0);
  });

  it('gives its place to an entry without room, and waits for room when that is undone', async () => {
    const user = await scheduling.user({ tier: 'starter' });
    const saved = await scheduling.save(user, days(8, 22));
    await scheduling.plan(user, { tier: 'starter', videosPerMonth: 7, revision: 2 });
    const states = async () => (await calendar(user)).map(({ status }) => status.state);
    expect((await states()).filter((state) => state === 'paused')).toHaveLength(1);
    const [one] = saved.body.scheduledDates;
    await review(user, one.id, 'skip');
    expect((await states()).filter((state) => state === 'planned')).toHaveLength(7);
    await review(user, one.id, 'unskip');
    const shown = (await calendar(user)).find(({ id }) => id === one.id);
    expect([shown?.status.state, shown?.why?.code]).toEqual(['paused', 'ENTRY_PAUSED']);
  });

  it('is locked from 60 s before its time', async () => {
    const { user, first } = await givenRequested();
    moveTo('2026-11-22T08:59:30Z');
    for (const action of ['skip', 'unskip'] as const) {
      const refused = await review(user, first.id, action);
      expect([refused.status, refused.body.error]).toEqual([400, 'SLOT_LOCKED']);
    }
  });
});

describe('asking before each post', () => {
  async function givenAsking() {
    const given = await givenRequested();
    const { user, first, second } = given;
    await scheduling.save(user, [kept(first), kept(second)], { askBeforePosting: true });
    return given;
  }

  it('is off by default, saved, and announced', async () => {
    const { user, first, second } = await givenRequested();
    const saved = async () => (await scheduling.get(user, '/api/video-configuration')).body.askBeforePosting;
    expect(await saved()).toBe(false);
    await scheduling.save(user, [kept(first), kept(second)], { askBeforePosting: true });
    await scheduling.save(user, [kept(first), kept(second)]);
    expect(await saved()).toBe(true);
    const announced = (await typesOf(user)).filter((type) => type === 'PostingRulesChanged');
    expect(announced).toHaveLength(1);
    expect((await ask(user, first.id)).rules).toMatchObject({ askBeforePosting: true, revision: 1 });
  });

  it('offers Approve when the video is made, and announces the approval', async () => {
    const { user, first } = await givenAsking();
    expect((await review(user, first.id, 'approve', { variation: 0 })).body.error).toBe('NOTHING_TO_APPROVE');
    await givenMade(user, first.id);
    const shown = async () => (await calendar(user)).find(({ id }) => id === first.id);
    expect(await shown()).toMatchObject({
      status: { state: 'awaiting_approval', needsOwner: true, actions: ['approve', 'edit', 'skip'] },
      why: { code: 'AWAITS_APPROVAL' },
    });
    expect((await review(user, first.id, 'approve', { variation: 0 })).status).toBe(200);
    expect(await lastOf(user, 'VideoRescheduled')).toMatchObject({ review: { approvedVariation: 0 } });
    expect((await ask(user, first.id)).review).toEqual({ skipped: false, approvedVariation: 0 });
    expect((await shown())?.status.state).toBe('ready');
  });

  it('refuses the approval of an earlier variation', async () => {
    const { user, first } = await givenAsking();
    await givenMade(user, first.id);
    await scheduling.post(user, '/api/regenerate-videos');
    await givenMade(user, first.id, 1);
    const refused = await review(user, first.id, 'approve', { variation: 0 });
    expect([refused.status, refused.body.error]).toEqual([409, 'VIDEO_CHANGED']);
    expect((await review(user, first.id, 'approve', { variation: 1 })).status).toBe(200);
  });

  it('asks again after another caption', async () => {
    const { user, first, second } = await givenAsking();
    await givenMade(user, first.id);
    await review(user, first.id, 'approve', { variation: 0 });
    await scheduling.save(user, [{ ...kept(first), caption: 'Other words' }, kept(second)]);
    expect((await ask(user, first.id)).review).toEqual({ skipped: false });
  });

  it('takes an approval after the time of the video', async () => {
    const { user, first } = await givenAsking();
    await givenMade(user, first.id);
    moveTo('2026-11-22T10:00:00Z');
    expect((await review(user, first.id, 'approve', { variation: 0 })).status).toBe(200);
  });
});

describe("another user's video", () => {
  it.each(['skip', 'unskip', 'approve'] as const)('is not found: %s', async (action) => {
    const { user, first } = await givenRequested();
    await givenMade(user, first.id);
    const other = await scheduling.user({ tier: 'pro' });
    for (const id of [first.id, randomUUID()]) {
      const refused = await review(other, id, action, action === 'approve' ? { variation: 0 } : {});
      expect([refused.status, refused.body.error]).toEqual([404, 'NO_SUCH_VIDEO']);
    }
    expect((await ask(user, first.id)).review).toEqual({ skipped: false });
  });

  it('is not found after it was removed', async () => {
    const { user, first, second } = await givenRequested();
    await scheduling.save(user, [kept(second)]);
    expect((await review(user, first.id, 'skip')).status).toBe(404);
  });
});

it.each([
  ['/approve', { variation: -1 }],
  ['/approve', {}],
  ['/approve', { variation: 0, more: 1 }],
])('a hostile body is refused: %s %j', async (path, body) => {
  const { user, first } = await givenRequested();
  expect((await scheduling.post(user, `/api/videos/${first.id}${path}`, body)).status).toBe(400);
});
