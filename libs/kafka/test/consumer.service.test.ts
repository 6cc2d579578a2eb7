import { AppError } from '@reelwright/errors';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type Reader, startReader } from './harness.ts';

let reader: Reader;
beforeEach(async () => {
  reader = await startReader();
});
afterEach(() => reader.stop());

const unavailable = () => new AppError('UNAVAILABLE', 'AWAY', 'Not now.');

describe('an event', () => {
  it('has its effect, in the order of its key', async () => {
    reader.start();
    for (const revision of [1, 2, 3]) await reader.send('u1', revision);
    await eventually(async () => expect(await reader.effects()).toEqual(['u1:1', 'u1:2', 'u1:3']));
  });

  it('that was sent before the group existed is read, too', async () => {
    await reader.send('u1', 1);
    reader.start();
    await eventually(async () => expect(await reader.effects()).toEqual(['u1:1']));
  });

  it('that is delivered twice has its effect once', async () => {
    reader.start();
    const id = await reader.send('u1', 1);
    await reader.send('u1', 1, id);
    await reader.send('u1', 2);
    await eventually(async () => expect(await reader.effects()).toEqual(['u1:1', 'u1:2']));
    expect(await reader.outcome('repeated')).toBe(1);
  });

  it('that has no effect here is skipped, and leaves no row', async () => {
    reader.state.concerns = ({ revision }) => revision !== 1;
    reader.start();
    await reader.send('u1', 1);
    await reader.send('u1', 2);
    await eventually(async () => expect(await reader.effects()).toEqual(['u1:2']));
    expect(reader.state.tries).toHaveLength(1);
    expect(await reader.db.selectFrom('inbox').select('event_id').execute()).toHaveLength(1);
    expect(await reader.outcome('passed over')).toBe(1);
  });

  it('is filtered again when its filter failed', async () => {
    let calls = 0;
    reader.state.concerns = () => {
      if (calls++ === 0) throw unavailable();
      return true;
    };
    reader.start();
    await reader.send('u1', 1);
    await eventually(async () => expect(await reader.effects()).toEqual(['u1:1']), { timeoutMs: 20_000 });
  });

  it('is rolled back when its handler fails half way', async () => {
    let failures = 0;
    reader.state.before = async () => {
      if (failures++ < 2) throw unavailable();
    };
    reader.start();
    await reader.send('u1', 1);
    await eventually(async () => expect(await reader.effects()).toEqual(['u1:1']));
    expect(reader.state.tries).toHaveLength(3);
    expect(await reader.parked()).toEqual([]);
  });

  it.each<[string, (reader: Reader) => Promise<void>]>([
    [
      'of a type without a subscription',
      (to) =>
        to.sendRaw({
          key: 'x',
          value: new Uint8Array(),
          headers: { ...to.header('b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e'), 'event-type': 'a.b.C' },
        }),
    ],
    ['without headers', (to) => to.sendRaw({ key: 'x', value: Buffer.from('?'), headers: {} })],
    ['whose id is no id', (to) => to.sendRaw({ key: 'x', value: Buffer.from('?'), headers: to.header('42') })],
    [
      'whose time is no time',
      (to) =>
        to.sendRaw({
          key: 'x',
          value: Buffer.from('?'),
          headers: { ...to.header('b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e'), 'occurred-at': 'noon' },
        }),
    ],
  ])('%s is skipped and delays no other event', async (_what, send) => {
    await send(reader);
    await reader.send('x', 1);
    reader.start();
    await eventually(async () => expect(await reader.effects()).toEqual(['x:1']));
  });
});

describe('an event that can never be handled', () => {
  it.each<[string, (reader: Reader) => Promise<void>, string]>([
    [
      'unreadable bytes',
      (to) =>
        to.sendRaw({
          key: 'u1',
          value: Buffer.from('\xff\xff', 'latin1'),
          headers: to.header('b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e'),
        }),
      'cannot be read',
    ],
    [
      'a user missing',
      (to) =>
        to.sendRaw({ key: 'u1', value: new Uint8Array(), headers: to.header('b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e') }),
      'userId is missing',
    ],
    [
      'a refusal of the handler',
      async (to) => {
        to.state.before = async ({ payload }) => {
          if (payload.revision === 1) throw new AppError('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.');
        };
        await to.send('u1', 1, 'b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e');
      },
      'no such user',
    ],
  ])(
    'because of %s becomes a dead letter with its cause, and the next of its key is handled',
    async (_what, send, cause) => {
      reader.start();
      const letters = await reader.deadLetters();
      await send(reader);
      await reader.send('u1', 2);
      await eventually(async () => expect(await reader.effects()).toEqual(['u1:2']));
      await eventually(() =>
        expect(letters.found).toEqual([
          expect.objectContaining({
            key: 'u1',
            id: 'b9bb16a8-9d0a-4ce4-b81b-3a1d40c5ae9e',
            cause: expect.stringContaining(cause),
          }),
        ]),
      );
      expect(await reader.outcome('dead')).toBe(1);
      await letters.stop();
    },
  );
});

describe('stopping', () => {
  it('waits for the current event; the group continues after it', async () => {
    let release = () => undefined as unknown;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    reader.state.before = ({ payload }) => (payload.revision === 1 ? released : Promise.resolve());
    const first = reader.start();
    await reader.send('u1', 1);
    await eventually(() => expect(reader.state.tries).toEqual(['u1:1']));
    const stopped = first.stop();
    release();
    await stopped;
    expect(await reader.effects()).toEqual(['u1:1']);
    await reader.send('u1', 2);
    reader.start();
    await eventually(async () => expect(await reader.effects()).toEqual(['u1:1', 'u1:2']));
    expect(reader.state.tries).toEqual(['u1:1', 'u1:2']);
  });

  it('ends a consumer that is still joining the group', async () => {
    const first = reader.start();
    await first.stop();
    await reader.send('u1', 1);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(reader.state.tries).toEqual([]);
    await expect(first.ready()).rejects.toMatchObject({ code: 'CONSUMER_NOT_JOINED' });
  });
});

it.each([
  ['data that fits no column', "select 'nine'::int"],
  ['a rule of the tables', 'insert into inbox (consumer, event_id) values (null, null)'],
])(
  'an event that fails on %s becomes a dead letter at once, because each retry would fail',
  async (_what, statement) => {
    reader.state.before = async ({ payload }) => {
      if (payload.userId === 'broken') await sql.raw(statement).execute(reader.db);
    };
    const dead = await reader.deadLetters();
    reader.start();
    await reader.send('broken', 1);
    await reader.send('broken', 2);
    await eventually(() => expect(dead.found).toHaveLength(2));
    expect(await reader.parked()).toEqual([]);
    await dead.stop();
  },
);
