import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '@reelwright/local/random';
import { endedStates, recordOf } from '@reelwright/product';
import {
  type EmulatedPlatform as Platform,
  platformProviders,
  emulatedPlatforms as platforms,
} from '@reelwright/sandbox/platforms';
import { catalogueCodes } from './catalogue.ts';
import { type ChaosPlan, endConsent, planChaos, renewConsent } from './chaos-plan.ts';
import { faultsIn, readJournal } from './journal.ts';
import { countOpenJobs, readTargets, type Target } from './ledger.ts';
import { measuredRight } from './measured.ts';
import { moveClock, type Provider, productTime, type StackUrls, setChaos } from './people.ts';
import { ledgerOnceShown, waitUntilDone } from './progress.ts';
import { type ServicePrometheus, startPrometheus } from './prometheus.ts';
import { rightCauses } from './right-cause.ts';
import { say } from './say.ts';
import { REMOTE_MODEL, type Stack, withStack } from './stack.ts';
import { judge, printFindings } from './verdict.ts';

const PEOPLE = Number(process.env.PEOPLE || 26);
const DAYS = Number(process.env.DAYS || 2);
const SEED = Number(process.env.SEED || randomInt(2 ** 31));
const DAY_MS = 86_400_000;
const POLL_MS = 1_000;
const GIVEN_UP_AFTER_MS = 40 * 60_000;
/** A call that timed out may still arrive for 5 s of real time. Until then product time moves slowly. */
const UNSETTLED_MS = 7_000;
const MAINS = { publishing: 'services/publishing/test/short-in-flight-main.ts' };
const SLOWLY_MS = 15_000;
const MADE_BEFORE_MS = 2 * 3_600_000;
/** Drive's longest wait between two tries, and one try. */
const DELIVERED_WITHIN_MS = 330_000;
const ENDED: readonly string[] = ['posted', ...endedStates];

/** A fifth of calls, uploads and responses fail; moderation is slow and rejects one post in twenty. */
const ROUGH = { rate429: 0.2, error5xx: 0.2, timeoutAfterSuccess: 0.2, brokenUpload: 0.2, slowModerationMs: 6_000 };
const SWITCHES: Readonly<Partial<Record<Provider, Readonly<Record<string, number>>>>> = {
  google: { ...ROUGH, refusal: 0.05 },
  tiktok: { ...ROUGH, refusal: 0.05 },
  facebook: { ...ROUGH, refusal: 0.05 },
  instagram: { ...ROUGH, refusal: 0.05 },
  genai: { rate429: 0.2 },
  stripe: { duplicateEvents: 0.2, reorderedEvents: 0.2 },
};

say(`SEED=${SEED}`);
process.exitCode = (await withStack({ env: REMOTE_MODEL, mains: MAINS }, run)) ? 0 : 1;

async function run(stack: Stack): Promise<boolean> {
  const prometheus = await startPrometheus(stack, 'publishing');
  return judgeRun(stack, prometheus).finally(prometheus.stop);
}

async function judgeRun(stack: Stack, prometheus: ServicePrometheus): Promise<boolean> {
  const random = createRandom(SEED);
  await setChaos(stack, 'stripe', { ...SWITCHES.stripe, seed: SEED % 1_000 });
  const plan = await planChaos(stack, { people: PEOPLE, days: DAYS, now: await productTime(stack), random });
  say(`${plan.people.length} people, ${plan.posts.length} posts, ${plan.endings.length} consents that will end`);
  for (const [provider, switches] of Object.entries(SWITCHES))
    await setChaos(stack, provider as Provider, { ...switches, seed: SEED % 1_000 });

  const open = await passTime(stack, plan);
  for (const target of open)
    say(`not ended: ${target.platform} '${target.captionLine}' ${target.state} ${target.code ?? ''}`);
  // Drive never delays a post, but must catch up without help.
  await setChaos(stack, 'google', { rate429: 0, error5xx: 0, timeoutAfterSuccess: 0, brokenUpload: 0 });
  const last = plan.days.at(-1) ?? new Date();
  const unfinished = await waitUntilDone(stack, last, DELIVERED_WITHIN_MS);
  if (unfinished)
    say(`still under way: ${unfinished.videos} videos, ${unfinished.deliveries} deliveries, ${unfinished.posts} posts`);

  const journal = readJournal(stack);
  const ledger = await ledgerOnceShown(stack);
  const evidence = { plan: plan.posts, journal, ledger, catalogue: catalogueCodes(), chaos: true };
  printCounts(plan, ledger.targets, faultsIn(journal));
  const measured = await measuredRight(stack, prometheus, journal);
  const holds = printFindings([...judge(evidence), rightCauses(evidence, plan.people), measured], say);
  say(`SEED=${SEED} repeats the people's choices and the faults' sequences`);
  return holds && open.length === 0 && !unfinished;
}

/**
 * Waits in real time for uploads, processing and late responses, and moves product time to the next instant at which
 * something is due, until every post has ended. @returns the posts that have not
 */
async function passTime(stack: Stack, plan: ChaosPlan): Promise<readonly Target[]> {
  const origins = await originsOf(stack);
  const plannedPosts = new Set(plan.posts.map(({ videoId, platform }) => `${videoId} ${platform}`));
  const moments = [
    ...plan.days.map((day) => ({ at: new Date(day.getTime() - DAY_MS), what: async () => undefined })),
    ...plan.endings.map((ending) => ({ at: ending.at, what: () => endConsent(origins, ending) })),
    ...plan.endings.flatMap((ending) =>
      ending.renewedAt ? [{ at: ending.renewedAt, what: () => renewConsent(ending) }] : [],
    ),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  let lastLine = '';
  for (const end = performance.now() + GIVEN_UP_AFTER_MS; ; await delay(POLL_MS)) {
    const [targets, jobs, now] = await Promise.all([readTargets(stack), countOpenJobs(stack), productTime(stack)]);
    const planned = targets.filter(({ videoId, platform }) => plannedPosts.has(`${videoId} ${platform}`));
    const open = planned.filter((target) => !isOver(target));
    const line = `${now.toISOString().slice(0, 16)}  ${planned.length - open.length} of ${plan.posts.length} over, ${jobs} videos in work`;
    if (line !== lastLine) say(line);
    lastLine = line;
    if (planned.length === plan.posts.length && open.length === 0) return [];
    if (performance.now() > end) return open;
    while (moments[0] && moments[0].at <= now) await moments.shift()?.what();
    if (open.some(({ nextActionAt }) => nextActionAt && nextActionAt <= now)) continue;
    const next = [...open.map(({ nextActionAt }) => nextActionAt), moments[0]?.at].filter((at) => at && at > now);
    const soonest = Math.min(...next.map((at) => (at as Date).getTime()));
    // A video is made in real time: its day does not start before it is ready.
    const day = plan.days.find((at) => at > now)?.getTime() ?? Number.POSITIVE_INFINITY;
    if (jobs > 0 && soonest > day - MADE_BEFORE_MS) continue;
    const most = open.some(isUnsettled) ? now.getTime() + SLOWLY_MS : Number.POSITIVE_INFINITY;
    const then = Math.min(soonest, most);
    if (then - now.getTime() > POLL_MS && Number.isFinite(then)) await moveClock(stack, new Date(then));
  }
}

/** An unconfirmed post that is no longer looked up waits for its owner. */
function isOver({ state, nextActionAt }: Target): boolean {
  return ENDED.includes(state) || (state === 'unconfirmed' && nextActionAt === null);
}

/** Its last call may still arrive. */
function isUnsettled({ state, committedAt }: Target): boolean {
  const unknown = state === 'unconfirmed' || state === 'going_out';
  return unknown && Date.now() - (committedAt?.getTime() ?? 0) < UNSETTLED_MS;
}

async function originsOf({ sandboxUrl }: StackUrls): Promise<Record<Platform, string>> {
  const response = await fetch(`${sandboxUrl}/api/providers`);
  const { providers } = (await response.json()) as { providers: { name: Provider; browser: string }[] };
  const of = (platform: Platform) => providers.find(({ name }) => name === platformProviders[platform])?.browser ?? '';
  return recordOf(platforms, of);
}

function printCounts(plan: ChaosPlan, targets: readonly Target[], faults: readonly { kind: string }[]): void {
  const plannedPosts = new Set(plan.posts.map(({ videoId }) => videoId));
  const counted = (items: readonly string[]) =>
    [...Map.groupBy(items, (item) => item)]
      .map(([item, { length }]) => `${length} ${item}`)
      .sort()
      .join(', ');
  const ends = targets.filter(({ videoId }) => plannedPosts.has(videoId));
  say(`posts: ${counted(ends.map(({ state, code }) => (code ? `${state} (${code})` : state)))}`);
  say(`faults: ${counted(faults.map(({ kind }) => kind))}`);
  const renewed = plan.endings.filter(({ renewedAt }) => renewedAt).length;
  say(`consents: ${plan.endings.length} ended, ${renewed} of them given again`);
}
