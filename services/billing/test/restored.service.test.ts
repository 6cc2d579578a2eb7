import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { useBilling } from './harness.ts';

const billing = useBilling();

/** All events have left the outbox, and the consumers' offsets are committed. */
const settled = () =>
  eventually(async () => {
    const { rows } = await sql<{ settled: boolean }>`
      select not exists (select from outbox o where (o.xid, o.id) > (c.xid, c.id))
             and exists (select from consumer_positions) as settled
        from outbox_cursor c where checked_as is not null`.execute(billing.app.db);
    expect(rows[0]?.settled).toBe(true);
  });

it('a restored database recovers later purchases and changes, and the next change has a new revision', async () => {
  const known = await billing.givenSubscriber('pro');
  await billing.eventsProcessed();
  await settled();
  const backup = await billing.backUp();
  const bought = await billing.givenSubscriber('starter');
  expect((await billing.change(known, 'elite')).status).toBe(200);
  await eventually(() => expect(billing.changesOf(known).at(-1)).toMatchObject({ tier: 'elite' }));
  await billing.eventsProcessed();
  await settled();
  const before = {
    charges: await Promise.all([known, bought].map((userId) => billing.chargesOf(userId))),
    revision: Number(billing.changesOf(bought).at(-1)?.revision),
  };
  await backup.putBack();
  await eventually(async () => {
    expect(await billing.entitlementOf(known)).toMatchObject({ tier: 'elite' });
    expect(await billing.entitlementOf(bought)).toMatchObject({ tier: 'starter' });
    expect((await billing.change(bought, 'pro')).status).toBe(200);
  });
  await eventually(() => expect(billing.changesOf(bought).at(-1)).toMatchObject({ tier: 'pro' }));
  expect(Number(billing.changesOf(bought).at(-1)?.revision)).toBeGreaterThan(before.revision);
  expect(await billing.chargesOf(known)).toEqual(before.charges[0]);
  expect(await billing.chargesOf(bought)).toHaveLength((before.charges[1]?.length ?? 0) + 1);
  await backup.drop();
}, 90_000);
