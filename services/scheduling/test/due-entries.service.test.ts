import { sql } from 'kysely';
import { days, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());

const due = async (userId: string) => {
  const rows = await scheduling.db
    .selectFrom('due_entries')
    .select('publish_at')
    .where('user_id', '=', userId)
    .orderBy('publish_at')
    .execute();
  return rows.map(({ publish_at }) => publish_at.toISOString());
};

describe('what is due', () => {
  it('follows every save, pause, return and removal, and the erasure of its user', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const { body } = await scheduling.save(user, days(3, 23));
    expect(await due(user)).toHaveLength(3);
    const [moved, kept] = body.scheduledDates;
    await scheduling.save(user, [
      { id: moved.id, date: '2026-12-09', time: '11:00' },
      { id: kept.id, date: kept.date, time: kept.time },
    ]);
    expect(await due(user)).toEqual([expect.stringMatching(/^2026-11-2/), '2026-12-09T11:00:00.000Z']);
    await scheduling.plan(user, { tier: 'free', revision: 2 });
    expect(await due(user)).toEqual([]);
    await scheduling.plan(user, { tier: 'pro', revision: 3 });
    expect(await due(user)).toHaveLength(2);
    await scheduling.db.deleteFrom('scheduled_videos').where('user_id', '=', user).execute();
    expect(await due(user)).toEqual([]);
  });

  it('agrees with the calendars after a thousand changes of any kind, many rows at a time', async () => {
    const { db } = scheduling;
    const user = await scheduling.user({ tier: 'elite' });
    await scheduling.save(user, days(20, 23));
    await sql`select setseed(0.4)`.execute(db);
    for (let round = 0; round < 100; round += 1) {
      await sql`
        update scheduled_videos v
           set state = r.states[1 + floor(random() * 5)::int],
               publish_at = case when random() < 0.5 then publish_at else ${START}::timestamptz + random() * interval '90 days' end
          from (select array['planned', 'planned', 'paused', 'missed', 'cancelled'] as states) r
         where v.user_id = ${user} and random() < 0.5`.execute(db);
      expect(await scheduling.misplaced()).toEqual([]);
    }
  });
});
