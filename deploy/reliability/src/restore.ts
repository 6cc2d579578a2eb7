import { setTimeout as delay } from 'node:timers/promises';
import { SERVICES, type ServiceName } from '@reelwright/local/running-stack';
import { type Backup, backUp } from '@reelwright/testing';
import { catalogueCodes } from './catalogue.ts';
import { within } from './databases.ts';
import { doubledCharges, readJournal } from './journal.ts';
import { eventually, productTime } from './people.ts';
import { ledgerOnceShown, waitUntilDone } from './progress.ts';
import { say } from './say.ts';
import { planSlots } from './slots.ts';
import { REMOTE_MODEL, type Stack, withStack } from './stack.ts';
import { judge, printFindings } from './verdict.ts';

/**
 * Each service's database in turn is restored to its state of an hour ago (product time) while the services work. Nothing of
 * that hour may happen twice, and nothing may be lost without a cause shown. `ONLY=publishing,drive` restores some.
 */

const ONLY = (process.env.ONLY || '').split(',').filter((name) => name !== '');
const RESTORED = SERVICES.filter((service) => ONLY.length === 0 || ONLY.includes(service));
const SETTLED_WITHIN_MS = 150_000;
/** The time from a slot to the restore: some of its posts are out by then, some are not, and some are under way. */
const RESTORED_AFTER_MS = 1_500;
/** The slots between a copy and its restore: one hour. */
const SLOTS_LOST = 2;

const holds = await withStack({ env: REMOTE_MODEL }, run);
process.exitCode = holds ? 0 : 1;

async function run(stack: Stack): Promise<boolean> {
  const rounds = RESTORED.length + SLOTS_LOST;
  const slots = await planSlots(stack, rounds + 2, await productTime(stack));
  say(`${slots.entries.length} entries of ${slots.people} people are planned`);
  await slots.moveTo(0);
  const faults: string[] = [];
  const settle = async (when: string) => {
    const left = await waitUntilDone(stack, slots.now(), SETTLED_WITHIN_MS);
    if (left) faults.push(`${when}: still under way: ${JSON.stringify(left)}`);
  };
  await settle('at the start');
  // Each round copies one service's database, and restores the copy of the service of two rounds before.
  const backups = new Map<ServiceName, Backup>();
  for (let round = 0; round < rounds; round++) {
    const [copied, lost] = [RESTORED[round], RESTORED[round - SLOTS_LOST]];
    if (copied) backups.set(copied, await backUp(stack.databaseUrl(copied), stack.adminUrl()));
    await slots.next();
    const backup = lost && backups.get(lost);
    const began = performance.now();
    if (backup) await putBack(stack, lost, backup).catch((error: unknown) => faults.push(`${lost}: ${error}`));
    await settle(lost ? `after ${lost} was restored` : `in round ${round}`);
    if (lost) say(`${lost.padEnd(14)} all due work is done ${seconds(began)} s after its slot`);
  }
  await slots.next();
  await settle('at the end');

  const plan = slots.due().flatMap(({ posts }) => posts);
  const ledger = await ledgerOnceShown(stack);
  const journal = readJournal(stack);
  faults.push(...doubledCharges(journal));
  const agreed = printFindings(judge({ plan, journal, ledger, catalogue: catalogueCodes(), chaos: false }), say);
  const paidTwice = ledger.jobs.filter(({ starts }) => starts > 1).length;
  say(`${plan.length} posts; ${paidTwice} videos were started more than once; ${faults.length} faults`);
  for (const fault of faults) say(`FAULT   ${fault}`);
  return agreed && faults.length === 0;
}

/** Restores the copy while the posts that are due now go out. */
async function putBack(stack: Stack, service: ServiceName, backup: Backup): Promise<void> {
  await delay(RESTORED_AFTER_MS);
  const began = performance.now();
  await backup.putBack();
  await eventually(() => isCurrent(stack, service), { withinMs: SETTLED_WITHIN_MS });
  say(`${service.padEnd(14)} up to date ${seconds(began)} s after its restore began`);
  await backup.drop();
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1).padStart(5);
}

async function isCurrent(stack: Stack, service: ServiceName): Promise<void> {
  const [row] = await within(stack, service, (rows) =>
    rows<{ current: boolean }>('select database_is_current() as current'),
  );
  if (!row?.current) throw new Error('not up to date yet');
}
