import { setTimeout as delay } from 'node:timers/promises';
import { table } from '@reelwright/benchmark';
import { createRandom } from '@reelwright/local/random';
import { emulatedPlatforms } from '@reelwright/sandbox/platforms';
import { mapConcurrently } from '../map-concurrently.ts';
import { createSubscriber, deliveredVideo, type Person, saveEntries, videos } from '../people.ts';
import { apiKeyOf, castPeople } from '../replicas/cast.ts';
import { changesOf } from '../replicas/changes.ts';
import { createPartnerPosts } from '../replicas/partner-posts.ts';
import { readsOf } from '../replicas/reads.ts';
import { type Sent, startTraffic } from '../replicas/traffic.ts';
import { say } from '../say.ts';
import { openCluster } from './cluster.ts';
import { duePlatforms, planDuePosts } from './due-posts.ts';
import { deletions, evictions, failingMigration, rollouts, type Scene, upgrade } from './scenes.ts';
import { lengthenVideo, startStreams } from './streams.ts';
import { followUsage, USAGE_HEADS } from './usage.ts';

/**
 * In the cluster of `REPLICAS=2 make kube-up`, under RATE (40) reads and changes a second, four uploads, two downloads and
 * posts that fall due: all deployments are rolled out again, pods are deleted at random for MINUTES (10), evicted, a
 * release is installed and rolled back, and one whose migration fails is installed. No request fails, no change is made
 * twice, each post goes out once and within a minute. `ONLY=upgrade,migration` runs some.
 */
const PER_SECOND = Number(process.env.RATE || 40);
const MINUTES = Number(process.env.MINUTES || 10);
const PARTNER_POST_EVERY_MS = 15_000;
/** YouTube takes 100 videos of an app a day: the product posts more on the next day. The videos of the cast are some too. */
const PARTNER_POSTS = 90;
const WARM_UP_MS = 20_000;
const SHOWN_PROBLEMS = 20;
/** After each scene. */
const SHOWN_AT_ONCE = 3;
/** The last one is at 21:00. */
const DUE_SLOTS = 14;
const OWNERS_OF_POSTS = 4;
/** An account may upload ten videos an hour: about 310 uploads and posts are made in the 22 minutes of all scenes. */
const PARTNERS = 40;

const seed = Number(process.env.SEED) || Date.now() % 1_000_000_000;
const SCENES: Readonly<Record<string, Scene>> = {
  rollouts,
  deletions: deletions(MINUTES, createRandom(seed)),
  evictions,
  upgrade: upgrade(),
  migration: failingMigration(),
};
const chosen = (process.env.ONLY?.split(',') ?? Object.keys(SCENES)).map(sceneNamed);

const cluster = await openCluster();
say(`SEED=${seed} repeats the order of the deletions`);
for (const { scene } of chosen) await scene.prepare?.();
const cast = await castPeople(cluster);
const mediaUrl = await createLongVideo();
const people: Person[] = [];
while (people.length < OWNERS_OF_POSTS) people.push(await createSubscriber(cluster, duePlatforms));
const due = await planDuePosts(cluster, people, DUE_SLOTS);
const partners = await mapConcurrently(Array.from({ length: PARTNERS }), async () =>
  apiKeyOf(await createSubscriber(cluster, emulatedPlatforms)),
);
const signedUp = cast.apiKeys.length + 3 + people.length + partners.length;
say(`${signedUp} people are signed up, ${DUE_SLOTS} videos are to be posted`);
const changes = await changesOf(cluster, cast);
const partner = createPartnerPosts(cluster, {
  ...cast,
  posters: partners,
  // external-api fetches the videos from inside the cluster.
  mediaUrl: cluster.insideUrl(cast.mediaUrl),
});
const traffic = startTraffic({ reads: readsOf(cluster, cast), changes, perSecond: PER_SECOND });
const streams = startStreams(cluster, { apiKeys: partners, mediaUrl });
const usage = await followUsage(cluster);
const problems: string[] = [];
const rows: string[][] = [];
let posting = true;
const posted = postNowAndThen();
let began = performance.now();

try {
  await delay(WARM_UP_MS);
  note('before');
  due.start();
  for (const { name, scene } of chosen) {
    await scene.play(cluster, note).catch((error: unknown) => void problems.push(`${name}: ${error}`));
  }
} finally {
  posting = false;
  await Promise.all([posted, streams.stop(), due.stop()]);
  await traffic.stop();
}
note('after');
const used = await usage.stop();
const wrong = (
  await Promise.all([
    ...changes.map((change) => change.doneTwiceOrNever?.() ?? []),
    partner.doneTwiceOrNever(),
    due.problems(),
  ])
).flat();
problems.unshift(...wrong);
const heads = ['while', 'took', 'reads', 'in part', 'changes', 'unknown', 'uploads', 'downloads', 'failed'];
for (const line of table(heads, rows)) say(`  ${line}`);
for (const line of table(USAGE_HEADS, used)) say(`  ${line}`);
say(`  partners' posts: ${partner.sent} sent, ${partner.repeated} times repeated; due posts of ${due.due} videos`);
if (traffic.leftOut > 0) say(`  left out, because this program got no turn: ${traffic.leftOut} requests`);
say(`  done twice, never, early or over a minute late: ${wrong.length}`);
for (const problem of problems.slice(0, SHOWN_PROBLEMS)) say(`  ${problem}`);
if (problems.length > SHOWN_PROBLEMS) say(`  and ${problems.length - SHOWN_PROBLEMS} more problems`);
say(`${problems.length === 0 ? 'holds' : 'DOES NOT HOLD'}: no request fails, nothing is made twice, nothing is late`);
cluster.stop();
process.exitCode = problems.length === 0 ? 0 : 1;

function sceneNamed(name: string): { name: string; scene: Scene } {
  const scene = SCENES[name];
  if (!scene) throw new Error(`ONLY: there is no ${name}, only ${Object.keys(SCENES).join(', ')}`);
  return { name, scene };
}

/** Adds a line for the time since the last one. */
function note(what: string): void {
  const sent = traffic.takeEnded();
  const ended = streams.takeEnded();
  const count = (kind: Sent['kind'] | undefined, outcome?: Sent['outcome']) =>
    sent.filter((one) => (!kind || one.kind === kind) && (!outcome || one.outcome === outcome)).length;
  const failed = count(undefined, 'lost') + ended.problems.length;
  const found = [
    ...sent.flatMap(({ shown, problem }) => (problem ? [`${what}: ${shown}: ${problem}`] : [])),
    ...ended.problems.map((problem) => `${what}: ${problem}`),
  ];
  problems.push(...found);
  const numbers = [
    count('read'),
    count('read', 'in part'),
    count('change'),
    count('change', 'unknown'),
    ended.uploads,
    ended.downloads,
    failed,
  ];
  rows.push([what, `${((performance.now() - began) / 1_000).toFixed(0)} s`, ...numbers.map(String)]);
  began = performance.now();
  say(`${what}: ${sent.length} requests, ${ended.uploads + ended.downloads} transfers, ${failed} failed`);
  for (const problem of found.slice(0, SHOWN_AT_ONCE)) say(`  ${problem}`);
}

async function postNowAndThen(): Promise<void> {
  while (posting && partner.sent < PARTNER_POSTS) {
    await partner.send().catch((error: unknown) => void problems.push(`a partner's post: ${error}`));
    await delay(PARTNER_POST_EVERY_MS);
  }
}

/** The address of a video that takes long to download, and is not posted meanwhile. */
async function createLongVideo(): Promise<string> {
  const viewer = await createSubscriber(cluster, ['youtube']);
  const [configured] = await videos(cast.owner);
  const [date = ''] = (configured?.publishAt ?? '').split('T');
  await saveEntries(viewer, [{ date, time: '22:00', caption: 'Downloaded again and again' }]);
  const mediaUrl = await deliveredVideo(viewer);
  await lengthenVideo(cluster, viewer.userId);
  return mediaUrl;
}
