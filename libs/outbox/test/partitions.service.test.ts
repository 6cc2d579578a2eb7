import { eventually } from '@reelwright/testing';
import pg from 'pg';
import { createBroker, type Outbox, startOutbox } from './harness.ts';

const DAY = 86_400_000;
const dayName = (ago: number) => {
  const day = new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
  return { day, table: `outbox_${day.replaceAll('-', '')}` };
};

let outbox: Outbox;
beforeEach(async () => {
  outbox = await startOutbox();
});
afterEach(() => outbox.stop());

/** The partition of a day gone by, with one event in it. */
async function oldDay(ago: number, userId: string) {
  const { day, table } = dayName(ago);
  const next = dayName(ago - 1).day;
  await outbox.admin.query(
    `create table ${table} partition of outbox for values from ('${day}T00:00:00Z') to ('${next}T00:00:00Z')`,
  );
  await oldRow(ago, userId);
  return table;
}

async function oldRow(ago: number, userId: string) {
  await outbox.admin.query(
    `insert into outbox (topic, key, type, payload, occurred_at, created_at)
     values ('reelwright.auth.user.v1', $1, 'reelwright.auth.v1.UserDeleted', $2, now(), $3)`,
    [userId, JSON.stringify({ userId, revision: 1 }), `${dayName(ago).day}T12:00:00Z`],
  );
}

async function rowsIn(table: string): Promise<number> {
  const { rows } = await outbox.admin.query<{ count: number }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
}

it('a relay makes the partitions of today and the two days after', async () => {
  const broker = createBroker();
  outbox.startRelay(broker);
  const expectedTables = [0, -1, -2].map((ago) => dayName(ago).table);
  await eventually(async () => expect(await outbox.partitions()).toEqual(expect.arrayContaining(expectedTables)));
  await outbox.enqueueAlone('u1');
  expect(await rowsIn(dayName(0).table)).toBe(1);
});

it('events that were written before any relay ran are published', async () => {
  await outbox.enqueueAlone('early');
  const broker = createBroker();
  outbox.startRelay(broker);
  await eventually(() => expect(broker.received()).toEqual(['early:1']));
  await outbox.enqueueAlone('later');
  await eventually(() => expect(broker.received()).toEqual(['early:1', 'later:1']));
});

it('an old day is dropped once all of it is published, and not before', async () => {
  const [old, recent] = [await oldDay(5, 'old'), await oldDay(2, 'recent')];
  const broker = createBroker();
  const relay = outbox.startRelay(broker);
  await eventually(() => expect(broker.received()).toEqual(['old:1', 'recent:1']));
  expect(await outbox.partitions()).toContain(old);
  await relay.stop();
  outbox.startRelay(broker);
  await eventually(async () => expect(await outbox.partitions()).not.toContain(old));
  expect(await outbox.partitions()).toContain(recent);
  expect(broker.received()).toEqual(['old:1', 'recent:1']);
});

it('old rows that fell into the default partition are cleared once published', async () => {
  await oldRow(5, 'old');
  await oldRow(1, 'recent');
  const broker = createBroker();
  const relay = outbox.startRelay(broker);
  await eventually(() => expect(broker.received()).toEqual(['old:1', 'recent:1']));
  await relay.stop();
  outbox.startRelay(broker);
  await eventually(async () => expect(await rowsIn('outbox_default')).toBe(1));
});

it('a long read of the table, such as a dump, blocks neither the relay nor writers', async () => {
  await oldDay(5, 'old');
  const broker = createBroker();
  const first = outbox.startRelay(broker);
  await eventually(() => expect(broker.received()).toEqual(['old:1']));
  await first.stop();
  for (const ahead of [0, -1, -2]) await outbox.admin.query(`drop table ${dayName(ahead).table}`);

  const dump = new pg.Client({ connectionString: outbox.url });
  await dump.connect();
  await dump.query('begin');
  await dump.query('select count(*) from outbox');
  outbox.startRelay(broker);
  await outbox.enqueueAlone('during');
  await eventually(() => expect(broker.received()).toEqual(['old:1', 'during:1']), { timeoutMs: 8_000 });
  await dump.query('rollback');
  await dump.end();
});
