import { type EntryReview, events, type PostingRules } from '@reelwright/contracts';
import { eventually } from '@reelwright/testing';
import type { Checkpoint } from '../src/posting/engine.ts';
import { MINUTE, type Publishing, startPublishing } from './harness.ts';

let publishing: Publishing;
let rereadTimeoutMs: number;

beforeAll(async () => {
  publishing = await startPublishing('holds');
  ({ rereadTimeoutMs } = publishing.timings);
}, 60_000);
afterAll(() => publishing.stop());
afterEach(async () => {
  publishing.timings.rereadTimeoutMs = rereadTimeoutMs;
  await publishing.neighbours.calendar.goDown();
  await publishing.neighbours.calendar.comeUp();
});

interface Staged {
  readonly userId: string;
  readonly videoId: string;
  readonly publishAt: Date;
}

/** A video staged on Facebook, due in ten minutes. */
async function staged(): Promise<Staged> {
  const userId = await publishing.creator('facebook');
  const publishAt = new Date(publishing.clock.now().getTime() + 10 * MINUTE);
  const videoId = await publishing.requestVideo(userId, { publishAt });
  await publishing.finishVideo(userId, videoId);
  await publishing.postIn(videoId, 'facebook', 'staged');
  return { userId, videoId, publishAt };
}

const rulesOf = (change: Partial<PostingRules>): PostingRules => ({
  paused: false,
  pausedAt: undefined,
  resumedAt: undefined,
  askBeforePosting: false,
  revision: 1,
  ...change,
});

/** Changes the rules in scheduling without an event, as while the broker is down. */
function decideWithoutEvent({ userId, videoId }: Staged, change: Partial<PostingRules>): PostingRules {
  const rules = rulesOf(change);
  const known = publishing.neighbours.calendar.entries.get(videoId);
  publishing.neighbours.calendar.setEntry({ userId, videoId, revision: known?.revision ?? 1, rules });
  return rules;
}

/** The same with its event, until it is applied. */
async function decideRules(entry: Staged, change: Partial<PostingRules>): Promise<void> {
  const { userId } = entry;
  const rules = decideWithoutEvent(entry, change);
  await publishing.publish(events.PostingRulesChanged, { userId, rules, changedAt: publishing.clock.now() });
  await eventually(async () => {
    const known = publishing.db.selectFrom('posting_rules').select('revision').where('user_id', '=', userId);
    expect((await known.executeTakeFirstOrThrow()).revision).toBe(rules.revision);
  });
}

const pause = (entry: Staged, revision = 1) =>
  decideRules(entry, { paused: true, pausedAt: publishing.clock.now(), revision });
const resume = (entry: Staged, revision = 2) => decideRules(entry, { resumedAt: publishing.clock.now(), revision });
const ask = (entry: Staged) => decideRules(entry, { askBeforePosting: true });

/** A skip or an approval, with its event. `at`: when it was decided. */
function review(entry: Staged, change: Partial<EntryReview>, revision = 2, at = publishing.clock.now()): Promise<void> {
  const { userId, videoId, publishAt } = entry;
  return publishing.publish(
    events.VideoRescheduled,
    events.VideoRescheduled.codec.fromJSON({
      userId,
      videoId,
      publishAt: publishAt.toISOString(),
      caption: `clip ${videoId}`,
      revision,
      review: { skipped: false, ...change },
    }),
    undefined,
    at,
  );
}

const idOf = ({ videoId }: Staged) => videoId;

function fallDue(minutes = 11): void {
  publishing.clock.advance(minutes * MINUTE);
  publishing.app.wake();
}

/** Waits until the post has this state and cause. */
const heldWith = (videoId: string, state: string, code: string | null) =>
  eventually(
    async () => {
      const post = await publishing.db
        .selectFrom('posts')
        .selectAll()
        .where('video_id', '=', videoId)
        .executeTakeFirstOrThrow();
      expect([post.state, post.code]).toEqual([state, code]);
      return post;
    },
    { timeoutMs: 15_000, everyMs: 20 },
  );
const published = (videoId: string) => publishing.published(videoId, 'facebook');

describe('while all posts are paused', () => {
  test('a post does not go out at its time, and keeps its copy', async () => {
    const entry = await staged();
    await pause(entry);
    fallDue();
    expect((await heldWith(entry.videoId, 'staged', 'POSTING_PAUSED')).handle).not.toBeNull();
    expect(published(entry.videoId)).toBe(0);
  });

  test('a pause whose event has not arrived is read right before the commit', async () => {
    const entry = await staged();
    decideWithoutEvent(entry, { paused: true });
    fallDue();
    await heldWith(entry.videoId, 'staged', 'POSTING_PAUSED');
    expect(published(entry.videoId)).toBe(0);
  });

  test('a pause that arrives after the last reading, before the intent, holds too', async () => {
    const entry = await staged();
    publishing.meanwhile(entry.videoId, 'before-intent', () => pause(entry));
    fallDue();
    await heldWith(entry.videoId, 'staged', 'POSTING_PAUSED');
    expect(published(entry.videoId)).toBe(0);
  });

  test('a pause after the intent touches nothing', async () => {
    const entry = await staged();
    publishing.meanwhile(entry.videoId, 'after-intent', () => pause(entry));
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(published(entry.videoId)).toBe(1);
  });

  test('a known pause holds also when scheduling does not answer for too long', async () => {
    const entry = await staged();
    await pause(entry);
    await publishing.neighbours.calendar.goDown();
    publishing.timings.rereadTimeoutMs = 0;
    fallDue();
    await heldWith(entry.videoId, 'staged', 'POSTING_PAUSED');
    expect(published(entry.videoId)).toBe(0);
  });

  test('nothing is posted again by hand', async () => {
    const entry = await staged();
    await pause(entry);
    fallDue(11 + 6 * 60);
    await heldWith(entry.videoId, 'missed', 'MISSED_WHILE_PAUSED');
    const refused = await retry(entry);
    expect([refused.status, refused.json().error]).toEqual([409, 'POSTING_PAUSED']);
  });

  test('a partner posts as before', async () => {
    const entry = await staged();
    await pause(entry);
    await publishing.db.updateTable('videos').set({ source: 'partner' }).where('id', '=', entry.videoId).execute();
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
  });
});

describe('after a pause', () => {
  test('a post whose time is still ahead goes out at it', async () => {
    const entry = await staged();
    await pause(entry);
    await resume(entry);
    await heldWith(entry.videoId, 'staged', null);
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(published(entry.videoId)).toBe(1);
  });

  test('a post whose time came in it is missed, and goes out only when its owner says so', async () => {
    const entry = await staged();
    await pause(entry);
    fallDue();
    await heldWith(entry.videoId, 'staged', 'POSTING_PAUSED');
    fallDue(1);
    await resume(entry);
    await heldWith(entry.videoId, 'missed', 'MISSED_WHILE_PAUSED');
    expect(published(entry.videoId)).toBe(0);
    fallDue(1);
    expect((await retry(entry)).status).toBe(200);
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(published(entry.videoId)).toBe(1);
  });

  test('a post goes out at its time if the pause ended before it, and the event of that has not arrived', async () => {
    const entry = await staged();
    await pause(entry);
    decideWithoutEvent(entry, { resumedAt: publishing.clock.now(), revision: 2 });
    fallDue();
    expect((await publishing.postIn(entry.videoId, 'facebook', 'posted')).late).toBe(false);
    expect(published(entry.videoId)).toBe(1);
  });

  test('the same holds for a pause that began and ended while publishing heard nothing', async () => {
    const entry = await staged();
    decideWithoutEvent(entry, { resumedAt: new Date(entry.publishAt.getTime() + 5 * MINUTE), revision: 2 });
    fallDue(20);
    await heldWith(entry.videoId, 'missed', 'MISSED_WHILE_PAUSED');
    expect(published(entry.videoId)).toBe(0);
  });

  test('a post is sent again by hand before the event of the resumption has arrived', async () => {
    const entry = await staged();
    await pause(entry);
    fallDue(11 + 6 * 60);
    await heldWith(entry.videoId, 'missed', 'MISSED_WHILE_PAUSED');
    decideWithoutEvent(entry, { resumedAt: publishing.clock.now(), revision: 2 });
    fallDue(1);
    expect((await retry(entry)).status).toBe(200);
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(published(entry.videoId)).toBe(1);
  });

  test('nothing is sent again by hand while scheduling can not say whether the pause has ended', async () => {
    const entry = await staged();
    await pause(entry);
    fallDue(11 + 6 * 60);
    await heldWith(entry.videoId, 'missed', 'MISSED_WHILE_PAUSED');
    await publishing.neighbours.calendar.goDown();
    const refused = await retry(entry);
    expect([refused.status, refused.json().error]).toEqual([409, 'POSTING_PAUSED']);
  });

  test('an event that arrives late changes nothing', async () => {
    const entry = await staged();
    await resume(entry, 2);
    const rules = rulesOf({ paused: true, revision: 1 });
    await publishing.publish(events.PostingRulesChanged, { userId: entry.userId, rules, changedAt: undefined });
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
  });
});

describe('a process that dies while all posts are being paused', () => {
  const beforeCall: Checkpoint[] = ['before-intent', 'after-intent', 'before-call'];
  const afterCall: Checkpoint[] = ['after-call', 'before-result', 'after-result'];

  test.each(beforeCall)('has posted nothing %s, and nothing is posted afterwards', async (point) => {
    const entry = await staged();
    publishing.meanwhile(entry.videoId, point, () => pause(entry));
    publishing.dieAt(entry.videoId, point);
    fallDue();
    await heldWith(entry.videoId, 'staged', 'POSTING_PAUSED');
    expect([publishing.hasDied(entry.videoId), published(entry.videoId)]).toEqual([true, 0]);
    await resume(entry);
    await heldWith(entry.videoId, 'missed', 'MISSED_WHILE_PAUSED');
    expect(published(entry.videoId)).toBe(0);
  });

  test.each(afterCall)('has posted once %s', async (point) => {
    const entry = await staged();
    publishing.meanwhile(entry.videoId, point, () => pause(entry));
    publishing.dieAt(entry.videoId, point);
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    await eventually(async () => expect(publishing.hasDied(entry.videoId)).toBe(true));
    expect(published(entry.videoId)).toBe(1);
  });
});

describe('a skipped video', () => {
  test('is not posted, and its copy is discarded', async () => {
    const entry = await staged();
    await review(entry, { skipped: true });
    expect((await heldWith(entry.videoId, 'cancelled', 'ENTRY_SKIPPED')).handle).toBeNull();
    fallDue();
    expect(published(entry.videoId)).toBe(0);
  });

  test('is not posted if its event has not arrived', async () => {
    const entry = await staged();
    const { userId, videoId } = entry;
    publishing.neighbours.calendar.setEntry({ userId, videoId, revision: 2, review: { skipped: true } });
    fallDue();
    await heldWith(videoId, 'cancelled', 'ENTRY_SKIPPED');
    expect(published(videoId)).toBe(0);
  });

  test('goes out at its time if that is undone before', async () => {
    const entry = await staged();
    await review(entry, { skipped: true });
    await heldWith(entry.videoId, 'cancelled', 'ENTRY_SKIPPED');
    await review(entry, { skipped: false }, 3);
    await publishing.postIn(entry.videoId, 'facebook', 'staged');
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(published(entry.videoId)).toBe(1);
  });

  test('goes out late if that is undone before its time, and its event arrives afterwards', async () => {
    const entry = await staged();
    await review(entry, { skipped: true });
    await heldWith(entry.videoId, 'cancelled', 'ENTRY_SKIPPED');
    const undoneAt = new Date(entry.publishAt.getTime() - 5 * MINUTE);
    fallDue(60);
    await review(entry, { skipped: false }, 3, undoneAt);
    expect((await publishing.postIn(entry.videoId, 'facebook', 'posted')).late).toBe(true);
    expect(published(entry.videoId)).toBe(1);
  });

  test('is not posted if that is undone after its time, or arrives more than 6 hours later', async () => {
    const [first, second] = [await staged(), await staged()];
    for (const entry of [first, second]) {
      await review(entry, { skipped: true });
      await heldWith(entry.videoId, 'cancelled', 'ENTRY_SKIPPED');
    }
    fallDue(60);
    await review(first, { skipped: false }, 3);
    fallDue(6 * 60);
    await review(second, { skipped: false }, 3, new Date(second.publishAt.getTime() - MINUTE));
    await eventually(async () => {
      const videos = publishing.db.selectFrom('videos').select('revision').where('id', 'in', [first, second].map(idOf));
      expect((await videos.execute()).map(({ revision }) => revision)).toEqual([3, 3]);
    });
    for (const entry of [first, second]) {
      await heldWith(entry.videoId, 'cancelled', 'ENTRY_SKIPPED');
      expect(published(entry.videoId)).toBe(0);
    }
  });

  test('stays skipped with another video', async () => {
    const entry = await staged();
    await review(entry, { skipped: true });
    await heldWith(entry.videoId, 'cancelled', 'ENTRY_SKIPPED');
    await publishing.finishVideo(entry.userId, entry.videoId, 1);
    fallDue();
    await heldWith(entry.videoId, 'cancelled', 'ENTRY_SKIPPED');
    expect(published(entry.videoId)).toBe(0);
  });
});

describe('a video that its owner wants to approve', () => {
  test('waits after its time, and goes out when it is approved', async () => {
    const entry = await staged();
    await ask(entry);
    fallDue();
    await heldWith(entry.videoId, 'staged', 'AWAITS_APPROVAL');
    expect(published(entry.videoId)).toBe(0);
    await review(entry, { approvedVariation: 0 });
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(published(entry.videoId)).toBe(1);
  });

  test('goes out at its time if it was approved before, and the event of that has not arrived', async () => {
    const entry = await staged();
    await ask(entry);
    const { userId, videoId } = entry;
    publishing.neighbours.calendar.setEntry({
      userId,
      videoId,
      revision: 2,
      review: { skipped: false, approvedVariation: 0 },
      rules: rulesOf({ askBeforePosting: true }),
    });
    fallDue();
    expect((await publishing.postIn(videoId, 'facebook', 'posted')).late).toBe(false);
  });

  test('waits if scheduling can not say whether it was approved', async () => {
    const entry = await staged();
    await ask(entry);
    await publishing.neighbours.calendar.goDown();
    fallDue();
    await heldWith(entry.videoId, 'staged', 'AWAITS_APPROVAL');
    expect(published(entry.videoId)).toBe(0);
  });

  test('goes out at its time if it was approved before', async () => {
    const entry = await staged();
    await ask(entry);
    await review(entry, { approvedVariation: 0 });
    fallDue();
    expect((await publishing.postIn(entry.videoId, 'facebook', 'posted')).late).toBe(false);
  });

  test('needs another approval when it was made again', async () => {
    const entry = await staged();
    await ask(entry);
    await review(entry, { approvedVariation: 0 });
    const { userId, videoId, publishAt } = entry;
    await publishing.requestVideo(userId, { videoId, publishAt, variation: 1, revision: 3 });
    await review(entry, { approvedVariation: 0 }, 4);
    await publishing.finishVideo(userId, videoId, 1);
    await publishing.postIn(videoId, 'facebook', 'staged');
    fallDue();
    await heldWith(videoId, 'staged', 'AWAITS_APPROVAL');
    expect(published(videoId)).toBe(0);
    await review(entry, { approvedVariation: 1 }, 5);
    await publishing.postIn(videoId, 'facebook', 'posted');
    expect(published(videoId)).toBe(1);
  });

  test('is missed after 6 hours without approval, and posted when its owner says so', async () => {
    const entry = await staged();
    await ask(entry);
    fallDue();
    await heldWith(entry.videoId, 'staged', 'AWAITS_APPROVAL');
    fallDue(6 * 60);
    await heldWith(entry.videoId, 'missed', 'MISSED_UNAPPROVED');
    expect(published(entry.videoId)).toBe(0);
    expect((await retry(entry)).status).toBe(200);
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(published(entry.videoId)).toBe(1);
  });

  test('goes out when its owner does not want to be asked any more', async () => {
    const entry = await staged();
    await ask(entry);
    fallDue();
    await heldWith(entry.videoId, 'staged', 'AWAITS_APPROVAL');
    await decideRules(entry, { revision: 2 });
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect(published(entry.videoId)).toBe(1);
  });

  test('is still posted once if the process dies right after its approval was read', async () => {
    const entry = await staged();
    await ask(entry);
    publishing.dieAt(entry.videoId, 'after-intent');
    await review(entry, { approvedVariation: 0 });
    fallDue();
    await publishing.postIn(entry.videoId, 'facebook', 'posted');
    expect([publishing.hasDied(entry.videoId), published(entry.videoId)]).toEqual([true, 1]);
  });
});

const retry = ({ userId, videoId }: Staged) =>
  publishing.call(userId, 'POST', `/api/videos/${videoId}/posts/facebook/retry`);
