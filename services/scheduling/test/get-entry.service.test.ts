import { GetEntryRequest, SchedulingServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { dispatchBatch } from '../src/dispatch/dispatch-batch.ts';
import { captionsFor, days, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
const clients: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.stop()));
  await scheduling.stop();
});
afterEach(() => scheduling.clock.moveTo(START));

function client(caller: string) {
  const made = createGrpcClient(SchedulingServiceClient, {
    address: `127.0.0.1:${scheduling.app.grpc.port()}`,
    signer: createIdentitySigner({ issuer: caller, keyFile: scheduling.identity.keyFile(caller) }),
  });
  clients.push(made);
  return made;
}

interface CalendarEntry {
  id: string;
  date: string;
  time: string;
}
const kept = ({ id, date, time }: CalendarEntry) => ({ id, date, time });

/** Calls GetEntry as publishing does; with times in the format of events. */
async function ask(userId: string, videoId: string) {
  const { publishAt, ...answer } = await client('publishing').getEntry(
    GetEntryRequest.fromPartial({ userId, videoId }),
  );
  return { ...answer, publishAt: publishAt?.toISOString() };
}

/** The newest event about an entry. */
async function newestEvent(userId: string): Promise<Record<string, unknown> | undefined> {
  return (await scheduling.eventsOf(userId)).filter(({ type }) => type !== 'ConfigurationSaved').at(-1)?.payload;
}

async function givenRequested(): Promise<{ user: string; first: CalendarEntry; second: CalendarEntry }> {
  const user = await scheduling.user({ tier: 'pro' });
  const [first, second] = (await scheduling.save(user, [...days(1, 22), ...days(1, 28)])).body.scheduledDates;
  scheduling.clock.moveTo(new Date('2026-11-21T10:00:00Z'));
  await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000);
  return { user, first, second };
}

describe('GetEntry', () => {
  it('answers the content of the newest event, after each change', async () => {
    const { user, first, second } = await givenRequested();
    const id = first.id;
    const agrees = async () => {
      const { videoId, userId, revision, title = '', caption, captions, ...event } = (await newestEvent(user)) ?? {};
      const publishAt = new Date(String(event['publishAt'])).toISOString();
      const texts = { title, caption, captions };
      expect(await ask(user, id)).toMatchObject({ videoId, userId, revision, publishAt, ...texts, state: 'requested' });
    };
    expect(await ask(user, id)).toEqual({
      videoId: id,
      userId: user,
      state: 'requested',
      revision: 2,
      variation: 0,
      publishAt: '2026-11-22T09:00:00.000Z',
      title: '',
      caption: "Glass Squish: today's reel",
      captions: captionsFor('v1'),
      platforms: [],
      timeZone: 'UTC',
      review: { skipped: false },
      rules: { paused: false, askBeforePosting: false, revision: 0 },
    });
    await agrees();
    const texts = { title: 'Ours', caption: 'Mine', captions: { tiktok: 'For TikTok' } };
    const moved = { ...kept(first), time: '18:00', platforms: ['tiktok'], ...texts };
    await scheduling.save(user, [moved, kept(second)]);
    await agrees();
    expect(await ask(user, id)).toMatchObject({
      platforms: ['tiktok'],
      title: 'Ours',
      caption: 'Mine',
      captions: captionsFor('v1', undefined, texts),
    });
    await scheduling.post(user, '/api/regenerate-videos');
    expect((await ask(user, id)).variation).toBe(1);
    await scheduling.save(user, [kept(second)]);
    expect(await ask(user, id)).toMatchObject({
      state: 'cancelled',
      revision: (await newestEvent(user))?.['revision'],
    });
  });

  it('answers for a planned entry', async () => {
    const { user, second } = await givenRequested();
    expect(await ask(user, second.id)).toMatchObject({
      state: 'planned',
      publishAt: '2026-11-28T09:00:00.000Z',
      caption: '',
      captions: [],
    });
  });

  it("is NOT_FOUND for other users' entries and unknown ids", async () => {
    const { user, first } = await givenRequested();
    const notFound = { kind: 'NOT_FOUND', code: 'NO_SUCH_ENTRY' };
    await expect(ask(await scheduling.user(), first.id)).rejects.toMatchObject(notFound);
    await expect(ask(user, '0198f2a4-6f3c-7e1e-9d55-0d9a6f7b1c2d')).rejects.toMatchObject(notFound);
  });

  it('answers publishing only', async () => {
    const { user, first } = await givenRequested();
    await expect(
      client('drive').getEntry(GetEntryRequest.fromPartial({ userId: user, videoId: first.id })),
    ).rejects.toMatchObject({
      code: 'RPC_NOT_ALLOWED',
    });
  });
});

describe('an announcement of a commit', () => {
  const announce = async (request: {
    userId: string;
    videoId: string;
    number?: number;
    epoch: string;
    memo: string;
    knownRevision?: number;
  }) => {
    const { userId, videoId, number = 1, epoch, memo, knownRevision = 99 } = request;
    const { earlier } = await client('publishing').getEntry(
      GetEntryRequest.fromPartial({
        userId,
        videoId,
        knownRevision,
        announcement: { platform: 'tiktok', number, epoch, memo },
      }),
    );
    return earlier && [earlier.number, earlier.memo];
  };

  it('is returned to another database of the caller, and never replaced by it', async () => {
    const { user: userId, first } = await givenRequested();
    const post = { userId, videoId: first.id };
    expect(await announce({ ...post, epoch: 'a', memo: 'copy 1' })).toBeUndefined();
    expect(await announce({ ...post, epoch: 'b', memo: 'copy 2' })).toEqual([1, 'copy 1']);
    expect(await announce({ ...post, epoch: 'b', memo: 'copy 3' })).toEqual([1, 'copy 1']);
    expect(await announce({ ...post, number: 2, epoch: 'b', memo: 'copy 3' })).toBeUndefined();
  });

  it('replaces an earlier one of the same database', async () => {
    const { user: userId, first } = await givenRequested();
    const post = { userId, videoId: first.id };
    expect(await announce({ ...post, epoch: 'a', memo: 'copy 1' })).toBeUndefined();
    expect(await announce({ ...post, epoch: 'a', memo: 'copy 2' })).toBeUndefined();
    expect(await announce({ ...post, epoch: 'b', memo: 'copy 3' })).toEqual([1, 'copy 2']);
  });

  it('is not stored while the caller does not know the newest revision', async () => {
    const { user: userId, first } = await givenRequested();
    const post = { userId, videoId: first.id };
    expect(await announce({ ...post, epoch: 'a', memo: 'copy 1', knownRevision: 0 })).toBeUndefined();
    expect(await announce({ ...post, epoch: 'b', memo: 'copy 2' })).toBeUndefined();
  });
});

describe('an entry that is planned again after its new render failed', () => {
  /** An entry whose first render is finished and whose second failed. */
  async function givenFailedAgain() {
    const { user, first, second } = await givenRequested();
    await scheduling.post(user, '/api/regenerate-videos');
    await scheduling.db
      .insertInto('video_renders')
      .values([
        { video_id: first.id, variation: 0, user_id: user, state: 'done' },
        { video_id: first.id, variation: 1, user_id: user, state: 'failed' },
      ])
      .execute();
    return { user, first, second };
  }

  it('publishes its new time, so that its earlier render does not go out at the old one', async () => {
    const { user, first, second } = await givenFailedAgain();
    await scheduling.save(user, [{ ...kept(first), date: '2026-11-26' }, kept(second)]);
    expect(await newestEvent(user)).toMatchObject({ videoId: first.id, publishAt: '2026-11-26T09:00:00.000Z' });
    expect(await ask(user, first.id)).toMatchObject({
      state: 'planned',
      variation: 2,
      publishAt: '2026-11-26T09:00:00.000Z',
    });
  });

  it('publishes its removal', async () => {
    const { user, first, second } = await givenFailedAgain();
    await scheduling.save(user, [{ ...kept(first), date: '2026-11-26' }, kept(second)]);
    await scheduling.save(user, [kept(second)]);
    expect((await scheduling.eventsOf(user)).at(-2)).toMatchObject({
      type: 'VideoCancelled',
      payload: { videoId: first.id },
    });
  });
});
