import { catalogueCodes } from './catalogue.ts';
import { readJournal } from './journal.ts';
import { brokerAway } from './outage-broker.ts';
import { databaseAway } from './outage-database.ts';
import { storeFull } from './outage-store.ts';
import { type Outage, recovered, type Scene, unlikeSaved } from './outage-view.ts';
import { productTime } from './people.ts';
import { ledgerOnceTold, settled } from './progress.ts';
import { say } from './say.ts';
import { planSlots, SLOTS_A_DAY } from './slots.ts';
import { type SmallDisk, withSmallDisk } from './small-disk.ts';
import { REMOTE_MODEL, type Stack, withStack } from './stack.ts';
import { judge, tell } from './verdict.ts';

/**
 * What everything stands on goes away while entries are asked for, made, delivered and posted: the broker for ten minutes of
 * product time, PostgreSQL in the middle of things, the room in the object store. Nothing may be lost or doubled, people
 * are told what is going on, and it goes on by itself.
 */

/** Slots whose posts fall due, one a scene and some before and after; those of the next day are asked for meanwhile. */
const SLOTS = 8;
const SETTLED_WITHIN_MS = 150_000;
/** `ONLY=broker`, `database` or `store` plays one scene. */
const ONLY = process.env.ONLY || '';

const holds = await withSmallDisk((disk) =>
  withStack(
    {
      // Long enough in the making that something can go away meanwhile.
      env: { ...REMOTE_MODEL, SANDBOX_VIDEO_SECONDS: '0.5', OBJECT_STORE_URL: disk.url },
    },
    (stack) => run(stack, disk),
  ),
);
process.exitCode = holds ? 0 : 1;

async function run(stack: Stack, disk: SmallDisk): Promise<boolean> {
  const isUsed = (slot: number) => slot % SLOTS_A_DAY >= 1 && slot % SLOTS_A_DAY <= SLOTS;
  const slots = await planSlots(stack, SLOTS_A_DAY + SLOTS + 1, await productTime(stack), isUsed);
  const outage: Outage = { stack, slots, entries: slots.entries, say, told: [], faults: [] };
  say(`${slots.entries.length} entries of ${slots.people} people are planned`);
  await slots.moveTo(0);
  await recovered(outage, 'before anything', { due: [], asked: slots.entries.filter(({ slot }) => slot <= SLOTS) });
  say('the first videos are made and delivered');

  await scene(outage, 'broker', () => brokerAway(outage, 1));
  await scene(outage, 'database', () => databaseAway(outage, { slot: 2, amid: 'render' }));
  await scene(outage, 'database', () => databaseAway(outage, { slot: 3, amid: 'upload' }));
  await scene(outage, 'database', () => databaseAway(outage, { slot: 4, amid: 'commit', signal: 'SIGKILL' }));
  await scene(outage, 'store', () => storeFull(outage, disk, 6));
  await slots.moveTo(SLOTS);
  const left = await settled(stack, slots.now(), SETTLED_WITHIN_MS);
  if (left) outage.faults.push(`still under way: ${JSON.stringify(left)}`);

  const plan = outage.entries.filter(({ slot }) => slot <= slots.last()).flatMap(({ posts }) => posts);
  const ledger = await ledgerOnceTold(stack);
  const journal = readJournal(stack);
  outage.faults.push(...unlikeSaved(plan, journal));
  for (const one of outage.told) tellScene(one);
  for (const fault of outage.faults) say(`FAULT   ${fault}`);
  const findings = judge({ plan, journal, ledger, catalogue: catalogueCodes(), chaos: false });
  const agreed = tell(findings, say);
  return agreed && outage.faults.length === 0;
}

/** A scene that breaks off is a fault; the next ones are played all the same. */
async function scene(outage: Outage, name: string, play: () => Promise<void>): Promise<void> {
  if (ONLY !== '' && ONLY !== name) return;
  const before = outage.told.length;
  await play().catch((error: unknown) => outage.faults.push(`${name}: ${error}`));
  for (const one of outage.told.slice(before)) say(`${one.what}: recovered after ${one.recovered.toFixed(1)} s`);
}

function tellScene({ what, away, recovered: seconds, shown }: Scene): void {
  say(`${what.padEnd(44)} away ${away.toFixed(1).padStart(5)} s   recovered ${seconds.toFixed(1).padStart(5)} s`);
  for (const line of shown) say(`        ${line}`);
}
