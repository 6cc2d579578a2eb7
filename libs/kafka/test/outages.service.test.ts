import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { silentLogger } from '@reelwright/logger';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { createPublisher } from '../src/index.ts';
import { type ConsumerHarness, startConsumerHarness } from './harness.ts';

let harness: ConsumerHarness;
beforeEach(async () => {
  harness = await startConsumerHarness();
});
afterEach(() => harness.stop());

it('while the database is unavailable nothing is lost or skipped, and the lag grows', async () => {
  harness.start();
  await harness.send('u1', 1);
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']));
  // Neither handled nor parked: the tables of both are gone for a while.
  await sql`alter table inbox rename to inbox_away`.execute(harness.db);
  await sql`alter table parked_events rename to parked_events_away`.execute(harness.db);
  // The second event is fetched once the first has failed.
  for (const [revision, lag] of [
    [2, 1],
    [3, 2],
  ] as const) {
    await harness.send('u1', revision);
    await eventually(async () => expect(Object.values(await harness.series('consumer_lag_events'))).toEqual([lag]));
  }
  await sql`alter table parked_events_away rename to parked_events`.execute(harness.db);
  await sql`alter table inbox_away rename to inbox`.execute(harness.db);
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1', 'u1:2', 'u1:3']));
});

it('two processes of a group share the work; one takes over when the other stops', async () => {
  const first = harness.start();
  const second = harness.start();
  await eventually(() => Promise.all([first.ready(), second.ready()]));
  for (let user = 0; user < 10; user++) await harness.send(`u${user}`, 1);
  await eventually(async () => expect(new Set(await harness.effects()).size).toBe(10));
  await first.stop();
  for (let user = 0; user < 10; user++) await harness.send(`u${user}`, 2);
  await eventually(async () => expect(new Set(await harness.effects()).size).toBe(20));
  expect(await harness.effects()).toHaveLength(20);
});

it('a broker that is unavailable at the start is used once it is there', async () => {
  const [host = '', port] = harness.kafka.connection.brokers.split(':');
  const sockets = new Set<Socket>();
  const state = { unavailable: true };
  const proxy = createServer((near) => {
    if (state.unavailable) return near.destroy();
    const far = connect(Number(port), host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          near.destroy();
          far.destroy();
        });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const brokers = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const consumer = harness.start({ brokers });
  await expect(consumer.ready()).rejects.toMatchObject({ code: 'CONSUMER_NOT_JOINED' });
  state.unavailable = false;
  await harness.send('u1', 1);
  await eventually(async () => expect(await harness.effects()).toEqual(['u1:1']), { timeoutMs: 25_000 });
  await consumer.ready();
  await consumer.stop();
  for (const socket of sockets) socket.destroy();
  proxy.close();
});

describe('a publisher', () => {
  it('throws when no broker is reachable, so that the caller can try again', async () => {
    const publisher = createPublisher({ brokers: '127.0.0.1:1', clientId: 'test', logger: silentLogger });
    const message = { topic: 't', key: 'k', value: new Uint8Array(), headers: {} };
    await expect(publisher.publish([message])).rejects.toThrow();
    await publisher.stop();
  }, 40_000);

  it('connects once, also when two first messages come at the same time', async () => {
    const publisher = createPublisher({
      ...harness.kafka.connection,
      clientId: 'test',
      logger: silentLogger,
      topicPrefix: harness.kafka.prefix,
    });
    const send = (key: string) =>
      publisher.publish([{ topic: harness.deadLetterTopicName, key, value: new Uint8Array([1]), headers: {} }]);
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = sockets();
    await Promise.all([send('a'), send('b'), send('c')]);
    await publisher.stop();
    await eventually(() => expect(sockets()).toBeLessThanOrEqual(before));
  });
});
