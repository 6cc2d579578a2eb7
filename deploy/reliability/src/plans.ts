import { randomInt } from 'node:crypto';
import { createRandom } from '@reelwright/local/random';
import { runClicks } from './plans/clicks.ts';
import { runLife } from './plans/life.ts';
import { newReport, type Run } from './plans/run.ts';
import { runTable } from './plans/run-table.ts';
import { openEars } from './plans/settled.ts';
import { stripeDesk } from './plans/stripe-desk.ts';
import { runWebhooks } from './plans/webhooks.ts';
import { say } from './say.ts';
import { type Stack, withStack } from './stack.ts';

/** `ONLY=table`, or `clicks`, `life` or `webhooks`, leaves the others out. */
const ONLY = process.env.ONLY || 'all';
const SEED = Number(process.env.SEED || randomInt(2 ** 31));
/** A plan needs billing, auth, scheduling and the gateway; what videos are made and posted by stays away. */
const WITHOUT = ['generation', 'drive', 'publishing', 'analytics', 'external-api', 'web-bundle', 'web'];

const GROUPS: Readonly<Record<string, (run: Run) => Promise<void>>> = {
  clicks: runClicks,
  table: runTable,
  life: runLife,
  webhooks: runWebhooks,
};

say(`SEED=${SEED} ONLY=${ONLY}`);
process.exitCode = (await withStack({ without: WITHOUT, env: { LOG_LEVEL: 'error' } }, prove)) ? 0 : 1;

async function prove(stack: Stack): Promise<boolean> {
  const stripe = stripeDesk(stack);
  const ears = openEars(stack, stripe);
  const report = newReport();
  const seconds: string[] = [];
  try {
    for (const [name, group] of Object.entries(GROUPS)) {
      if (ONLY !== 'all' && ONLY !== name) continue;
      const began = performance.now();
      const before = report.count;
      try {
        await group({ stack, stripe, ears, report, random: createRandom(SEED) });
      } catch (error) {
        report.note(`${name} × comes to its end`, [
          error instanceof Error ? (error.stack ?? String(error)) : String(error),
        ]);
      }
      seconds.push(`${name} ${report.count - before} cells in ${((performance.now() - began) / 1000).toFixed(0)} s`);
      say(seconds.at(-1) ?? '');
    }
  } finally {
    await ears.close();
  }
  for (const { cell, faults } of report.failed) {
    say(`failed: ${cell}`);
    for (const fault of faults) say(`          ${fault}`);
  }
  say(
    `${report.count} cells, ${report.failed.length} failed (${seconds.join(', ')}); SEED=${SEED} repeats their order`,
  );
  return report.failed.length === 0 && report.count > 0;
}
