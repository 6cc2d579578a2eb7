import { type EmulatedPlatform as Platform, emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { modelAwayForAnHour, modelAwayForGood } from './away-model.ts';
import { mailAway, stripeAway } from './away-money-mail.ts';
import { driveAwayForAnHour, platformsAwayForAnHour, platformsAwayForGood } from './away-platforms.ts';
import type { OutageRun } from './away-time.ts';
import { catalogueCodes } from './catalogue.ts';
import { readJournal } from './journal.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { createSubscriber, type Person } from './people.ts';
import { ledgerOnceShown } from './progress.ts';
import { say } from './say.ts';
import { REMOTE_MODEL, type Stack, withStack } from './stack.ts';
import { judge, printFindings } from './verdict.ts';

/**
 * One provider after the other is unavailable for an hour of product time, by rejecting connections and by returning 503,
 * and then for good. Work that has time left waits and is done once; work that has none ends with its cause.
 */

/** `ONLY=model`, or a list of `drive`, `stripe`, `mail` and platforms such as `ONLY=drive,tiktok`, runs those parts. */
const ONLY = (process.env.ONLY || '').split(',').filter(Boolean);
const wants = (part: string): boolean => ONLY.length === 0 || ONLY.includes(part);
const AWAY_KINDS = ['refused', 'unavailable'] as const;

/** 104 videos by Veo, 26 by Omni. */
const MODELS = { veo: { people: 13, each: 8, parts: true }, omni: { people: 13, each: 2, parts: false } } as const;
const MAINS = { publishing: 'services/publishing/test/short-in-flight-main.ts' };

let holds = true;
for (const [model, given] of Object.entries(MODELS)) {
  if (!given.parts && !wants('model')) continue;
  const env = { ...REMOTE_MODEL, VIDEO_MODEL: model };
  holds = (await withStack({ env, mains: MAINS }, (stack) => run(stack, model, given))) && holds;
}
process.exitCode = holds ? 0 : 1;

async function run(
  stack: Stack,
  model: string,
  { people: count, each, parts }: (typeof MODELS)[keyof typeof MODELS],
): Promise<boolean> {
  const outageRun: OutageRun = { stack, plan: [], problems: [] };
  if (wants('model')) {
    const people = await settle(stack, count, ['facebook']);
    say(`${model}: ${people.length} people`);
    await scene(outageRun, 'model', () =>
      modelAwayForAnHour(outageRun, people, { how: parts ? 'refused' : 'unavailable', each }),
    );
    for (const how of AWAY_KINDS)
      await scene(outageRun, 'model', () => modelAwayForGood(outageRun, people.slice(0, 6), how));
  }
  if (parts) await otherPlatforms(outageRun);
  const ledger = await ledgerOnceShown(stack);
  const evidence = {
    plan: outageRun.plan,
    journal: readJournal(stack),
    ledger,
    catalogue: catalogueCodes(),
    chaos: false,
  };
  for (const problem of outageRun.problems) say(`FAULT   ${problem}`);
  const agreed = printFindings(judge(evidence), say);
  return agreed && outageRun.problems.length === 0;
}

async function otherPlatforms(outageRun: OutageRun): Promise<void> {
  const selectedPlatforms = platforms.filter(wants);
  if (selectedPlatforms.length > 0 || wants('drive')) {
    const people = await settle(outageRun.stack, 3, [...new Set<Platform>([...selectedPlatforms, 'facebook'])]);
    for (const how of AWAY_KINDS) {
      if (wants('drive')) await scene(outageRun, 'drive', () => driveAwayForAnHour(outageRun, people, how));
      if (selectedPlatforms.length === 0) continue;
      await scene(outageRun, 'platforms', () =>
        platformsAwayForAnHour(outageRun, people, { platforms: selectedPlatforms, how }),
      );
      await scene(outageRun, 'platforms', () =>
        platformsAwayForGood(outageRun, people, { platforms: selectedPlatforms, how }),
      );
    }
  }
  for (const how of AWAY_KINDS) {
    if (wants('stripe')) await scene(outageRun, 'stripe', () => stripeAway(outageRun, how));
    if (wants('mail')) await scene(outageRun, 'mail', () => mailAway(outageRun, how));
  }
}

function settle(stack: Stack, count: number, platforms: readonly Platform[]): Promise<Person[]> {
  return mapConcurrently(Array.from({ length: count }), () => createSubscriber(stack, platforms));
}

/** A part that throws is recorded as a problem; the next parts still run. */
async function scene({ problems }: OutageRun, name: string, play: () => Promise<void>): Promise<void> {
  await play().catch((error: unknown) => problems.push(`${name}: ${error}`));
}
