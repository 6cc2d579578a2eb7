import { topics } from '@reelwright/contracts';
import { createPublisher } from '@reelwright/kafka';
import { silentLogger } from '@reelwright/logger';
import { MIGRATIONS } from '@reelwright/postgres';
import { createTestTopics, eventually, urlWithTls } from '@reelwright/testing';
import { continueTrace, formatTraceparent, runInTrace } from '@reelwright/tracing';
import { oldestUnpublishedSeconds } from '../src/index.ts';
import { createBroker, type Outbox, startOutbox } from './harness.ts';

let outbox: Outbox;
beforeEach(async () => {
  outbox = await startOutbox();
});
afterEach(() => outbox.stop());

describe('an event', () => {
  it('is published after its commit with its key, id and time, encoded by its type', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    await outbox.enqueueAlone('u1', 7);
    await eventually(() => expect(broker.received()).toEqual(['u1:7']));
    expect(broker.acknowledged[0]).toMatchObject({
      topic: topics.auth,
      key: 'u1',
      headers: {
        'event-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'event-type': 'reelwright.auth.v1.UserDeleted',
        'occurred-at': expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    });
  });

  it('is published with the trace that it was written in, and with none outside a trace', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    const trace = continueTrace(undefined);
    await runInTrace(trace, () => outbox.enqueueAlone('inside'));
    await outbox.enqueueAlone('outside');
    await eventually(() => expect(broker.received()).toEqual(['inside:1', 'outside:1']));
    const [inside, outside] = broker.acknowledged.map(({ headers }) => headers);
    expect(inside).toMatchObject({ traceparent: formatTraceparent(trace) });
    expect(outside).not.toHaveProperty('traceparent');
  });

  it('is published by a relay that speaks TLS', async () => {
    const broker = createBroker();
    outbox.startRelay(broker, broker.publisher, { url: urlWithTls(outbox.url) });
    await outbox.enqueueAlone('u1', 7);
    await eventually(() => expect(broker.received()).toEqual(['u1:7']));
    expect(await outbox.tlsOfRelays()).toEqual([true]);
  });

  it('is published with others in batches that fit into memory, however large the backlog is', async () => {
    const large = 'u'.repeat(500_000);
    const revisions = Array.from({ length: 40 }, (_, index) => index + 1);
    for (const revision of revisions) await outbox.enqueueAlone(large, revision);
    await outbox.enqueueAlone('u'.repeat(9_000_000), 41);
    await outbox.enqueueAlone(large, 42);
    const broker = createBroker();
    outbox.startRelay(broker);
    const received = () => broker.received().map((event) => Number(event.split(':')[1]));
    await eventually(() => expect(received()).toEqual([...revisions, 41, 42]));
    // Up to 8 MB, and one event more: the largest is no longer than its batch.
    expect(broker.batches).toEqual([16, 16, 9, 1]);
  }, 30_000);

  it('is never published when its transaction is rolled back', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    const trx = await outbox.open();
    await outbox.enqueue(trx, 'undone', 1);
    await trx.rollback().execute();
    await outbox.enqueueAlone('done');
    await eventually(() => expect(broker.received()).toEqual(['done:1']));
  });

  it('is published in order and once, also among thousands', async () => {
    const broker = createBroker();
    await outbox.db.transaction().execute(async (trx) => {
      for (let revision = 1; revision <= 1_500; revision++) await outbox.enqueue(trx, `u${revision % 3}`, revision);
    });
    outbox.startRelay(broker);
    const expectedFacts = Array.from({ length: 1_500 }, (_, index) => `u${(index + 1) % 3}:${index + 1}`);
    await eventually(() => expect(broker.received()).toEqual(expectedFacts));
    expect(new Set(broker.ids()).size).toBe(1_500);
    expect(Math.max(...broker.batches)).toBeLessThanOrEqual(1_000);
  });

  it('is not skipped when a later transaction commits first', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    const slow = await outbox.open();
    await outbox.enqueue(slow, 'slow', 1);
    await outbox.enqueueAlone('quick');
    await outbox.enqueueAlone('quick', 2);
    // The relay has polled several times by then, and must not have published the quick ones.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(broker.received()).toEqual([]);
    await slow.commit().execute();
    await eventually(() => expect(broker.received()).toEqual(['slow:1', 'quick:1', 'quick:2']));
  });

  it.each([
    ['a migration', { applicationName: MIGRATIONS }],
    ['a transaction of another database', { database: 'postgres' }],
  ])('is published while %s is open', async (_, holder) => {
    const broker = createBroker();
    outbox.startRelay(broker);
    const open = await outbox.openElsewhere(holder);
    await outbox.enqueueAlone('quick');
    await eventually(() => expect(broker.received()).toEqual(['quick:1']));
    await open.end();
  });

  it('waits for a writer of its own database while a migration is open', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    const migration = await outbox.openElsewhere({ applicationName: MIGRATIONS });
    await outbox.enqueueAlone('before');
    await eventually(() => expect(broker.received()).toEqual(['before:1']));
    const slow = await outbox.open();
    await outbox.enqueue(slow, 'slow', 1);
    await outbox.enqueueAlone('quick');
    // The relay has polled several times by then, and must not have published the quick one.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(broker.received()).toEqual(['before:1']);
    await slow.commit().execute();
    await eventually(() => expect(broker.received()).toEqual(['before:1', 'slow:1', 'quick:1']));
    await migration.end();
  });

  it('is not lost among many simultaneous writers', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let revision = 1; revision <= 25; revision++) await outbox.enqueueAlone(`w${writer}`, revision);
    });
    await Promise.all(writers);
    await eventually(() => expect(broker.acknowledged).toHaveLength(200));
    for (let writer = 0; writer < 8; writer++) {
      const ofWriter = broker.received().filter((fact) => fact.startsWith(`w${writer}:`));
      expect(ofWriter).toEqual(Array.from({ length: 25 }, (_, index) => `w${writer}:${index + 1}`));
    }
  });
});

describe('a failure', () => {
  it('between the ack and the cursor publishes a batch again under the same ids, and loses nothing', async () => {
    const broker = createBroker();
    // Of one transaction: of two, the relay may read the second later, while a transaction of another database is open.
    await outbox.db.transaction().execute(async (trx) => {
      for (const revision of [1, 2]) await outbox.enqueue(trx, 'u1', revision);
    });
    let died = 0;
    broker.onAck = async () => {
      if (died++ === 0) await outbox.killRelays();
    };
    outbox.startRelay(broker);
    await eventually(() => expect(broker.received()).toEqual(['u1:1', 'u1:2', 'u1:1', 'u1:2']));
    const ids = broker.ids();
    expect(ids.slice(0, 2)).toEqual(ids.slice(2));
    await outbox.enqueueAlone('u1', 3);
    await eventually(() => expect(broker.received().slice(4)).toEqual(['u1:3']));
  });

  it('under load loses nothing and keeps the order: events beyond the cursor are published again', async () => {
    const broker = createBroker();
    await outbox.db.transaction().execute(async (trx) => {
      for (let revision = 1; revision <= 2_500; revision++) await outbox.enqueue(trx, `u${revision % 3}`, revision);
    });
    broker.onAck = async () => {
      if (broker.batches.length === 2) await outbox.killRelays();
    };
    outbox.startRelay(broker);
    const expectedFacts = Array.from({ length: 2_500 }, (_, index) => `u${(index + 1) % 3}:${index + 1}`);
    // The broker has the second batch, and perhaps the third: all from the second on is published again.
    await eventually(() => {
      expect(broker.acknowledged.length).toBeGreaterThanOrEqual(3_500);
      expect(broker.received().slice(-1_500)).toEqual(expectedFacts.slice(-1_500));
    });
    expect([...new Set(broker.received())]).toEqual(expectedFacts);
  });

  it('of the broker keeps all events waiting, in order, and shows their age', async () => {
    const broker = createBroker();
    broker.unavailable = true;
    outbox.startRelay(broker);
    await outbox.enqueueAlone('u1', 1);
    await eventually(async () => expect(await oldestUnpublishedSeconds(outbox.db)).toBeGreaterThan(0.5));
    await outbox.enqueueAlone('u1', 2);
    broker.unavailable = false;
    await eventually(() => expect(broker.received()).toEqual(['u1:1', 'u1:2']));
    await eventually(async () => expect(await oldestUnpublishedSeconds(outbox.db)).toBe(0));
  });

  it('of the database connection is survived', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    await outbox.enqueueAlone('u1', 1);
    await eventually(() => expect(broker.received()).toEqual(['u1:1']));
    await outbox.killRelays();
    await outbox.enqueueAlone('u1', 2);
    await eventually(() => expect(broker.received()).toEqual(['u1:1', 'u1:2']));
  });
});

describe('of two relays', () => {
  it('one works and the other waits, until the first is gone', async () => {
    const [first, second] = [createBroker(), createBroker()];
    const active = outbox.startRelay(first);
    await outbox.enqueueAlone('u1', 1);
    await eventually(() => expect(first.received()).toEqual(['u1:1']));
    outbox.startRelay(second);
    await outbox.enqueueAlone('u1', 2);
    await eventually(() => expect(first.received()).toEqual(['u1:1', 'u1:2']));
    expect(second.received()).toEqual([]);
    await active.stop();
    await outbox.enqueueAlone('u1', 3);
    await eventually(() => expect(second.received()).toEqual(['u1:3']));
  });

  it('one takes over when the connection of the other dies, and each event leaves at least once, in order', async () => {
    const [first, second] = [createBroker(), createBroker()];
    outbox.startRelay(first);
    await outbox.enqueueAlone('u1', 1);
    await eventually(() => expect(first.received()).toHaveLength(1));
    outbox.startRelay(second);
    await outbox.killRelays();
    for (const revision of [2, 3, 4]) await outbox.enqueueAlone('u1', revision);
    await eventually(() => {
      const received = [...first.received(), ...second.received()];
      // The first one leaves twice if the connection dies between the broker's answer and the cursor.
      const once = received.filter((event, index) => event !== received[index - 1]);
      expect(once).toEqual(['u1:1', 'u1:2', 'u1:3', 'u1:4']);
    });
  });

  it('the waiting one ends the connection of a frozen one that holds the lock', async () => {
    const [frozen, second] = [createBroker(), createBroker()];
    const woken = Promise.withResolvers<void>();
    frozen.onAck = () => woken.promise;
    outbox.startRelay(frozen);
    await outbox.enqueueAlone('u1', 1);
    await eventually(() => expect(frozen.received()).toEqual(['u1:1']));
    outbox.startRelay(second, second.publisher, { silentMs: 500 });
    await outbox.enqueueAlone('u1', 2);
    await eventually(() => expect(second.received()).toEqual(['u1:1', 'u1:2']));
    // When it wakes up, another moves the cursor: it moves nothing back, and waits.
    woken.resolve();
    await outbox.enqueueAlone('u1', 3);
    await eventually(() => expect(second.received()).toEqual(['u1:1', 'u1:2', 'u1:3']));
    expect(frozen.received()).toEqual(['u1:1']);
  });

  it('the waiting one ends the connection of a frozen one also when both have the second login role', async () => {
    const { url, drop } = await outbox.secondLogin();
    const [frozen, second] = [createBroker(), createBroker()];
    const woken = Promise.withResolvers<void>();
    frozen.onAck = () => woken.promise;
    outbox.startRelay(frozen, frozen.publisher, { url });
    await outbox.enqueueAlone('u1', 1);
    await eventually(() => expect(frozen.received()).toEqual(['u1:1']));
    outbox.startRelay(second, second.publisher, { url, silentMs: 500 });
    await outbox.enqueueAlone('u1', 2);
    await eventually(() => expect(second.received()).toEqual(['u1:1', 'u1:2']));
    woken.resolve();
    await outbox.stopRelays();
    await drop();
  });

  it('the waiting one does not disturb an idle one', async () => {
    const [idle, second] = [createBroker(), createBroker()];
    outbox.startRelay(idle, idle.publisher, { silentMs: 1_000 });
    await outbox.enqueueAlone('u1', 1);
    await eventually(() => expect(idle.received()).toHaveLength(1));
    outbox.startRelay(second, second.publisher, { silentMs: 1_000 });
    await new Promise((resolve) => setTimeout(resolve, 2_500)); // longer than it may be silent, and two polls of the other
    await outbox.enqueueAlone('u1', 2);
    await eventually(() => expect(idle.received()).toEqual(['u1:1', 'u1:2']));
    expect(second.received()).toEqual([]);
  });
});

describe('stopping', () => {
  it('ends at once, also while the relay waits', async () => {
    const relay = outbox.startRelay(createBroker());
    await outbox.enqueueAlone('u1', 1);
    const began = Date.now();
    await relay.stop();
    expect(Date.now() - began).toBeLessThan(1_000);
  });

  it('under load leaves the cursor behind the last published event: the next relay begins after it', async () => {
    const broker = createBroker();
    await outbox.db.transaction().execute(async (trx) => {
      for (let revision = 1; revision <= 3_500; revision++) await outbox.enqueue(trx, 'u1', revision);
    });
    let stopping: Promise<void> | undefined;
    broker.onAck = async () => {
      if (broker.batches.length === 2) stopping = relay.stop();
    };
    const relay = outbox.startRelay(broker);
    await eventually(() => expect(stopping).toBeDefined());
    await stopping;
    outbox.startRelay(broker);
    await eventually(() => expect(broker.acknowledged.length).toBeGreaterThanOrEqual(3_500));
    expect(broker.received()).toEqual(Array.from({ length: 3_500 }, (_, index) => `u1:${index + 1}`));
  });
});

describe('a real broker', () => {
  it('has the events of a key in order', async () => {
    const kafka = await createTestTopics([topics.auth]);
    const publisher = createPublisher({
      ...kafka.connection,
      clientId: 'outbox test',
      logger: silentLogger,
      topicPrefix: kafka.prefix,
    });
    outbox.startRelay(createBroker(), publisher);
    const publishedFacts: string[] = [];
    const consumer = kafka.kafka.consumer({ groupId: `${kafka.prefix}reader` });
    await consumer.connect();
    await consumer.subscribe({ topic: kafka.prefix + topics.auth, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ message }) => void publishedFacts.push(String(message.headers?.['event-id'])),
    });
    for (let revision = 1; revision <= 20; revision++) await outbox.enqueueAlone('u1', revision);
    const { rows } = await outbox.admin.query<{ event_id: string }>('select event_id from outbox order by id');
    await eventually(() => expect(publishedFacts).toEqual(rows.map((row) => row.event_id)));
    await consumer.disconnect();
    await publisher.stop();
    await kafka.drop();
  });
});
