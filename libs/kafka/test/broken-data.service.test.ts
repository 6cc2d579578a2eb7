import { randomUUID } from 'node:crypto';
import { topics } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { silentLogger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { replayDeadLetters } from '../src/index.ts';
import { type ConsumerHarness, startConsumerHarness } from './harness.ts';

let harness: ConsumerHarness;
beforeEach(async () => {
  harness = await startConsumerHarness();
});
afterEach(() => harness.stop());

const unavailable = () => new AppError('UNAVAILABLE', 'AWAY', 'Not now.');
const NOT_UTF8 = Buffer.from([0x61, 0xff, 0xfe]);
/** Too long for a Postgres index, and random so that it cannot be compressed. */
const LONG = Array.from({ length: 200 }, () => randomUUID()).join('');
/** A time that JavaScript can represent and Postgres cannot. */
const BEFORE_TIME = '-271821-04-20T00:00:00.000Z';

/** Sends an event of `userId` with this key and these headers beside its own. */
const send = (key: string | Buffer, userId: string, headers: Record<string, string> = {}) =>
  harness.sendRaw({ ...harness.message(userId, 1), key, headers: { ...harness.header(randomUUID()), ...headers } });

/** A handler hook that passes only events of another user. */
const passOnly = (userId: string) => {
  harness.state.before = async ({ payload }) => {
    if (payload.userId !== userId) throw unavailable();
  };
};

/** Checks that the partition continues: `last` comes after the broken event in it. */
async function partitionContinues(last: string | Buffer) {
  await send(last, 'next');
  await eventually(async () => expect(await harness.effects()).toContain('next:1'));
  expect(await harness.parked()).toEqual([]);
}

describe('an event that Postgres can never store', () => {
  it.each<[string, string | Buffer, string]>([
    ['holds a null byte', 'a\0b', 'invalid byte sequence'],
    ['is not text', NOT_UTF8, 'not UTF-8'],
  ])(
    'becomes a dead letter with the error because its key %s, and its partition continues',
    async (_what, key, error) => {
      const deadLetters = await harness.deadLetters();
      await send(key, 'u1');
      harness.start();
      await eventually(() => expect(deadLetters.found).toHaveLength(1));
      expect(deadLetters.found[0]?.keyBytes).toEqual(Buffer.from(key));
      expect(deadLetters.found[0]?.error).toContain(error);
      expect(harness.state.tries).toEqual([]);
      await harness.send('next', 1);
      await eventually(async () => expect(await harness.effects()).toEqual(['next:1']));
      await deadLetters.stop();
    },
  );

  it.each<[string, string, Record<string, string>, string]>([
    ['its key is too long for the index', LONG, {}, 'index row'],
    ['its time is out of range', 'u1', { 'occurred-at': BEFORE_TIME }, 'timestamp'],
  ])('becomes a dead letter, too, when it cannot be parked because %s', async (_what, key, headers, error) => {
    passOnly('next');
    const deadLetters = await harness.deadLetters();
    await send(key, 'u1', headers);
    harness.start();
    await eventually(() => expect(deadLetters.found).toEqual([expect.objectContaining({ key })]));
    expect(deadLetters.found[0]?.error).toContain(error);
    await partitionContinues(key);
    await deadLetters.stop();
  });

  it('becomes a dead letter at once when a value in its payload is refused', async () => {
    const deadLetters = await harness.deadLetters();
    harness.start();
    await harness.send('a\0b', 1);
    await send('u1', 'a\0b');
    await eventually(() => expect(deadLetters.found).toHaveLength(2));
    expect(deadLetters.found[1]?.error).toContain('invalid byte sequence');
    expect(harness.state.tries).toEqual(['a\0b:1']);
    await partitionContinues('u1');
    await deadLetters.stop();
  });

  it.each<[string, (value: string) => ReturnType<typeof sql>]>([
    ['a null byte within JSON', () => sql`select ${JSON.stringify('a\0b')}::jsonb`],
    ['an unpaired surrogate within JSON', () => sql`select ${JSON.stringify('\ud800')}::jsonb`],
    ['a time out of range', (time) => sql`select ${time}::timestamptz`],
    ['too much for an index', () => sql`insert into known_names values (${LONG})`],
  ])('becomes a dead letter after one try when a handler writes %s', async (_what, statement) => {
    await sql`create table known_names (name text primary key)`.execute(harness.db);
    harness.state.before = async ({ payload }) => {
      if (payload.userId === 'u1') await statement('20000000-01-01').execute(harness.db);
    };
    const deadLetters = await harness.deadLetters();
    harness.start();
    await send('u1', 'u1');
    await eventually(() => expect(deadLetters.found).toHaveLength(1));
    expect(harness.state.tries).toEqual(['u1:1']);
    await partitionContinues('u1');
    await deadLetters.stop();
  });
});

it('a message with an invalid header is skipped', async () => {
  for (const name of ['event-id', 'event-type', 'occurred-at', 'replay-for', 'x-note']) {
    await send('u1', name, { [name]: 'a\0b' });
  }
  harness.start();
  await partitionContinues('u1');
  expect(await harness.effects()).toEqual(['x-note:1', 'next:1']);
});

it('an event is parked even if Postgres cannot store its error unchanged', async () => {
  const state = { unavailable: true };
  harness.state.before = async () => {
    if (state.unavailable) throw new AppError('UNAVAILABLE', 'AWAY', 'a\0b is unavailable.');
  };
  harness.start();
  await harness.send('u1', 1);
  await eventually(async () => expect((await harness.parked())[0]?.attempts).toBe(1));
  expect((await harness.parked())[0]?.cause).toBe('a\ufffdb is unavailable.');
  state.unavailable = false;
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']));
});

it('an event whose key cannot be looked up while the database is unavailable waits, and is no dead letter', async () => {
  const deadLetters = await harness.deadLetters();
  harness.start();
  await harness.send('u1', 1);
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']));
  await sql`alter table parked_events rename to parked_events_hidden`.execute(harness.db);
  await harness.send('u1', 2);
  await harness.send('a\0b', 1);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await sql`alter table parked_events_hidden rename to parked_events`.execute(harness.db);
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1', 'u1:2']));
  await eventually(() => expect(deadLetters.found).toEqual([expect.objectContaining({ key: 'a\0b' })]));
  await deadLetters.stop();
});

it.each([
  ['a null byte', 'a\0b'],
  ['bytes that are not UTF-8', NOT_UTF8],
])('a dead letter whose key holds %s is replayed with that key, and is a dead letter again', async (_what, key) => {
  const deadLetters = await harness.deadLetters();
  harness.start();
  await send(key, 'u1');
  await eventually(() => expect(deadLetters.found).toHaveLength(1));
  const { connection, prefix: topicPrefix } = harness.kafka;
  const replay = { ...connection, topicPrefix, topic: topics.auth, group: 'tester', logger: silentLogger };
  expect(await replayDeadLetters(replay)).toBe(1);
  await eventually(() => expect(deadLetters.found).toHaveLength(2));
  expect(deadLetters.found[1]).toEqual(deadLetters.found[0]);
  expect(deadLetters.found[1]?.keyBytes).toEqual(Buffer.from(key));
  await deadLetters.stop();
});
