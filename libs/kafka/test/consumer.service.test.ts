import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type ConsumerHarness, startConsumerHarness } from './harness.ts';

let harness: ConsumerHarness;
beforeEach(async () => {
  harness = await startConsumerHarness();
});
afterEach(() => harness.stop());

const unavailable = () => new AppError('UNAVAILABLE', 'AWAY', 'Not now.');

describe('an event', () => {
  it('has its effect after the earlier events of its key', async () => {
    harness.start();
    for (const revision of [1, 2, 3]) await harness.send('u1', revision);
    await eventually(async () => expect(await harness.effects()).toEqual(['u1:1', 'u1:2', 'u1:3']));
  });

  it('that was sent before the group existed is read, too', async () => {
    await harness.send('u1', 1);
    harness.start();
    await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']));
  });

  it('that is delivered twice has its effect once', async () => {
    harness.start();
    const id = await harness.send('u1', 1);
    await harness.send('u1', 1, id);
    await harness.send('u1', 2);
    await eventually(async () => expect(await harness.effects()).toEqual(['u1:1', 'u1:2']));
    expect(await harness.outcome('repeated')).toBe(1);
  });

  it('that its filter rejects is not handled, and leaves no row', async () => {
    harness.state.filter = ({ revision }) => revision !== 1;
    harness.start();
    await harness.send('u1', 1);
    await harness.send('u1', 2);
    await eventually(async () => expect(await harness.effects()).toEqual(['u1:2']));
    expect(harness.state.tries).toHaveLength(1);
    expect(await harness.db.selectFrom('inbox').select('event_id').execute()).toHaveLength(1);
    expect(await harness.outcome('passed over')).toBe(1);
  });

  it('is filtered again after its filter failed', async () => {
    let calls = 0;
    harness.state.filter = () => {
      if (calls++ === 0) throw unavailable();
      return true;
    };
    harness.start();
    await harness.send('u1', 1);
    await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']), { timeoutMs: 20_000 });
  });

  it('leaves no effect when its handler fails half way, and is retried at once', async () => {
    let failures = 0;
    harness.state.after = async () => {
      if (failures++ < 2) throw unavailable();
    };
    harness.start();
    await harness.send('u1', 1);
    await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']));
    expect(harness.state.tries).toHaveLength(3);
    // Parked: kept in the consumer's database after failures, to be retried later, with the later events of its key
    // behind it.
    expect(await harness.parked()).toEqual([]);
  });

  it.each<[string, () => Promise<void>]>([
    [
      'of a type without a subscription',
      () =>
        harness.sendRaw({
          key: 'x',
          value: new Uint8Array(),
          headers: { ...harness.header('b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e'), 'event-type': 'a.b.C' },
        }),
    ],
    ['without headers', () => harness.sendRaw({ key: 'x', value: Buffer.from('?'), headers: {} })],
    ['whose id is no id', () => harness.sendRaw({ key: 'x', value: Buffer.from('?'), headers: harness.header('42') })],
    [
      'whose time is no time',
      () =>
        harness.sendRaw({
          key: 'x',
          value: Buffer.from('?'),
          headers: { ...harness.header('b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e'), 'occurred-at': 'noon' },
        }),
    ],
  ])('%s is skipped and delays no other event', async (_what, send) => {
    await send();
    await harness.send('x', 1);
    harness.start();
    await eventually(async () => expect(await harness.effects()).toEqual(['x:1']));
  });
});

describe('an event that can never be handled', () => {
  it.each<[string, () => Promise<void>, string]>([
    [
      'unreadable bytes',
      () =>
        harness.sendRaw({
          key: 'u1',
          value: Buffer.from('\xff\xff', 'latin1'),
          headers: harness.header('b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e'),
        }),
      'cannot be read',
    ],
    [
      'no user',
      () =>
        harness.sendRaw({
          key: 'u1',
          value: new Uint8Array(),
          headers: harness.header('b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e'),
        }),
      'userId is missing',
    ],
    [
      'a handler that rejects it',
      async () => {
        harness.state.before = async ({ payload }) => {
          if (payload.revision === 1) throw new AppError('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.');
        };
        await harness.send('u1', 1, 'b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e');
      },
      'no such user',
    ],
  ])(
    'with %s becomes a dead letter with the error, and the next event of its key is handled',
    async (_what, send, error) => {
      harness.start();
      const deadLetters = await harness.deadLetters();
      await send();
      await harness.send('u1', 2);
      await eventually(async () => expect(await harness.effects()).toEqual(['u1:2']));
      await eventually(() =>
        expect(deadLetters.found).toEqual([
          expect.objectContaining({
            key: 'u1',
            id: 'b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e',
            error: expect.stringContaining(error),
          }),
        ]),
      );
      expect(await harness.outcome('dead')).toBe(1);
      await deadLetters.stop();
    },
  );
});

describe('stopping', () => {
  it('waits for the current event; the next consumer starts with the one after it', async () => {
    let release = () => undefined as unknown;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    harness.state.before = ({ payload }) => (payload.revision === 1 ? released : Promise.resolve());
    const first = harness.start();
    await harness.send('u1', 1);
    await eventually(() => expect(harness.state.tries).toEqual(['u1:1']));
    const stopped = first.stop();
    release();
    await stopped;
    expect(await harness.effects()).toEqual(['u1:1']);
    await harness.send('u1', 2);
    harness.start();
    await eventually(async () => expect(await harness.effects()).toEqual(['u1:1', 'u1:2']));
    expect(harness.state.tries).toEqual(['u1:1', 'u1:2']);
  });

  it('ends a consumer that is still joining the group', async () => {
    const first = harness.start();
    await first.stop();
    await harness.send('u1', 1);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(harness.state.tries).toEqual([]);
    await expect(first.ready()).rejects.toMatchObject({ code: 'CONSUMER_NOT_JOINED' });
  });
});

it.each([
  ['an invalid value', "select 'nine'::int"],
  ['a broken constraint', 'insert into inbox (consumer, event_id) values (null, null)'],
])('an event that fails on %s becomes a dead letter and is not parked', async (_what, statement) => {
  harness.state.before = async ({ payload }) => {
    if (payload.userId === 'broken') await sql.raw(statement).execute(harness.db);
  };
  const deadLetters = await harness.deadLetters();
  harness.start();
  await harness.send('broken', 1);
  await harness.send('broken', 2);
  await eventually(() => expect(deadLetters.found).toHaveLength(2));
  expect(await harness.parked()).toEqual([]);
  await deadLetters.stop();
});

it('how long events take and how many are left is measured', async () => {
  harness.start();
  for (const revision of [1, 2, 3]) await harness.send('u1', revision);
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1', 'u1:2', 'u1:3']));
  await eventually(async () => {
    const durations = await harness.series('consumer_event_duration_seconds_count');
    expect(Object.keys(durations)).toEqual([expect.stringContaining(`type="${events.UserDeleted.name}"`)]);
    expect(Object.values(durations)).toEqual([3]);
    const lag = await harness.series('consumer_lag_events');
    expect(Object.keys(lag)).toEqual([expect.stringMatching(/topic="reelwright.auth.user.v1",partition="\d+"/)]);
    expect(Object.values(lag)).toEqual([0]);
  });
});
