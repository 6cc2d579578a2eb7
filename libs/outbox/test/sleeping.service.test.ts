import { eventually } from '@reelwright/testing';
import { createBroker, type Outbox, startOutbox } from './harness.ts';

let outbox: Outbox;
beforeEach(async () => {
  outbox = await startOutbox();
});
afterEach(() => outbox.stop());

/** A relay that sleeps holds the lock that makes writers notify it. */
async function sleepers(): Promise<number> {
  const { rows } = await outbox.admin.query(
    `select 1 from pg_locks l where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
        and l.database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.length;
}
const asleep = () => eventually(async () => expect(await sleepers()).toBe(1));
async function polls(): Promise<number> {
  const { rows } = await outbox.admin.query<{ at: string }>(
    `select state_change::text as at from pg_stat_activity
      where application_name = 'outbox relay' and datname = current_database()`,
  );
  return Date.parse(rows[0]?.at ?? '');
}

describe('a relay with nothing to do', () => {
  it('sleeps, and leaves the database alone', async () => {
    outbox.startRelay(createBroker());
    await asleep();
    // One poll follows after it began to wait. Awake it would poll six times a second.
    await eventually(async () => {
      const before = await polls();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(await polls()).toBe(before);
    });
  });

  it('is woken by each event, again and again', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    for (const revision of [1, 2, 3]) {
      await asleep();
      const began = performance.now();
      await outbox.enqueueAlone('u1', revision);
      await eventually(() => expect(broker.received()).toHaveLength(revision), { everyMs: 5 });
      expect(performance.now() - began).toBeLessThan(8_000); // it would have slept for ten seconds
    }
  });

  it('publishes events that are committed while it falls asleep', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    for (let revision = 1; revision <= 60; revision++) {
      await outbox.enqueueAlone('u1', revision);
      await new Promise((resolve) => setTimeout(resolve, (revision * 7) % 40));
    }
    await eventually(() => expect(broker.received()).toHaveLength(60), { timeoutMs: 8_000 });
  });

  it('does not sleep while an open transaction holds back an event', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    await asleep();
    const slow = await outbox.open();
    await outbox.enqueue(slow, 'slow', 1);
    await outbox.enqueueAlone('quick');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await slow.rollback().execute(); // nothing is notified
    await eventually(() => expect(broker.received()).toEqual(['quick:1']), { timeoutMs: 8_000 });
  });

  it('finds events that were written while its connection was gone', async () => {
    const broker = createBroker();
    outbox.startRelay(broker);
    await asleep();
    await outbox.killRelays();
    await outbox.enqueueAlone('u1', 1);
    await eventually(() => expect(broker.received()).toEqual(['u1:1']), { timeoutMs: 8_000 });
  });
});
