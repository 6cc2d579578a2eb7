import { catalogueCodes } from './catalogue.ts';
import { readJournal } from './journal.ts';
import { brokerAway } from './outage-broker.ts';
import { databaseAway } from './outage-database.ts';
import { storeFull } from './outage-store.ts';
import { differencesFromSaved, type Outage, recovered, type Scene } from './outage-view.ts';
import { productTime } from './people.ts';
import { ledgerOnceShown, waitUntilDone } from './progress.ts';
import { say } from './say.ts';
import { planSlots, SLOTS_A_DAY } from './slots.ts';
import { type SmallDisk, withSmallDisk } from './small-disk.ts';
import { REMOTE_MODEL, type Stack, withStack } from './stack.ts';
import { judge, printFindings } from './verdict.ts';

/**
 * The broker, PostgreSQL and the object store's disk become unavailable while videos are requested, made, delivered and
 * posted. Nothing may be lost or happen twice, the dashboard must show why a video waits, and all work must continue by itself.
 */

/** Slots with due posts: one for each scene, and some before and after. The next day's videos are requested meanwhile. */
const SLOTS = 8;
const SETTLED_WITHIN_MS = 150_000;
/** `ONLY=broker`, `database` or `store` runs only these scenes. */
const ONLY = process.env.ONLY || '';

const holds = await withSmallDisk((disk) =>
  withStack(
    {
      // Videos take long enough that a part can become unavailable while one is made.
      env: { ...REMOTE_MODEL, SANDBOX_VIDEO_SECONDS: '0.5', OBJECT_STORE_URL: disk.url },
    },
    (stack) => run(stack, disk),
  ),
);
process.exitCode = holds ? 0 : 1;

async function run(stack: Stack, disk: SmallDisk): Promise<boolean> {
  const isUsed = (slot: number) => slot % SLOTS_A_DAY >= 1 && slot % SLOTS_A_DAY <= SLOTS;
  const slots = await planSlots(stack, SLOTS_A_DAY + SLOTS + 1, await productTime(stack), isUsed);
  const outage: Outage = { stack, slots, entries: slots.entries, say, scenes: [], problems: [] };
  say(`${slots.entries.length} entries of ${slots.people} people are planned`);
  await slots.moveTo(0);
  await recovered(outage, 'at the start', {
    dueEntries: [],
    requestedEntries: slots.entries.filter(({ slot }) => slot <= SLOTS),
  });
  say('the first videos are made and delivered');

  await scene(outage, 'broker', () => brokerAway(outage, 1));
  await scene(outage, 'database', () => databaseAway(outage, { slot: 2, amid: 'render' }));
  await scene(outage, 'database', () => databaseAway(outage, { slot: 3, amid: 'upload' }));
  await scene(outage, 'database', () => databaseAway(outage, { slot: 4, amid: 'commit', signal: 'SIGKILL' }));
  await scene(outage, 'store', () => storeFull(outage, disk, 6));
  await slots.moveTo(SLOTS);
  const unfinished = await waitUntilDone(stack, slots.now(), SETTLED_WITHIN_MS);
  if (unfinished) outage.problems.push(`still under way: ${JSON.stringify(unfinished)}`);

  const plan = outage.entries.filter(({ slot }) => slot <= slots.last()).flatMap(({ posts }) => posts);
  const ledger = await ledgerOnceShown(stack);
  const journal = readJournal(stack);
  outage.problems.push(...differencesFromSaved(plan, journal));
  for (const scene of outage.scenes) printScene(scene);
  for (const problem of outage.problems) say(`FAULT   ${problem}`);
  const findings = judge({ plan, journal, ledger, catalogue: catalogueCodes(), chaos: false });
  const agreed = printFindings(findings, say);
  return agreed && outage.problems.length === 0;
}

/** A scene that throws is recorded as a problem; the next scenes still run. */
async function scene(outage: Outage, name: string, play: () => Promise<void>): Promise<void> {
  if (ONLY !== '' && ONLY !== name) return;
  const before = outage.scenes.length;
  await play().catch((error: unknown) => outage.problems.push(`${name}: ${error}`));
  for (const scene of outage.scenes.slice(before))
    say(`${scene.what}: recovered after ${scene.recovered.toFixed(1)} s`);
}

function printScene({ what, away, recovered: seconds, shown }: Scene): void {
  say(`${what.padEnd(44)} away ${away.toFixed(1).padStart(5)} s   recovered ${seconds.toFixed(1).padStart(5)} s`);
  for (const line of shown) say(`        ${line}`);
}
