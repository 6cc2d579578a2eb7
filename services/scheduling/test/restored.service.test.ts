import { events } from '@reelwright/contracts';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { dispatchBatch } from '../src/dispatch/dispatch-batch.ts';
import { recalls } from '../src/recalls/recalls.consumer.ts';
import { days, fullCalendar, type Scheduling, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling({ kafka: true });
}, 60_000);
afterAll(() => scheduling.stop());

/** Waits until the outbox is published and the consumer's positions are stored. */
const outboxPublished = () =>
  eventually(async () => {
    const { rows } = await sql<{ behind: number; read: number }>`
      select (select count(*)::int from outbox o where (o.xid, o.id) > (c.xid, c.id)) as behind,
             (select count(*)::int from consumer_positions) as read
        from outbox_cursor c where checked_as is not null`.execute(scheduling.db);
    expect(rows[0]?.behind).toBe(0);
    expect(rows[0]?.read).toBeGreaterThan(0);
  });

const current = () =>
  eventually(async () => {
    const { rows } = await sql<{ current: boolean }>`select database_is_current() as current`.execute(scheduling.db);
    expect(rows[0]?.current).toBe(true);
  });

interface Shown {
  id: string;
  date: string;
  state: string;
}
const calendar = async (user: string): Promise<Shown[]> =>
  (await scheduling.get(user, '/api/video-configuration')).body.scheduledDates;

test('a restored calendar gets back what was saved, requested and posted since, and requests nothing twice', async () => {
  const user = await scheduling.user({ tier: 'pro' });
  await scheduling.plan(user, { tier: 'pro', revision: 2 });
  const [kept] = (await scheduling.save(user, days(1, 28))).body.scheduledDates;
  await outboxPublished();
  const backup = await scheduling.backUp();

  // After the backup one entry is removed and two are added, one of which is requested, made and posted.
  await scheduling.save(user, [...days(1, 22), ...days(1, 29)], { notes: 'Newer words' });
  await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000);
  const [asked, planned] = await calendar(user);
  const video = { userId: user, videoId: asked?.id ?? '', variation: 0 };
  await scheduling.send(events.VideoGenerated, { ...video, mediaKey: 'a.mp4', bytes: 1 });
  await scheduling.send(events.PostStateChanged, {
    ...video,
    platform: 'tiktok',
    state: 'posted',
    revision: 5,
    permalink: 'https://tiktok.test/1',
  });
  await eventually(async () => expect((await calendar(user)).map(({ state }) => state)).toEqual(['posted', 'planned']));
  const used = await scheduling.used(user);
  await outboxPublished();

  await backup.putBack();
  await current();
  await eventually(async () => {
    const shown = await calendar(user);
    expect(shown.map(({ id, state }) => [id, state])).toEqual([
      [asked?.id, 'posted'],
      [planned?.id, 'planned'],
    ]);
  });
  expect((await calendar(user)).some(({ id }) => id === kept.id)).toBe(false);
  expect((await scheduling.get(user, '/api/video-configuration')).body.notes).toBe('Newer words');
  expect(await scheduling.used(user)).toBe(used);
  const { requested } = await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000);
  expect(requested).toBe(0);
  await backup.drop();
});

test('a restored calendar gets back what was paused, skipped and approved since', async () => {
  const user = await scheduling.user({ tier: 'pro' });
  await scheduling.plan(user, { tier: 'pro', revision: 2 });
  await scheduling.save(user, [...days(1, 22), ...days(1, 28)]);
  await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000);
  const [made, planned] = await calendar(user);
  await scheduling.send(events.VideoGenerated, {
    userId: user,
    videoId: made?.id ?? '',
    variation: 0,
    mediaKey: 'a.mp4',
    bytes: 1,
  });
  await eventually(async () => expect((await calendar(user))[0]?.state).toBe('ready'));
  await outboxPublished();
  const backup = await scheduling.backUp();

  await scheduling.post(user, `/api/videos/${made?.id}/approve`, { variation: 0 });
  await scheduling.post(user, `/api/videos/${planned?.id}/skip`);
  await scheduling.put(user, '/api/posting-pause', { paused: true });
  const used = await scheduling.used(user);
  await outboxPublished();

  await backup.putBack();
  await current();
  await eventually(async () => {
    const rows = await scheduling.db
      .selectFrom('scheduled_videos')
      .select(['id', 'state', 'skipped', 'approved_variation'])
      .where('user_id', '=', user)
      .orderBy('publish_at')
      .execute();
    expect(rows).toEqual([
      { id: made?.id, state: 'requested', skipped: false, approved_variation: 0 },
      { id: planned?.id, state: 'paused', skipped: true, approved_variation: null },
    ]);
    expect((await scheduling.get(user, '/api/videos')).body.posting.paused).toBe(true);
  });
  expect(await scheduling.used(user)).toBe(used);
  await backup.drop();
});

test('a restored calendar requests no video before it has caught up', async () => {
  await outboxPublished();
  await sql`update outbox_cursor set checked_as = 'another'`.execute(scheduling.db);
  const user = await scheduling.user({ tier: 'pro' });
  await scheduling.save(user, days(1, 22));
  expect((await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000)).requested).toBe(0);
  await sql`update outbox_cursor set checked_as = database_mark()`.execute(scheduling.db);
  expect((await dispatchBatch(scheduling.db, scheduling.clock.now(), 1_000)).requested).toBe(1);
});

test('a save that was recorded before a column was added is restored with the default of the column', async () => {
  const { db, clock } = scheduling;
  const user = await scheduling.user({ tier: 'pro' });
  await scheduling.save(user, days(1, 22), { notes: 'Recorded' });
  const stored = (await scheduling.eventsOf(user)).find(({ type }) => type === 'ConfigurationSaved');
  const payload = events.ConfigurationSaved.codec.fromJSON(stored?.payload);
  const recall = recalls(clock).find(({ event }) => event.name === events.ConfigurationSaved.name);
  await sql`alter table video_configurations add column added_later boolean not null default true`.execute(db);
  await sql`alter table scheduled_videos add column added_later_too boolean not null default true`.execute(db);
  try {
    for (const table of ['video_configurations', 'scheduled_videos', 'due_entries'])
      await sql`delete from ${sql.table(table)} where user_id = ${user}`.execute(db);
    await db
      .transaction()
      .execute(async (trx) => recall?.handle(trx, { id: 'a', type: '', occurredAt: clock.now(), payload } as never));
    const { rows } = await sql`
      select c.notes, c.added_later, v.state, v.added_later_too
        from video_configurations c join scheduled_videos v using (user_id) where user_id = ${user}`.execute(db);
    expect(rows).toEqual([{ notes: 'Recorded', added_later: true, state: 'planned', added_later_too: true }]);
  } finally {
    await sql`alter table video_configurations drop column added_later`.execute(db);
    await sql`alter table scheduled_videos drop column added_later_too`.execute(db);
  }
});

test('a save of many long texts is announced in events that the broker takes, which restore all of it', async () => {
  const { db, clock } = scheduling;
  const user = await scheduling.user({ tier: 'elite' });
  const caption = 'A line of some length.\n'.repeat(90).trim();
  const full = fullCalendar(20).map((day) => ({ ...day, caption }));
  const first = await scheduling.save(user, full);
  expect(first.status).toBe(200);
  // Each entry takes the place of the next one, and a longer text: in whichever parts they are, some conflict for a while.
  const entries: { id: string; date: string }[] = first.body.scheduledDates;
  const second = await scheduling.save(
    user,
    entries.map(({ id }, index) => {
      const date = entries[(index + 1) % entries.length]?.date;
      return { id, date, time: '09:00', caption: `${caption}!` };
    }),
  );
  expect(second.status).toBe(200);
  const stored = (await scheduling.eventsOf(user)).filter(({ type }) => type === 'ConfigurationSaved');
  expect(stored.length).toBeGreaterThan(3);
  for (const { payload } of stored) expect(JSON.stringify(payload).length).toBeLessThan(900_000);
  for (const table of ['video_configurations', 'scheduled_videos', 'due_entries'])
    await sql`delete from ${sql.table(table)} where user_id = ${user}`.execute(db);
  const recall = recalls(clock).find(({ event }) => event.name === events.ConfigurationSaved.name);
  // The second time each event is old, and changes nothing.
  for (const { payload: json } of [...stored, ...stored]) {
    const payload = events.ConfigurationSaved.codec.fromJSON(json);
    await db
      .transaction()
      .execute(async (trx) => recall?.handle(trx, { id: 'a', type: '', occurredAt: clock.now(), payload } as never));
  }
  const shown = ({ id, date, caption }: { id: string; date: string; caption: string }) => [id, date, caption];
  const { body } = await scheduling.get(user, '/api/video-configuration');
  expect(body.scheduledDates.map(shown)).toEqual(second.body.scheduledDates.map(shown));
});
