import { setTimeout as delay } from 'node:timers/promises';
import { table } from '@reelwright/benchmark';
import { readOnlyRpcs } from '@reelwright/contracts';
import { SERVICES, type ServiceName } from '@reelwright/local/running-stack';
import { eventually } from '../people.ts';
import type { Stack } from '../stack.ts';
import type { Cast } from './cast.ts';
import { changesOf } from './changes.ts';
import { metricsOf, seriesIn } from './counts.ts';
import { createPartnerPosts } from './partner-posts.ts';
import type { Read } from './reads.ts';
import { type Sent, startTraffic } from './traffic.ts';

/** Two cores have room for this many beside 32 processes and the start of one more. */
const REQUESTS_A_SECOND = 40;
const KILLS_A_SERVICE = 2;
/** Node compiles what runs often, which takes most of two cores when 32 processes begin to work. */
const WARM_UP_MS = 20_000;
/** Before each kill, so that traffic is even again. */
const BETWEEN_MS = 2_000;
/**
 * The replica is suspended before it is killed, so that requests and calls are under way in it. Less than the shortest
 * deadline of a call leaves for its repeat.
 */
const SUSPENDED_MS = 200;
const POSTS_A_KILL = 3;
/** Their kills concern partners' posts. */
const POSTING: readonly ServiceName[] = ['external-api', 'publishing'];

/** Kills replicas of each service in turn under traffic, and counts the requests and calls that were lost. */
export async function killReplicas(stack: Stack, cast: Cast, reads: readonly Read[], numbers: readonly number[]) {
  const changes = await changesOf(stack, cast);
  const posts = createPartnerPosts(stack, cast);
  const traffic = startTraffic({ reads, changes, perSecond: REQUESTS_A_SECOND });
  const all: Sent[] = [];
  const problems: string[] = [];
  const rows: string[][] = [];
  let began = 0;
  try {
    await delay(WARM_UP_MS);
    traffic.takeEnded();
    began = performance.now();
    for (const [index, service] of SERVICES.entries()) {
      traffic.focusOn(service);
      for (let kill = 0; kill < KILLS_A_SERVICE; kill++) {
        const number = numbers[(index + kill * Math.ceil(numbers.length / 2)) % numbers.length] ?? 1;
        await delay(BETWEEN_MS);
        all.push(...traffic.takeEnded());
        const before = await failedCalls(stack, numbers);
        const seconds = await killOne(
          stack,
          { service, number },
          POSTING.includes(service) ? posts.send : undefined,
        ).catch((error: unknown) => void problems.push(`${service}: ${error}`));
        await delay(BETWEEN_MS);
        const during = traffic.takeEnded();
        all.push(...during);
        const failed = newlyFailed(before, await failedCalls(stack, numbers), `${service} .${number}`);
        problems.push(...failed, ...during.flatMap(({ shown, problem }) => (problem ? [`${shown}: ${problem}`] : [])));
        rows.push([
          `${service} .${number}`,
          seconds ? `${seconds.toFixed(1)} s` : '–',
          ...figures(during),
          `${failed.length}`,
        ]);
      }
    }
  } finally {
    await traffic.stop();
  }
  all.push(...traffic.takeEnded());
  const seconds = (performance.now() - began) / 1_000;
  rows.push(['all', `${(all.length / seconds).toFixed(0)}/s`, ...figures(all), '']);
  const wrong = await Promise.all([
    ...changes.map((change) => change.doneTwiceOrNever?.() ?? []),
    posts.doneTwiceOrNever(),
  ]);
  // First, because only the first problems are printed.
  problems.unshift(...wrong.flat());
  const lost = all.filter(({ outcome }) => outcome === 'lost');
  return {
    lines: [
      ...table(['killed', 'back after', 'reads', 'in part', 'lost', 'changes', 'unknown', 'lost', 'lost rpcs'], rows),
      `partners' posts: ${posts.sent} sent, ${posts.repeated} times repeated with the same key; done twice or never: ${wrong.flat().length}`,
    ],
    problems,
    holds: problems.length === 0 && lost.length === 0,
  };
}

/** @returns the seconds until the replica was ready again */
async function killOne(
  stack: Stack,
  { service, number }: { service: ServiceName; number: number },
  post: (() => Promise<void>) | undefined,
): Promise<number> {
  const part = stack.replicas(service)[number - 1] ?? service;
  stack.freeze(part);
  const posted = Promise.all(Array.from({ length: post ? POSTS_A_KILL : 0 }, () => post?.()));
  posted.catch(() => undefined);
  await delay(SUSPENDED_MS);
  const began = performance.now();
  await stack.back(part, stack.kill(part));
  const seconds = (performance.now() - began) / 1_000;
  await posted;
  return seconds;
}

/** The codes of a call that was lost. One that took too long is seen in the answer for which it was made. */
const FAILURES = new Set(['UNAVAILABLE', 'CANCELLED', 'INTERNAL', 'UNKNOWN']);

/** By replica and rpc, the read-only calls that each replica has made in vain. */
async function failedCalls(stack: Stack, numbers: readonly number[]): Promise<Map<string, number>> {
  const failed = new Map<string, number>();
  for (const service of SERVICES) {
    for (const number of numbers) {
      for (const { labels, value } of seriesIn(
        await eventually(() => metricsOf(stack, service, number)),
        'grpc_client_duration_seconds_count',
      )) {
        const { rpc = '', code = '' } = labels;
        if (FAILURES.has(code) && readOnlyRpcs.has(rpc)) failed.set(`${service} .${number} ${rpc} ${code}`, value);
      }
    }
  }
  return failed;
}

/** The calls of the replica that was killed are lost with it, as are their requests. */
function newlyFailed(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  killed: string,
): string[] {
  return [...after].flatMap(([name, count]) => {
    const since = count - (name.startsWith(`${killed} `) ? 0 : (before.get(name) ?? 0));
    return since > 0 ? [`${since} × ${name}`] : [];
  });
}

function figures(sent: readonly Sent[]): string[] {
  const count = (kind: Sent['kind'], outcome?: Sent['outcome']) =>
    `${sent.filter((one) => one.kind === kind && (outcome === undefined || one.outcome === outcome)).length}`;
  return [
    count('read'),
    count('read', 'in part'),
    count('read', 'lost'),
    count('change'),
    count('change', 'unknown'),
    count('change', 'lost'),
  ];
}
