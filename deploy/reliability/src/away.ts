import { type EmulatedPlatform as Platform, emulatedPlatforms as platforms } from '@reelwright/sandbox/platforms';
import { modelAwayForAnHour, modelAwayForGood } from './away-model.ts';
import { mailAway, stripeAway } from './away-money-mail.ts';
import { driveAwayForAnHour, platformsAwayForAnHour, platformsAwayForGood } from './away-platforms.ts';
import type { Away } from './away-time.ts';
import { catalogueCodes } from './catalogue.ts';
import { readJournal } from './journal.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { createSubscriber, type Person } from './people.ts';
import { ledgerOnceShown } from './progress.ts';
import { say } from './say.ts';
import { REMOTE_MODEL, type Stack, withStack } from './stack.ts';
import { judge, printFindings } from './verdict.ts';

/**
 * One provider after the other is away for an hour of product time, by refusing connections and by answering 503, and then
 * for good. Work that has time left waits and is done once; work that has none ends with its cause.
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
  const away: Away = { stack, plan: [], faults: [] };
  if (wants('model')) {
    const people = await settle(stack, count, ['facebook']);
    say(`${model}: ${people.length} people`);
    await scene(away, 'model', () =>
      modelAwayForAnHour(away, people, { how: parts ? 'refused' : 'unavailable', each }),
    );
    for (const how of AWAY_KINDS) await scene(away, 'model', () => modelAwayForGood(away, people.slice(0, 6), how));
  }
  if (parts) await others(away);
  const ledger = await ledgerOnceShown(stack);
  const evidence = { plan: away.plan, journal: readJournal(stack), ledger, catalogue: catalogueCodes(), chaos: false };
  for (const fault of away.faults) say(`FAULT   ${fault}`);
  const agreed = printFindings(judge(evidence), say);
  return agreed && away.faults.length === 0;
}

async function others(away: Away): Promise<void> {
  const chosen = platforms.filter(wants);
  if (chosen.length > 0 || wants('drive')) {
    const people = await settle(away.stack, 3, [...new Set<Platform>([...chosen, 'facebook'])]);
    for (const how of AWAY_KINDS) {
      if (wants('drive')) await scene(away, 'drive', () => driveAwayForAnHour(away, people, how));
      if (chosen.length === 0) continue;
      await scene(away, 'platforms', () => platformsAwayForAnHour(away, people, { platforms: chosen, how }));
      await scene(away, 'platforms', () => platformsAwayForGood(away, people, { platforms: chosen, how }));
    }
  }
  for (const how of AWAY_KINDS) {
    if (wants('stripe')) await scene(away, 'stripe', () => stripeAway(away, how));
    if (wants('mail')) await scene(away, 'mail', () => mailAway(away, how));
  }
}

function settle(stack: Stack, count: number, platforms: readonly Platform[]): Promise<Person[]> {
  return mapConcurrently(Array.from({ length: count }), () => createSubscriber(stack, platforms));
}

/** A part that throws is a fault; the next parts still run. */
async function scene({ faults }: Away, name: string, play: () => Promise<void>): Promise<void> {
  await play().catch((error: unknown) => faults.push(`${name}: ${error}`));
}
