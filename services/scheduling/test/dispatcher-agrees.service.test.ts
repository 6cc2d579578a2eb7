import { events, VideoRequested } from '@reelwright/contracts';
import { continueTrace, formatTraceparent, runInTrace } from '@reelwright/tracing';
import type { Kysely, Transaction } from 'kysely';
import { MISSED_AFTER_MS } from '../src/calendar/slot-rules.ts';
import type { SchedulingDatabase } from '../src/database.ts';
import { dispatchBatch } from '../src/dispatch/dispatch-batch.ts';
import { createEntries, saveEntry } from '../src/entries/entry.repository.ts';
import { type Entry, planned, transition } from '../src/entries/entry.ts';
import { type EntryRow, toEntry } from '../src/entries/entry-columns.ts';
import { type Account, readAccount } from '../src/plans/account.repository.ts';
import { isCovered } from '../src/plans/entry-causes.ts';
import { readConfiguration, writeConfiguration } from '../src/settings/configuration.repository.ts';
import { type EntrySettings, NO_SETTINGS } from '../src/settings/entry-settings.ts';
import { type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());

const HOUR_MS = 3_600_000;
const hoursFrom = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR_MS);
const NOW = hoursFrom(START, 48);
const BETWEEN = hoursFrom(NOW, 10);

/** Times within the next day, late, or missed; each gets different settings. */
const TIMES = [
  hoursFrom(NOW, -7),
  new Date(NOW.getTime() - MISSED_AFTER_MS - 1),
  new Date(NOW.getTime() - MISSED_AFTER_MS),
  hoursFrom(NOW, -1),
  hoursFrom(NOW, 4),
  BETWEEN,
  hoursFrom(NOW, 20),
  hoursFrom(NOW, 24),
];
const SETTINGS: readonly EntrySettings[] = [
  NO_SETTINGS,
  {
    videoType: 'v5',
    title: 'A "title" – süß',
    caption: null,
    captions: { instagram: 'Words\n"quoted"' },
    platforms: ['youtube'],
  },
  { videoType: null, title: null, caption: 'My own "words" – süß', captions: null, platforms: null },
  {
    videoType: 'v8',
    title: 'Ours',
    caption: 'Mine',
    captions: { youtube: 'Y – süß', tiktok: 'T' },
    platforms: ['instagram', 'tiktok'],
  },
];
const paid = { tier: 'pro', status: 'active' };
const PLANS: readonly [string, Parameters<Scheduling['plan']>[1]][] = [
  ['that continues', paid],
  ['without an end', { ...paid, entitledUntil: undefined }],
  ['that lapses now', { ...paid, entitledUntil: NOW }],
  ['that lapses in between', { ...paid, entitledUntil: BETWEEN }],
  ['that was cancelled and ends in between', { ...paid, status: 'cancelling', entitledUntil: BETWEEN }],
  ['that was cancelled and has ended', { ...paid, status: 'cancelling', entitledUntil: hoursFrom(NOW, -1) }],
  ['whose grace ends in between', { ...paid, status: 'past_due', entitledUntil: BETWEEN }],
  ['whose grace has no end', { ...paid, status: 'past_due', entitledUntil: undefined }],
  [
    'that a smaller one follows in between',
    { ...paid, currentPeriodEnd: BETWEEN, nextTier: 'starter', nextVideosPerMonth: 8 },
  ],
  ['that is the free plan', { tier: 'free', status: 'none', monthAnchor: undefined, entitledUntil: undefined }],
];

describe("the dispatcher's SQL writes the same fields as the code, for a plan", () => {
  it.each(PLANS)('%s', async (_name, plan) => {
    const userId = await scheduling.user();
    await scheduling.plan(userId, plan);
    await givenEntries(userId);
    const { db } = scheduling;
    const byCode = await db.startTransaction().execute();
    await dispatchByCode(byCode, userId);
    const expected = await written(byCode, userId);
    await byCode.rollback().execute();

    await dispatchBatch(db, NOW, 1_000);
    const dispatched = await written(db, userId);
    expect(dispatched).toEqual(expected);
    expect(new Set(dispatched.entries.map(({ state }) => state))).toContain('missed');
    expect(dispatched.due).toEqual([]);
  });
});

it('the request of a video continues the trace that its entry was created in', async () => {
  const userId = await scheduling.user();
  await scheduling.plan(userId, paid);
  const trace = continueTrace(undefined);
  await runInTrace(trace, () => givenEntries(userId));
  await dispatchBatch(scheduling.db, NOW, 1_000);
  const requested = await scheduling.db
    .selectFrom('outbox')
    .select('traceparent')
    .where('key', '=', userId)
    .where('type', '=', events.VideoRequested.name)
    .execute();
  expect(new Set(requested.map(({ traceparent }) => traceparent))).toEqual(new Set([formatTraceparent(trace)]));
});

async function givenEntries(userId: string): Promise<void> {
  await scheduling.db.transaction().execute(async (trx) => {
    const brand = { name: 'Ada <3', occupation: 'baker', feel: 'warm', colours: ['#aa5522'] };
    const configuration = {
      version: 1,
      videoType: 'v3',
      includeAudio: false,
      notes: 'a "note"',
      brand,
      timeZone: 'UTC',
      askBeforePosting: false,
    };
    await writeConfiguration(trx, userId, configuration, START);
    for (const [index, publishAt] of TIMES.entries()) {
      const settings = SETTINGS[index % SETTINGS.length] ?? NO_SETTINGS;
      const draft = { date: '2026-11-23', time: '09:00', timeZone: 'Europe/Rome', publishAt, ...settings };
      await createEntries(trx, [planned(userId, draft, START)], configuration, START);
    }
  });
}

/** Dispatches by the rules and transitions of single entries. */
async function dispatchByCode(trx: Transaction<SchedulingDatabase>, userId: string): Promise<void> {
  const account = await readAccount(trx, userId, NOW);
  const configuration = await readConfiguration(trx, userId);
  for (const row of await entriesOf(trx, userId)) {
    const entry = toEntry(row);
    const outcome = outcomeOf(entry, account);
    await saveEntry(trx, transition(entry, { type: outcome, configuration }, NOW), NOW);
  }
}

function outcomeOf({ publishAt }: Entry, account: Account) {
  if (!publishAt) throw new Error('every entry of this test has a time');
  if (publishAt.getTime() < NOW.getTime() - MISSED_AFTER_MS) return 'missed';
  return isCovered(account, publishAt) ? 'requested' : 'paused';
}

async function entriesOf(db: Kysely<SchedulingDatabase>, userId: string): Promise<EntryRow[]> {
  return db
    .selectFrom('scheduled_videos')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('publish_at')
    .orderBy('id')
    .execute();
}

/** All rows that are written for a user's entries. */
async function written(db: Kysely<SchedulingDatabase>, userId: string) {
  const events = await db
    .selectFrom('outbox')
    .select(['topic', 'key', 'type', 'payload', 'occurred_at'])
    .where('key', '=', userId)
    .execute();
  return {
    entries: await entriesOf(db, userId),
    due: await db.selectFrom('due_entries').selectAll().where('user_id', '=', userId).execute(),
    ledger: await db
      .selectFrom('usage_ledger')
      .select(['user_id', 'quota_month', 'video_id', 'kind', 'delta', 'at'])
      .where('user_id', '=', userId)
      .orderBy('video_id')
      .execute(),
    events: events
      .map(({ payload, ...event }) => ({ ...event, payload: VideoRequested.fromJSON(payload) }))
      .sort((one, other) => one.payload.videoId.localeCompare(other.payload.videoId)),
  };
}
