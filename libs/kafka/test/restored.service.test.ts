import { topics } from '@reelwright/contracts';
import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { type ConsumerHarness, startConsumerHarness } from './harness.ts';

let harness: ConsumerHarness;
beforeEach(async () => {
  harness = await startConsumerHarness();
});
afterEach(() => harness.stop());

const position = async (): Promise<number> => {
  const rows = await harness.db.selectFrom('consumer_positions').selectAll().where('topic', '=', topics.auth).execute();
  return rows.reduce((sum, { next_offset }) => sum + next_offset, 0);
};
const effects = (expected: readonly string[]) =>
  eventually(async () => expect(await harness.effects()).toEqual(expected));
/** The offsets are committed to the broker, too. */
const noted = (count: number) => eventually(async () => expect(await position()).toBe(count));

describe('a database that was restored to an older state', () => {
  it('gets its lost events again, each once, from a consumer that starts on it', async () => {
    const before = harness.start();
    await harness.send('u1', 1);
    await effects(['u1:1']);
    await noted(1);
    const backup = await harness.backUp();
    await harness.send('u1', 2);
    await harness.send('u1', 3);
    await effects(['u1:1', 'u1:2', 'u1:3']);
    await noted(3);
    await before.stop();
    await backup.putBack();
    expect(await harness.effects()).toEqual(['u1:1']);
    harness.start();
    await effects(['u1:1', 'u1:2', 'u1:3']);
    await harness.send('u1', 4);
    await effects(['u1:1', 'u1:2', 'u1:3', 'u1:4']);
    await backup.drop();
  });

  it('gets them again from a running consumer, with the next event', async () => {
    harness.start();
    await harness.send('u1', 1);
    await effects(['u1:1']);
    await noted(1);
    const backup = await harness.backUp();
    await harness.send('u1', 2);
    await effects(['u1:1', 'u1:2']);
    await noted(2);
    await backup.putBack();
    await harness.send('u1', 3);
    await eventually(async () => expect([...(await harness.effects())].sort()).toEqual(['u1:1', 'u1:2', 'u1:3']));
    await noted(3);
    await backup.drop();
  });

  it('gets them again at once when `realign` is called', async () => {
    const consumer = harness.start();
    await harness.send('u1', 1);
    await noted(1);
    const backup = await harness.backUp();
    await harness.send('u1', 2);
    await harness.send('u2', 1);
    await noted(3);
    await backup.putBack();
    consumer.realign();
    await eventually(async () => expect([...(await harness.effects())].sort()).toEqual(['u1:1', 'u1:2', 'u2:1']));
    await backup.drop();
  });

  it('gets the events of a partition that it had not read yet', async () => {
    const before = harness.start();
    await eventually(() => before.ready());
    await eventually(async () =>
      expect(await harness.db.selectFrom('consumer_positions').selectAll().execute()).toHaveLength(2),
    );
    const backup = await harness.backUp();
    await harness.send('u1', 1);
    await noted(1);
    await before.stop();
    await backup.putBack();
    harness.start();
    await effects(['u1:1']);
    await backup.drop();
  });
});

it('a position that could not be stored is stored without another event', async () => {
  harness.start();
  await harness.send('u1', 1);
  await noted(1);
  await sql`alter table consumer_positions add constraint refused check (next_offset < 1) not valid`.execute(
    harness.db,
  );
  await harness.send('u1', 2);
  await eventually(async () => expect(await harness.outcome('repeated')).toBeGreaterThan(0));
  expect(await position()).toBe(1);
  await sql`alter table consumer_positions drop constraint refused`.execute(harness.db);
  await noted(2);
  expect(await harness.effects()).toEqual(['u1:1', 'u1:2']);
});

it('a database without positions continues from the offsets that its group has committed', async () => {
  const before = harness.start();
  await harness.send('u1', 1);
  await effects(['u1:1']);
  await before.stop();
  await harness.db.deleteFrom('consumer_positions').execute();
  await harness.db.deleteFrom('inbox').execute();
  harness.start();
  await harness.send('u1', 2);
  await effects(['u1:1', 'u1:2']);
});
