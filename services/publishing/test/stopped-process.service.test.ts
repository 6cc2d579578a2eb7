import { LeaseLost } from '@reelwright/leases';
import { createLogger, silentLogger } from '@reelwright/logger';
import { createDatabase } from '@reelwright/postgres';
import { emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { createTcpProxy, eventually } from '@reelwright/testing';
import type { PostRow, PublishingDatabase } from '../src/database.ts';
import type { Handle } from '../src/platforms/connector.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { StepAborted } from '../src/posting/attempt-step.ts';
import type { Checkpoint } from '../src/posting/engine.ts';
import { openJob } from '../src/posting/job.ts';
import { renewLease } from '../src/posting/renew-lease.ts';
import { runPost } from '../src/posting/run-post.ts';
import { readFacts } from '../src/posting/situation.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing('stopped-process');
}, 60_000);
afterAll(() => publishing.stop());

const { signal } = new AbortController();
const running = { stopping: signal, cut: signal };

async function staged(platform: Platform): Promise<{ userId: string; videoId: string }> {
  const userId = await publishing.creator(platform);
  const publishAt = new Date(publishing.clock.now().getTime() + MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.finishVideo(userId, videoId);
  await publishing.postIn(videoId, platform, 'staged');
  return { userId, videoId };
}

/** Leases a row as another process would, for a minute. */
function hold(videoId: string): Promise<PostRow> {
  return publishing.db
    .updateTable('posts')
    .set((eb) => ({ lease_token: eb('lease_token', '+', 1), leased_until: new Date(Date.now() + MINUTE) }))
    .where('video_id', '=', videoId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * A post whose first process is suspended right before its call. Its lease expires, a second process asks the
 * platform, learns that nothing arrived, and is about to commit the same copy when the first one continues.
 * @returns the row at that time, and a function that lets the second process continue
 */
async function stopProcessOn(platform: Platform) {
  const { videoId } = await staged(platform);
  const mine = await hold(videoId);
  publishing.clock.advance(MINUTE);
  const resume = Promise.withResolvers<void>();
  let isWaiting = false;
  const checkpoint = async (at: string) => {
    if (at !== 'before-call') return;
    publishing.meanwhile(videoId, 'before-intent', () => {
      isWaiting = true;
      return resume.promise;
    });
    await publishing.db.updateTable('posts').set({ leased_until: null }).where('id', '=', mine.id).execute();
    await eventually(() => {
      publishing.clock.advance(6_000);
      publishing.app.wake();
      expect(isWaiting).toBe(true);
    });
  };
  // The lease is not extended while the process is suspended.
  const timings = { ...publishing.timings, leaseMs: MINUTE };
  const first = runPost({ ...publishing.app.engine, timings, checkpoint }, mine, running);
  await first.catch((error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error;
  });
  return { videoId, row: await publishing.postIn(videoId, platform, 'staged'), resume: resume.resolve };
}

/** Makes the call of the first process, as if it had been sent before the suspension. */
async function callArrives(row: PostRow): Promise<void> {
  const { engine } = publishing.app;
  const facts = await readFacts(engine.db, row);
  const { job } = await openJob(engine, facts, { signal, stagedKey: row.content_key ?? '' });
  expect((await engine.connectors[row.platform].commit(job, row.handle as Handle)).kind).toBe('done');
}

describe('a process that was suspended before its call until another had its row', () => {
  test.each(platforms)(
    'does not call %s',
    async (platform) => {
      const { videoId, resume } = await stopProcessOn(platform);
      expect(publishing.published(videoId, platform)).toBe(0);
      resume();
      await publishing.postIn(videoId, platform, 'posted');
      expect(publishing.published(videoId, platform)).toBe(1);
    },
    40_000,
  );

  test.each(platforms)(
    'whose call reaches %s all the same makes the only post, which is found',
    async (platform) => {
      const { videoId, row, resume } = await stopProcessOn(platform);
      await callArrives(row);
      resume();
      const posted = await publishing.postIn(videoId, platform, 'posted', 'failed');
      expect([posted.state, posted.code, posted.permalink]).toEqual(['posted', null, expect.stringContaining('http')]);
      expect(publishing.published(videoId, platform)).toBe(1);
    },
    40_000,
  );

  test.each([
    ['facebook', 'GET /v26.0/'],
    ['instagram', 'GET /v26.0/1789'],
  ] as const)(
    'whose post on %s can not be checked at once is unconfirmed until it can',
    async (platform, only) => {
      const { videoId, row, resume } = await stopProcessOn(platform);
      await callArrives(row);
      publishing.sandbox.chaos.set(platform, { error5xx: 1, limit: 1, only });
      resume();
      await publishing.postIn(videoId, platform, 'unconfirmed');
      publishing.sandbox.chaos.set(platform, { error5xx: 0, limit: null, only: '' });
      publishing.clock.advance(MINUTE);
      publishing.app.wake();
      await publishing.postIn(videoId, platform, 'posted');
      expect(publishing.published(videoId, platform)).toBe(1);
    },
    40_000,
  );
});

/** The commits of a post: what came of each. */
async function commitsOf({ id }: PostRow): Promise<readonly (string | null)[]> {
  const attempts = publishing.db.selectFrom('post_attempts').select('outcome').orderBy('id');
  const rows = await attempts.where('post_id', '=', id).where('step', '=', 'commit').execute();
  return rows.map(({ outcome }) => outcome);
}

describe('a process that is stopped', () => {
  /** Runs the commit of a post in a process that gets the signal to stop at this checkpoint. */
  async function commitStoppedAt(point: Checkpoint): Promise<{ videoId: string; row: PostRow }> {
    const { videoId } = await staged('youtube');
    const row = await hold(videoId);
    publishing.clock.advance(MINUTE);
    const stop = new AbortController();
    const checkpoint = async (at: string) => {
      if (at === point) stop.abort();
    };
    await runPost({ ...publishing.app.engine, checkpoint }, row, { stopping: stop.signal, cut: signal });
    return { videoId, row };
  }

  test('during a commit waits for the answer of the platform', async () => {
    const { videoId, row } = await commitStoppedAt('before-call');
    expect(await commitsOf(row)).toEqual([expect.stringMatching(/^(accepted|posted)$/)]);
    await publishing.postIn(videoId, 'youtube', 'posted');
    expect(publishing.published(videoId, 'youtube')).toBe(1);
  });

  test('before a commit leaves it to the next process', async () => {
    const { videoId, row } = await commitStoppedAt('before-intent');
    await publishing.postIn(videoId, 'youtube', 'posted');
    expect(await commitsOf(row)).toEqual(['posted']);
    expect(publishing.published(videoId, 'youtube')).toBe(1);
  });
});

test('a process whose database is away when it renews a lease goes on with the commit', async () => {
  const { videoId } = await staged('youtube');
  const row = await hold(videoId);
  publishing.clock.advance(MINUTE);
  const proxy = await createTcpProxy(publishing.databaseUrl);
  const { db, pool, stop } = createDatabase<PublishingDatabase>({
    url: proxy.url,
    logger: silentLogger,
    applicationName: 'publishing',
  });
  // The pool reports connections that end while nobody uses them.
  pool.on('error', () => undefined);
  const warnings: string[] = [];
  const logger = createLogger({ service: 'publishing' }, { write: (line) => void warnings.push(JSON.parse(line).msg) });
  const checkpoint = async (at: string) => {
    if (at !== 'before-call') return;
    proxy.disable();
    await eventually(() => expect(warnings).toContain('a lease could not be renewed'));
    proxy.enable();
  };
  const timings = { ...publishing.timings, leaseMs: 9_000 };
  await runPost({ ...publishing.app.engine, db, logger, timings, checkpoint }, row, running);
  expect(await commitsOf(row)).toEqual([expect.stringMatching(/^(accepted|posted)$/)]);
  await stop();
  proxy.stop();
}, 40_000);

describe('the lease that is renewed before the call', () => {
  const engineWith = (leaseMs: number) => ({ ...publishing.app.engine, timings: { ...publishing.timings, leaseMs } });
  const stopFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

  test('expires when the process is suspended after it', async () => {
    const { videoId } = await staged('facebook');
    const row = await hold(videoId);
    const mayCall = await renewLease(engineWith(200), row, performance.now());
    mayCall();
    stopFor(120);
    expect(mayCall).toThrow(StepAborted);
  });

  test('is refused for an intent that is older than a lease', async () => {
    const { videoId } = await staged('facebook');
    const row = await hold(videoId);
    await expect(renewLease(engineWith(200), row, performance.now() - 201)).rejects.toThrow(StepAborted);
  });

  test('keeps the row from other processes during the call', async () => {
    const { videoId } = await staged('facebook');
    const row = await hold(videoId);
    await renewLease(engineWith(MINUTE), row, performance.now());
    const after = await publishing.postIn(videoId, 'facebook', 'staged');
    expect(Number(after.leased_until) - Date.now()).toBeGreaterThan(MINUTE / 2);
    expect(after.lease_token).toBe(row.lease_token);
  });
});

describe("'Post again' after a refusal as a duplicate", () => {
  /** Sets the row as a refusal as a duplicate leaves it. */
  async function refusedAsDuplicate(videoId: string): Promise<void> {
    const { db } = publishing;
    const { id } = await db
      .updateTable('posts')
      .set({ state: 'failed', code: 'DUPLICATE', handle: null, content_key: null, next_action_at: null })
      .where('video_id', '=', videoId)
      .returning('id')
      .executeTakeFirstOrThrow();
    const attempts = db.updateTable('post_attempts').set({ outcome: 'refused', code: 'DUPLICATE' });
    await attempts.where('post_id', '=', id).where('step', '=', 'commit').execute();
  }
  const again = (userId: string, videoId: string, platform: Platform) =>
    publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/${platform}/retry`);

  test.each(platforms)(
    'finds the existing post on %s, and makes no second one',
    async (platform) => {
      const { userId, videoId } = await staged(platform);
      publishing.clock.advance(MINUTE);
      publishing.app.wake();
      await publishing.postIn(videoId, platform, 'posted');
      await refusedAsDuplicate(videoId);
      expect((await again(userId, videoId, platform)).json()).toMatchObject({ state: 'unconfirmed' });
      publishing.clock.advance(MINUTE);
      publishing.app.wake();
      const posted = await publishing.postIn(videoId, platform, 'posted');
      expect(posted.permalink).toContain('http');
      expect(publishing.published(videoId, platform)).toBe(1);
    },
    40_000,
  );

  test('sends nothing if there is none, and fails with the same cause', async () => {
    const { userId, videoId } = await staged('facebook');
    const { id, handle } = await publishing.postIn(videoId, 'facebook', 'staged');
    const attempt = { revision: 1, variation: 0, started_at: new Date(), handle: JSON.stringify(handle) };
    await publishing.db
      .insertInto('post_attempts')
      .values({ post_id: id, step: 'commit', ...attempt })
      .execute();
    await refusedAsDuplicate(videoId);
    expect((await again(userId, videoId, 'facebook')).status).toBe(200);
    publishing.clock.advance(MINUTE);
    publishing.app.wake();
    expect((await publishing.postIn(videoId, 'facebook', 'failed')).code).toBe('DUPLICATE');
    expect(publishing.published(videoId, 'facebook')).toBe(0);
  }, 40_000);

  test('is refused if no handle is left to ask with', async () => {
    const { userId, videoId } = await staged('facebook');
    await refusedAsDuplicate(videoId);
    expect((await again(userId, videoId, 'facebook')).json()).toMatchObject({ error: 'NOT_RETRYABLE' });
  });
});
