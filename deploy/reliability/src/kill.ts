import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { catalogueCodes } from './catalogue.ts';
import {
  allFailPoints,
  arm,
  type CrashingService,
  crashingMains,
  type FailPoint,
  fired,
  nameOf,
} from './fail-points.ts';
import { readJournal } from './journal.ts';
import { type Kill, lateness, tellTotals } from './kill-report.ts';
import { readLedger } from './ledger.ts';
import { productTime } from './people.ts';
import { settled } from './progress.ts';
import { planSlots, SLOTS_A_DAY, type Slots } from './slots.ts';
import { type Stack, withStack } from './stack.ts';
import { judge, tell } from './verdict.ts';

const ROUNDS = Number(process.env.ROUNDS || 40);
const SEED = Number(process.env.SEED || randomInt(2 ** 31));
const PARTS = [
  ...['auth', 'billing', 'scheduling', 'generation', 'drive', 'publishing', 'analytics', 'external-api'],
  ...['gateway', 'kafka', 'postgres'],
];
const FIRED_WITHIN_MS = 60_000;
/** A round's kill comes at a random moment of this long after its posts fell due. */
const MOMENT_MS = 3_500;
/** Posts of a slot are missed 6 hours of product time after it: nothing waits for half of that. */
const SLOTS_OPEN = 6;
/** Two leases, with what comes between them. */
const SETTLED_WITHIN_MS = 240_000;

const began = performance.now();
const say = (line: string) => {
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
};

/** Publishing's points of the commit need posts that go out; all others need videos that are asked for and made. */
const isOfCommit = ({ service, point }: FailPoint) => service === 'publishing' && /^(before|after)-/.test(point);
const commitPoints = allFailPoints.filter(isOfCommit);
const earlyWaves = wavesOf(allFailPoints.filter((point) => !isOfCommit(point)));

say(`SEED=${SEED} ROUNDS=${ROUNDS}`);
const ok = await withStack(
  {
    mains: crashingMains,
    // A remote model has what a local one has not: a job that was accepted and must not be paid for twice.
    env: { VIDEO_MODEL: 'veo', SANDBOX_VIDEO_SECONDS: '0.05', VIDEO_MODEL_POLL_MS: '100' },
  },
  run,
);
process.exitCode = ok ? 0 : 1;

async function run(stack: Stack): Promise<boolean> {
  const rounds = commitPoints.length + ROUNDS;
  const slots = await planSlots(stack, rounds + SLOTS_A_DAY, await productTime(stack));
  say(`${slots.entries.length} entries planned`);
  const kills: Kill[] = [];
  const dueAt = new Map<number, number>();
  const unfired = await crashByName(stack, slots, kills, dueAt);
  await killAtRandom(stack, slots, kills, dueAt);

  const last = rounds - 1;
  const left = await settled(stack, slots.at(last), SETTLED_WITHIN_MS);
  if (left) say(`still under way: ${left.videos} videos, ${left.deliveries} deliveries, ${left.posts} posts`);
  await delay(2_000); // the last events reach the calendar

  const plan = slots.entries.filter(({ slot }) => slot <= last).flatMap(({ posts }) => posts);
  const ledger = await readLedger(stack);
  const findings = judge({ plan, journal: readJournal(stack), ledger, catalogue: catalogueCodes(), chaos: false });
  const late = lateness({ plan, ledger, kills, slots, dueAt });
  tellTotals({ plan, ledger, kills, late }, say);
  say(`${allFailPoints.length - unfired.length} of ${allFailPoints.length} crash points were reached`);
  for (const point of unfired) say(`            never reached: ${nameOf(point)}`);
  const holds = tell(findings, say);
  say(`SEED=${SEED} repeats the rounds`);
  return holds && !left && unfired.length === 0 && late.tooLate.length === 0;
}

/** Every point once; four services die in one wave of entries, each at one of its points. @returns those never reached */
async function crashByName(
  stack: Stack,
  slots: Slots,
  kills: Kill[],
  dueAt: Map<number, number>,
): Promise<FailPoint[]> {
  const unfired: FailPoint[] = [];
  for (const [wave, points] of earlyWaves.entries()) {
    unfired.push(...(await crashAt(stack, points, kills, () => slots.moveTo(wave - SLOTS_A_DAY))));
  }
  await slots.moveTo(-1); // what the first day still lacks is asked for at once
  for (const [slot, point] of commitPoints.entries()) {
    const move = async () => void dueAt.set(slot, await slots.moveTo(slot));
    unfired.push(...(await crashAt(stack, [point], kills, move)));
  }
  return unfired;
}

async function crashAt(
  stack: Stack,
  points: readonly FailPoint[],
  kills: Kill[],
  move: () => Promise<unknown>,
): Promise<FailPoint[]> {
  const before = new Map(points.map(({ service }) => [service, stack.pid(service) ?? 0]));
  // Its next statement finds entries due only if it looks for the first time after the clock was moved.
  const asleep = points.some(({ point }) => point === 'dispatch-sent');
  if (asleep) await stack.stop('scheduling', 'SIGKILL');
  else for (const point of points) arm(stack.home, point);
  await move();
  if (asleep) {
    for (const point of points) arm(stack.home, point);
    await stack.start('scheduling');
  }
  const outcomes = await Promise.all(
    points.map(async (point) => {
      const killedAt = await fired(stack.home, point, FIRED_WITHIN_MS);
      if (!killedAt) return point;
      await stack.back(point.service, before.get(point.service) ?? 0);
      kills.push({ part: point.service, killedAt: killedAt.getTime(), backAt: Date.now() });
      say(`${nameOf(point).padEnd(38)} reached; back after ${seconds(Date.now() - killedAt.getTime())}`);
      return undefined;
    }),
  );
  return outcomes.filter((point) => point !== undefined);
}

/** In each round a slot's posts fall due and another's videos are asked for, and one part is killed meanwhile. */
async function killAtRandom(stack: Stack, slots: Slots, kills: Kill[], dueAt: Map<number, number>): Promise<void> {
  const random = createRandom(SEED);
  const victims = shuffled(
    Array.from({ length: ROUNDS }, (_, round) => PARTS[round % PARTS.length] ?? 'postgres'),
    random,
  );
  for (const [round, part] of victims.entries()) {
    const slot = commitPoints.length + round;
    // Over night product time moves by half a day: whatever is open would be missed.
    const oldest = slot % SLOTS_A_DAY === 0 ? slot - 1 : slot - SLOTS_OPEN;
    const left = await settled(stack, slots.at(oldest), SETTLED_WITHIN_MS);
    if (left) say(`slot ${oldest} is still open: ${JSON.stringify(left)}`);
    dueAt.set(slot, await slots.moveTo(slot));
    const moment = Math.round(random() * MOMENT_MS);
    await delay(moment);
    const killedAt = Date.now();
    await stack.back(part, stack.kill(part));
    kills.push({ part, killedAt, backAt: Date.now() });
    say(
      `${`${round + 1}.`.padStart(4)} ${part.padEnd(14)} killed ${moment} ms in, back after ${seconds(Date.now() - killedAt)}`,
    );
  }
}

function wavesOf(points: readonly FailPoint[]): FailPoint[][] {
  const byService = Map.groupBy(points, ({ service }): CrashingService => service);
  const count = Math.max(...[...byService.values()].map(({ length }) => length));
  return Array.from({ length: count }, (_, wave) =>
    [...byService.values()].map((of) => of[wave]).filter((point) => point !== undefined),
  );
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** The same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
