import { setTimeout as delay } from 'node:timers/promises';
import { table } from '@reelwright/benchmark';
import { createRandom } from '@reelwright/local/random';
import { openCluster, settled } from './cluster.ts';
import { castPeople } from './replicas/cast.ts';
import { changesOf } from './replicas/changes.ts';
import { createPartnerPosts } from './replicas/partner-posts.ts';
import { readsOf } from './replicas/reads.ts';
import { type Sent, startTraffic } from './replicas/traffic.ts';
import { say } from './say.ts';

/**
 * In the cluster of `REPLICAS=2 make kube-up`: each deployment is rolled out again under traffic, then pods are deleted at
 * random for MINUTES (10). No request fails, no change is made twice, and each partner's post goes out once.
 */
const PER_SECOND = Number(process.env.RATE || 40);
const MINUTES = Number(process.env.MINUTES || 10);
const POST_EVERY_MS = 5_000;
const DELETE_EVERY_MS = 10_000;
const WARM_UP_MS = 10_000;
const SHOWN_PROBLEMS = 20;

const cluster = await openCluster();
const seed = Number(process.env.SEED) || Date.now() % 1_000_000_000;
const random = createRandom(seed);
say(`SEED=${seed} repeats the order of the deletions`);
const cast = await castPeople(cluster);
say(`${cast.apiKeys.length + 2} people are signed up`);
const reads = readsOf(cluster, cast);
const changes = await changesOf(cluster, cast);
// external-api fetches the videos from inside the cluster.
const { pathname, search } = new URL(cast.mediaUrl);
const posts = createPartnerPosts(cluster, { ...cast, mediaUrl: `http://gateway${pathname}${search}` });
const traffic = startTraffic({ reads, changes, perSecond: PER_SECOND });
const problems: string[] = [];
const rows: string[][] = [];
let posting = true;
const posted = postNowAndThen();

try {
  await delay(WARM_UP_MS);
  note('before', traffic.takeEnded());
  for (const deployment of await cluster.deployments()) {
    const began = performance.now();
    await cluster.kubectl('rollout', 'restart', `deployment/${deployment}`);
    await cluster.kubectl('rollout', 'status', `deployment/${deployment}`, '--timeout=600s');
    note(`rollout of ${deployment}`, traffic.takeEnded(), performance.now() - began);
  }
  const end = performance.now() + MINUTES * 60_000;
  let deleted = 0;
  for (; performance.now() < end; deleted++) {
    const pods = await cluster.pods();
    const pod = pods[Math.floor(random() * pods.length)] ?? '';
    await cluster.kubectl('delete', 'pod', pod, '--wait=false');
    await delay(DELETE_EVERY_MS);
    // A second replica of the same part only once the first is back: a disruption budget would see to that elsewhere.
    await settled(cluster);
  }
  note(`${deleted} pods deleted`, traffic.takeEnded());
} finally {
  posting = false;
  await posted;
  await traffic.stop();
}
note('after', traffic.takeEnded());
const wrong = await Promise.all([
  ...changes.map((change) => change.doneTwiceOrNever?.() ?? []),
  posts.doneTwiceOrNever(),
]);
problems.unshift(...wrong.flat());
for (const line of table(['while', 'took', 'reads', 'in part', 'changes', 'unknown', 'failed'], rows)) say(`  ${line}`);
say(
  `  partners' posts: ${posts.sent} sent, ${posts.repeated} times repeated; done twice or never: ${wrong.flat().length}`,
);
for (const problem of problems.slice(0, SHOWN_PROBLEMS)) say(`  ${problem}`);
if (problems.length > SHOWN_PROBLEMS) say(`  and ${problems.length - SHOWN_PROBLEMS} more problems`);
say(`${problems.length === 0 ? 'holds' : 'DOES NOT HOLD'}: no request fails, nothing is made twice`);
cluster.stop();
process.exitCode = problems.length === 0 ? 0 : 1;

function note(what: string, sent: readonly Sent[], ms?: number): void {
  const count = (kind: Sent['kind'] | undefined, outcome?: Sent['outcome']) =>
    `${sent.filter((one) => (!kind || one.kind === kind) && (!outcome || one.outcome === outcome)).length}`;
  problems.push(...sent.flatMap(({ shown, problem }) => (problem ? [`${what}: ${shown}: ${problem}`] : [])));
  rows.push([
    what,
    ms === undefined ? '' : `${(ms / 1_000).toFixed(0)} s`,
    count('read'),
    count('read', 'in part'),
    count('change'),
    count('change', 'unknown'),
    count(undefined, 'lost'),
  ]);
  say(`${what}: ${sent.length} requests, ${count(undefined, 'lost')} failed`);
}

async function postNowAndThen(): Promise<void> {
  while (posting) {
    await posts.send().catch((error: unknown) => void problems.push(`a partner's post: ${error}`));
    await delay(POST_EVERY_MS);
  }
}
