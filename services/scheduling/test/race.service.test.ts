import { dispatchBatch } from '../src/dispatch/dispatch-batch.ts';
import { days, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());

interface CalendarEntry {
  id: string;
  date: string;
  time: string;
}

describe('saves, plan changes and two dispatchers at the same time', () => {
  it('request each video at most once per variation, keep its events in order, and leave ledger and due_entries consistent', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => scheduling.user({ tier: 'pro' })));
    await Promise.all(users.map((user) => scheduling.save(user, [...days(4, 22), ...days(4, 25)])));
    scheduling.clock.moveTo(new Date(START.getTime() + 3_600_000));
    let running = true;
    const dispatcher = async () => {
      while (running) await dispatchBatch(scheduling.db, scheduling.clock.now(), 7);
    };
    const editor = async (user: string, seed: number) => {
      for (let round = 0; round < 6; round += 1) {
        const { scheduledDates } = (await scheduling.get(user, '/api/video-configuration')).body;
        const next = (scheduledDates as CalendarEntry[])
          .filter((_, index) => (index + round + seed) % 7 !== 0)
          .map(({ id, date, time }, index) => ({
            id,
            date,
            time: index % 2 ? time : hour(10 + ((round + index) % 8)),
          }));
        const answer = await scheduling.save(user, next);
        expect([200, 400]).toContain(answer.status);
        if (round === 2) await scheduling.plan(user, { tier: 'starter', revision: 2 });
        if (round === 3) await scheduling.post(user, '/api/regenerate-videos');
        if (round === 4) await scheduling.plan(user, { tier: 'pro', revision: 3 });
      }
    };
    const dispatchers = [dispatcher(), dispatcher()];
    await Promise.all(users.map(editor));
    running = false;
    await Promise.all(dispatchers);

    expect(await scheduling.inconsistentDueEntries()).toEqual([]);

    for (const user of users) {
      const revisions = new Map<string, number>();
      const asked = new Set<string>();
      for (const { type, payload } of await scheduling.eventsOf(user)) {
        const videoId = payload['videoId'] as string | undefined;
        if (videoId === undefined) continue;
        const revision = payload['revision'] as number;
        expect(revision).toBeGreaterThan(revisions.get(videoId) ?? 0);
        // The first event of a video is its request.
        if (!revisions.has(videoId)) expect(type).toBe('VideoRequested');
        revisions.set(videoId, revision);
        if (type !== 'VideoRequested') continue;
        const request = `${videoId} ${payload['variation'] ?? 0}`;
        expect(asked).not.toContain(request);
        asked.add(request);
      }
      const { ledger } = await scheduling.db
        .selectFrom('usage_ledger')
        .select(({ fn }) => fn.sum<string>('delta').as('ledger'))
        .where('user_id', '=', user)
        .executeTakeFirstOrThrow();
      const { held } = await scheduling.db
        .selectFrom('scheduled_videos')
        .select(({ fn }) => fn.countAll<string>().as('held'))
        .where('user_id', '=', user)
        .where('quota_state', '!=', 'released')
        .executeTakeFirstOrThrow();
      expect(Number(ledger)).toBe(Number(held));
    }
  });
});

const hour = (at: number) => `${String(at).padStart(2, '0')}:00`;
