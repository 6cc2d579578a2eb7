import { entryStates } from '@reelwright/product';
import { deleteEntries, findEntry, saveEntry } from '../src/entries/entry.repository.ts';
import { days, type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());

const due = async (userId: string) => {
  const rows = await scheduling.db
    .selectFrom('due_entries')
    .select('publish_at')
    .where('user_id', '=', userId)
    .orderBy('publish_at')
    .execute();
  return rows.map(({ publish_at }) => publish_at.toISOString());
};

/** Half of the states are `planned`. */
const STATES = [...entryStates, ...entryStates.map(() => 'planned' as const)];

/** Lehmer's generator: the same numbers from 0 to 1 in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('due_entries', () => {
  it('follows every save, pause, resumption and removal, and the erasure of its user', async () => {
    const user = await scheduling.user({ tier: 'pro' });
    const { body } = await scheduling.save(user, days(3, 23));
    expect(await due(user)).toHaveLength(3);
    const [moved, kept] = body.scheduledDates;
    await scheduling.save(user, [
      { id: moved.id, date: '2026-12-09', time: '11:00' },
      { id: kept.id, date: kept.date, time: kept.time },
    ]);
    expect(await due(user)).toEqual([expect.stringMatching(/^2026-11-2/), '2026-12-09T11:00:00.000Z']);
    await scheduling.plan(user, { tier: 'free', revision: 2 });
    expect(await due(user)).toEqual([]);
    await scheduling.plan(user, { tier: 'pro', revision: 3 });
    expect(await due(user)).toHaveLength(2);
    await scheduling.db.transaction().execute((trx) => deleteEntries(trx, user));
    expect(await due(user)).toEqual([]);
  });

  it('agrees with the calendar after a thousand random changes, with many entries in a transaction', async () => {
    const user = await scheduling.user({ tier: 'elite' });
    const { body } = await scheduling.save(user, days(20, 23));
    const ids: string[] = body.scheduledDates.map(({ id }: { id: string }) => id);
    const random = createRandom(4);
    for (let round = 0; round < 100; round += 1) {
      await scheduling.db.transaction().execute(async (trx) => {
        for (const id of ids.filter(() => random() < 0.5)) {
          const state = STATES[Math.floor(random() * STATES.length)] ?? 'planned';
          const publishAt = new Date(START.getTime() + Math.floor(random() * 90 * 86_400_000));
          const move = random() < 0.5 && { publishAt };
          const before = await findEntry(trx, id, user);
          if (!before) throw new Error('the entry is there');
          const entry = { ...before, state, ...move, revision: before.revision + 1 };
          await saveEntry(trx, { before, entry, effects: { ledger: [], events: [] } }, START);
        }
      });
      expect(await scheduling.inconsistentDueEntries()).toEqual([]);
    }
  });
});
