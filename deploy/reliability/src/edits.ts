import { randomInt } from 'node:crypto';
import { createRandom } from '@reelwright/local/random';
import { emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { type Cell, type Edit, edit, hourAfter, instantOf, judge, remember, save, slotAt } from './edit-cells.ts';
import {
  caughtRendering,
  draftsLeft,
  inState,
  must,
  open,
  type Run,
  rendered,
  shownAsPosted,
  states,
} from './edit-watch.ts';
import { readJournal } from './journal.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { createSubscriber, eventually, moveClock, productTime } from './people.ts';
import { type Stack, withStack } from './stack.ts';
import { besideSuspensions } from './suspend-replicas.ts';

/**
 * Entries are moved, removed and regenerated while they are requested, rendered and staged, a second before their lock and
 * within it, and while Kafka is unavailable. What each platform then posts must be what the calendar shows. With REPLICAS=2
 * replicas are suspended at random (SIGSTOP) between the edits, which themselves are made to the second.
 */

const EDITS = ['moved', 'removed', 'regenerated'] as const;
const SECOND = 1_000;
/** All four platforms are staged by then: TikTok, the last, 3 minutes before. */
const STAGED_AT = -170 * SECOND;
const LOCKED_AT = -60 * SECOND;
const EXPECTED_ERRORS: Readonly<Partial<Record<Edit, string>>> = {
  moved: 'SLOT_LOCKED',
  removed: 'SLOT_LOCKED',
  regenerated: 'NOTHING_TO_REGENERATE',
};
/** The most that a post may be late if it was ready in time. */
const ON_TIME_SECONDS = 60;

const SEED = Number(process.env.SEED || randomInt(2 ** 31));

const say = (text: string) => process.stdout.write(`${text}\n`);

say(`SEED=${SEED}`);

await withStack({}, async (stack) => {
  const publishing = open(stack, 'publishing');
  const generation = open(stack, 'generation');
  const run: Run = { stack, publishing, generation, unmet: [], random: createRandom(SEED), say };
  try {
    const tomorrow = new Date((await productTime(stack)).getTime() + 24 * 3_600_000);
    const day = tomorrow.toISOString().slice(0, 10);
    await moveClock(stack, new Date(`${day}T06:30:00Z`));
    const cells = [...(await withKafka(run, { date: day, time: '09:00' }))];
    cells.push(...(await withoutKafka(run, { date: day, time: '14:00' })));
    process.exitCode = (await report(run, cells)) ? 0 : 1;
  } finally {
    await publishing.end();
    await generation.end();
  }
});

/** The edits up to the lock and within it, while no part is unavailable. */
async function withKafka(run: Run, slot: ReturnType<typeof slotAt>): Promise<Cell[]> {
  const { stack } = run;
  const of = (phase: string) => EDITS.map((one) => ({ edit: one, phase }));
  const cells = await cast(stack, [
    ...of('requested'),
    ...of('rendering'),
    ...of('staged'),
    ...of('1 s before its lock'),
    ...of('locked'),
  ]);
  const phase = (name: string) => cells.filter((cell) => cell.phase === name);

  await stack.stop('generation');
  for (const cell of phase('requested')) {
    await save(cell, slot);
    await eventually(async () =>
      must((await states(run, cell)).length === platforms.length, 'publishing has not received them'),
    );
    await edit(cell);
  }
  await stack.start('generation');
  say(`edited while requested: ${answers(phase('requested'))}`);

  for (const cell of phase('rendering')) {
    await save(cell, slot);
    await caughtRendering(run, cell);
    await edit(cell);
    for (const replica of stack.replicas('generation')) stack.thaw(replica);
  }
  say(`edited while rendering: ${answers(phase('rendering'))}`);

  const later = [...phase('staged'), ...phase('1 s before its lock'), ...phase('locked')];
  await mapConcurrently(later, (cell) => save(cell, slot));
  await besideSuspensions(run, () => mapConcurrently(later, rendered));

  const due = instantOf(slot).getTime();
  const at = (ms: number) => moveClock(stack, new Date(due + ms));
  await at(STAGED_AT);
  await besideSuspensions(run, () => mapConcurrently(later, (cell) => inState(run, cell, 'staged')));
  await Promise.all(phase('staged').map(edit));
  say(`edited while staged: ${answers(phase('staged'))}`);
  for (const cell of phase('1 s before its lock')) {
    await at(LOCKED_AT - SECOND);
    await edit(cell);
  }
  say(`edited 1 s before the lock: ${answers(phase('1 s before its lock'))}`);
  await at(LOCKED_AT + SECOND);
  await Promise.all(phase('locked').map(edit));
  say(`edited inside the lock: ${answers(phase('locked'))}`);

  await besideSuspensions(run, () => postAll(run, cells, slot));
  return cells;
}

/** Kafka is stopped from before the edits until after the due time: only scheduling knows of them. */
async function withoutKafka(run: Run, slot: ReturnType<typeof slotAt>): Promise<Cell[]> {
  const { stack } = run;
  const of = (phase: string) => EDITS.map((one) => ({ edit: one, phase }));
  const control = { edit: 'left alone' as const, phase: 'Kafka away' };
  const cells = await cast(stack, [...of('staged, Kafka away'), ...of('1 s before its lock, Kafka away'), control]);
  const due = instantOf(slot).getTime();
  const at = (ms: number) => moveClock(stack, new Date(due + ms));
  await mapConcurrently(cells, (cell) => save(cell, slot));
  await besideSuspensions(run, () => mapConcurrently(cells, rendered));
  await at(STAGED_AT);
  await besideSuspensions(run, () => mapConcurrently(cells, (cell) => inState(run, cell, 'staged')));
  await stack.stop('kafka');
  await Promise.all(cells.filter((cell) => cell.phase === 'staged, Kafka away').map(edit));
  for (const cell of cells.filter((one) => one.phase.startsWith('1 s'))) {
    await at(LOCKED_AT - SECOND);
    await edit(cell);
  }
  await remember(cells.at(-1) as Cell);
  say(`edited while Kafka is away: ${answers(cells)}`);
  await at(SECOND);
  await inState(run, cells.at(-1) as Cell, 'posted', 'processing');
  const after: Partial<Record<Edit, string>> = { removed: 'cancelled', regenerated: 'waiting' };
  await Promise.all(
    cells.map(async (cell) => {
      const state = after[cell.edit];
      if (state) await inState(run, cell, state);
    }),
  );
  const asItWas = readJournal(stack).filter((entry) =>
    cells.some(
      ({ person, edit: done }) => done !== 'left alone' && JSON.stringify(entry).includes(`${person.name} as saved`),
    ),
  );
  say(`posted as it was while Kafka was away: ${asItWas.filter(({ act }) => act === 'post-published').length}`);
  await stack.start('kafka');
  await besideSuspensions(run, () => postAll(run, cells, slot));
  return cells;
}

/** Moves product time to the slot, then to the hour to which entries were moved. */
async function postAll(run: Run, cells: readonly Cell[], slot: ReturnType<typeof slotAt>): Promise<void> {
  const moved = cells.filter((cell) => cell.edit === 'moved' && cell.answer === 'accepted');
  const ended = async (some: readonly Cell[]) => {
    await Promise.all(some.map((cell) => inState(run, cell, cell.promise ? 'posted' : 'cancelled')));
    await mapConcurrently(some, async (cell) => {
      if (cell.promise) await shownAsPosted(run, cell);
    });
  };
  const now = await productTime(run.stack);
  const past = (ms: number, of: typeof slot) => new Date(Math.max(now.getTime(), instantOf(of).getTime() + ms));
  await moveClock(run.stack, past(SECOND, slot));
  await ended(cells.filter((cell) => !moved.includes(cell)));
  await moveClock(run.stack, past(STAGED_AT, hourAfter(slot)));
  await mapConcurrently(moved, (cell) => inState(run, cell, 'staged'));
  await moveClock(run.stack, past(SECOND, hourAfter(slot)));
  await ended(moved);
}

async function report({ stack, unmet }: Run, cells: readonly Cell[]): Promise<boolean> {
  const journal = readJournal(stack);
  let failedCells = 0;
  say(`\n${row('phase', 'edit', 'answer', 'platform', 'after its time', 'verdict')}`);
  for (const cell of cells) {
    const expected = cell.phase === 'locked' ? EXPECTED_ERRORS[cell.edit] : 'accepted';
    for (const { platform, lateSeconds, problems } of await judge(cell, journal)) {
      const all = [...problems];
      if (cell.answer !== expected && cell.edit !== 'left alone') all.push(`answered ${cell.answer}, not ${expected}`);
      // Only a regenerated video may be posted late.
      if (cell.edit !== 'regenerated' && (lateSeconds ?? 0) > ON_TIME_SECONDS) all.push('late');
      if (all.length > 0) failedCells += 1;
      const late = lateSeconds === undefined ? '-' : `${lateSeconds.toFixed(1)} s`;
      say(row(cell.phase, cell.edit, cell.answer, platform, late, all.join('; ') || 'as shown'));
    }
  }
  const drafts = draftsLeft(stack);
  say(`\n${cells.length * platforms.length} cells, ${failedCells} not as shown; drafts left at Facebook: ${drafts}`);
  for (const what of unmet) say(`timed out: ${what}`);
  return failedCells === 0 && drafts === 0 && unmet.length === 0;
}

/** People on the largest plan, connected everywhere, one for each cell. */
async function cast(stack: Stack, choices: readonly { edit: Edit; phase: string }[]): Promise<Cell[]> {
  const slot = slotAt(new Date(0));
  return mapConcurrently(choices, async (choice) => {
    const person = await createSubscriber(stack);
    return { ...choice, person, id: '', slot, before: undefined, answer: '', promise: undefined };
  });
}

function answers(cells: readonly Cell[]): string {
  return cells.map((cell) => `${cell.edit} ${cell.answer || '-'}`).join(', ');
}

function row(...columns: string[]): string {
  return columns.map((text, at) => text.padEnd([32, 12, 21, 10, 14][at] ?? 0)).join(' ');
}
