import { randomInt } from 'node:crypto';
import { createRandom } from '@reelwright/local/random';
import { runClicks } from './plans/clicks.ts';
import { runLife } from './plans/life.ts';
import { newReport, type Run } from './plans/run.ts';
import { runTable } from './plans/run-table.ts';
import { createStripeClient } from './plans/stripe-client.ts';
import { openWaits } from './plans/waits.ts';
import { runWebhooks } from './plans/webhooks.ts';
import { say } from './say.ts';
import { type Stack, withStack } from './stack.ts';

/** `ONLY=table`, `clicks`, `life` or `webhooks` runs only that group. */
const ONLY = process.env.ONLY || 'all';
const SEED = Number(process.env.SEED || randomInt(2 ** 31));
/** Parts that plans do not need: they make and post videos, or serve pages. */
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
  const stripe = createStripeClient(stack);
  const waits = openWaits(stack, stripe);
  const report = newReport();
  const seconds: string[] = [];
  try {
    for (const [name, group] of Object.entries(GROUPS)) {
      if (ONLY !== 'all' && ONLY !== name) continue;
      const began = performance.now();
      const before = report.count;
      try {
        await group({ stack, stripe, waits, report, random: createRandom(SEED) });
      } catch (error) {
        report.note(`${name} × runs to its end`, [
          error instanceof Error ? (error.stack ?? String(error)) : String(error),
        ]);
      }
      seconds.push(`${name} ${report.count - before} cells in ${((performance.now() - began) / 1000).toFixed(0)} s`);
      say(seconds.at(-1) ?? '');
    }
  } finally {
    await waits.close();
  }
  for (const { cell, mismatches } of report.failed) {
    say(`failed: ${cell}`);
    for (const mismatch of mismatches) say(`          ${mismatch}`);
  }
  say(
    `${report.count} cells, ${report.failed.length} failed (${seconds.join(', ')}); SEED=${SEED} repeats their order`,
  );
  return report.failed.length === 0 && report.count > 0;
}
