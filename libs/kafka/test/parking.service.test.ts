import { randomUUID } from 'node:crypto';
import { events, topics } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type ConsumerHarness, startConsumerHarness } from './harness.ts';

let harness: ConsumerHarness;
beforeEach(async () => {
  harness = await startConsumerHarness();
});
afterEach(() => harness.stop());

/** A dependency of the handler that is unavailable until the test changes that. */
function dependencyAway(of = (_userId: string) => true) {
  const state = { unavailable: true };
  harness.state.before = async ({ payload }) => {
    if (state.unavailable && of(payload.userId)) throw new AppError('UNAVAILABLE', 'AWAY', 'Not now.');
  };
  return state;
}

const park = (key: string, revision: number, nextTryInSeconds: number, attempts = 0) =>
  harness.db
    .insertInto('parked_events')
    .values({
      consumer: 'tester',
      event_id: randomUUID(),
      topic: topics.auth,
      key,
      type: events.UserDeleted.name,
      payload: Buffer.from(events.UserDeleted.codec.encode({ userId: key, revision }).finish()),
      occurred_at: new Date(),
      attempts,
      cause: 'put there by a test',
      next_try_at: sql<Date>`clock_timestamp() + ${nextTryInSeconds} * interval '1 second'`,
    })
    .execute();

it('an event that fails for a transient reason is parked with the later ones of its key; other keys continue', async () => {
  const neighbour = dependencyAway((userId) => userId === 'stuck');
  harness.start();
  for (const revision of [1, 2, 3]) await harness.send('stuck', revision);
  await harness.send('free', 1);
  await eventually(async () => expect(await harness.effects()).toEqual(['free:1']));
  await eventually(async () => expect(await harness.parked()).toHaveLength(3));
  // Those behind are not even tried.
  expect(new Set(harness.state.tries)).toEqual(new Set(['stuck:1', 'free:1']));
  neighbour.unavailable = false;
  await eventually(async () => expect(await harness.effects()).toEqual(['free:1', 'stuck:1', 'stuck:2', 'stuck:3']));
  expect(await harness.parked()).toEqual([]);
});

it('each retry waits longer than the one before', async () => {
  dependencyAway();
  harness.start();
  await harness.send('u1', 1);
  const [row] = await eventually(async () => {
    const rows = await harness.parked();
    expect(rows[0]?.attempts).toBeGreaterThanOrEqual(2);
    return rows;
  });
  expect(row?.next_try_at.getTime()).toBeGreaterThan(Date.now() + 1_000);
  expect(row?.cause).toContain('Not now');
});

it('an event that failed too often becomes a dead letter, and its key continues', async () => {
  dependencyAway((userId) => userId === 'stuck');
  harness.state.before = async ({ payload }) => {
    if (payload.revision === 1) throw new AppError('UNAVAILABLE', 'AWAY', 'Not now.');
  };
  await park('stuck', 1, -1, 11);
  await park('stuck', 2, -1);
  const deadLetters = await harness.deadLetters();
  harness.start();
  await eventually(() => expect(deadLetters.found).toEqual([expect.objectContaining({ key: 'stuck' })]));
  await eventually(async () => expect(await harness.effects()).toEqual(['stuck:2']));
  await deadLetters.stop();
});

it('many keys that are not due do not delay one that is', async () => {
  for (let key = 0; key < 205; key++) await park(`a${key}`, 1, 3_600);
  await park('z', 1, -1);
  harness.start();
  await eventually(async () => expect(await harness.effects()).toEqual(['z:1']), { timeoutMs: 9_000 });
});

it('many events behind one key are handled without a pause', async () => {
  for (let revision = 1; revision <= 20; revision++) await park('u1', revision, -1);
  harness.start();
  const expectedEffects = Array.from({ length: 20 }, (_, index) => `u1:${index + 1}`);
  await eventually(async () => expect(await harness.effects()).toEqual(expectedEffects), { timeoutMs: 9_000 });
});

it('old inbox rows are deleted, those of events that a topic may still hold are kept', async () => {
  const [old, recent] = [randomUUID(), randomUUID()];
  await harness.db
    .insertInto('inbox')
    .values([
      { consumer: 'tester', event_id: old, taken_at: new Date(Date.now() - 40 * 86_400_000) },
      { consumer: 'tester', event_id: recent, taken_at: new Date(Date.now() - 8 * 86_400_000) },
    ])
    .execute();
  harness.start();
  await eventually(async () => {
    const rows = await harness.db.selectFrom('inbox').select('event_id').execute();
    expect(rows.map((row) => row.event_id)).toEqual([recent]);
  });
});
