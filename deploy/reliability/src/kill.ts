import { randomInt } from 'node:crypto';
import { createRandom } from '@reelwright/local/random';
import { catalogueCodes } from './catalogue.ts';
import { allFailPoints, crashingMains, nameOf } from './fail-points.ts';
import { readJournal } from './journal.ts';
import { killAtRandom } from './kill-at-random.ts';
import { crashAtEveryPoint } from './kill-by-name.ts';
import { type Kill, lateness, printTotals } from './kill-report.ts';
import { productTime } from './people.ts';
import { ledgerOnceShown, waitUntilDone } from './progress.ts';
import { say } from './say.ts';
import { planSlots, SLOTS_A_DAY } from './slots.ts';
import { REMOTE_MODEL, type Stack, withStack } from './stack.ts';
import { judge, printFindings } from './verdict.ts';

/** `ONLY=points` runs only the named crashes, `ONLY=rounds` only the random kills. */
const ONLY = process.env.ONLY || 'both';
const ROUNDS = ONLY === 'points' ? 0 : Number(process.env.ROUNDS || 40);
const SEED = Number(process.env.SEED || randomInt(2 ** 31));
/** The named crashes may use at most this many slots. */
const SLOTS_OF_NAMED = 36;
/** Two leases, and the work between them. */
const SETTLED_WITHIN_MS = 240_000;

say(`SEED=${SEED} ROUNDS=${ROUNDS}`);
process.exitCode = (await withStack({ mains: crashingMains, env: REMOTE_MODEL }, run)) ? 0 : 1;

async function run(stack: Stack): Promise<boolean> {
  const slots = await planSlots(stack, SLOTS_OF_NAMED + ROUNDS + SLOTS_A_DAY, await productTime(stack));
  say(`${slots.entries.length} entries of ${slots.people} people are planned`);
  const kills: Kill[] = [];
  const unreached = ONLY === 'rounds' ? [] : await crashAtEveryPoint({ stack, slots, kills, say }, SLOTS_OF_NAMED);
  if (ONLY === 'rounds') await slots.moveTo(-1);
  await killAtRandom({ stack, slots, kills, say }, { rounds: ROUNDS, random: createRandom(SEED) });

  const unfinished = await waitUntilDone(stack, slots.now(), SETTLED_WITHIN_MS);
  if (unfinished)
    say(`still under way: ${unfinished.videos} videos, ${unfinished.deliveries} deliveries, ${unfinished.posts} posts`);

  const plan = slots.due().flatMap(({ posts }) => posts);
  const ledger = await ledgerOnceShown(stack);
  const findings = judge({ plan, journal: readJournal(stack), ledger, catalogue: catalogueCodes(), chaos: false });
  const late = lateness({ plan, ledger, kills, slots });
  printTotals({ plan, ledger, kills, late }, say);
  if (ONLY !== 'rounds')
    say(`${allFailPoints.length - unreached.length} of ${allFailPoints.length} crash points were reached`);
  for (const point of unreached) say(`            never reached: ${nameOf(point)}`);
  const agreed = printFindings(findings, say);
  const broken = (rule: string) => findings.find((finding) => finding.rule === rule)?.offenders.length ?? 0;
  say(
    `posts doubled ${broken('I2')}, rows stuck ${broken('I5')}, unconfirmed ${broken('I9')}; SEED=${SEED} repeats the rounds`,
  );
  return agreed && !unfinished && unreached.length === 0 && late.tooLate.length === 0;
}
