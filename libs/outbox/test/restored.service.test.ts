import { eventually } from '@reelwright/testing';
import { oldestUnpublishedSeconds } from '../src/index.ts';
import { createBroker, type Outbox, startOutbox } from './harness.ts';

let outbox: Outbox;
beforeEach(async () => {
  outbox = await startOutbox();
});
afterEach(() => outbox.stop());

it('an outbox from another server with higher transaction ids is still published', async () => {
  for (const user of ['published', 'waiting']) await outbox.enqueueAlone(user);
  // The other server was a trillion transactions ahead, and had published the first of the two.
  await outbox.admin.query(`update outbox set xid = (id + 1000000000000)::text::xid8`);
  await outbox.admin.query(`update outbox_cursor c set xid = o.xid, id = o.id from outbox o where o.key = 'published'`);
  await outbox.enqueueAlone('since');

  const broker = createBroker();
  outbox.startRelay(broker);
  await eventually(() => expect(broker.received()).toEqual(['waiting:1', 'since:1']));
  await outbox.enqueueAlone('later');
  await eventually(() => expect(broker.received().at(-1)).toBe('later:1'));
});

it('the lag is real time, whatever the product clock shows, and includes events that an open transaction holds back', async () => {
  const open = await outbox.open();
  await outbox.enqueue(open, 'open', 1);
  await outbox.enqueueAlone('held back');
  await outbox.admin.query(
    `update outbox set occurred_at = now() + interval '30 days', created_at = now() - interval '90 seconds'`,
  );
  expect(await oldestUnpublishedSeconds(outbox.db)).toBeGreaterThanOrEqual(90);
  await open.rollback().execute();
});
