import { setTimeout as delay } from 'node:timers/promises';
import { within } from '../databases.ts';
import { fetchJournal } from '../journal.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { createSubscriber, eventually, moveClock, type Person, productTime, saveEntries } from '../people.ts';
import { say } from '../say.ts';
import { type Cluster, openCluster } from './cluster.ts';

/**
 * In the cluster of `AUTOSCALING=keda make kube-up`, which needs KEDA: 204 videos are requested at once. Generation gets more
 * pods, never has more videos in work than the model makes at the same time, makes each video once, and goes back to one pod.
 */
const PEOPLE = 12;
/** From 07:00 to 23:00. */
const HOURS = Array.from({ length: 17 }, (_, index) => `${String(index + 7).padStart(2, '0')}:00`);
const DAY_MS = 86_400_000;
const SAMPLE_MS = 1_000;
const MADE_WITHIN_MS = 900_000;
const BACK_WITHIN_MS = 600_000;
/** The default of `CONCURRENT_VIDEOS`, for each process, with a remote model. */
const VIDEOS_A_POD = 8;

interface Sample {
  readonly pods: number;
  readonly due: number;
  readonly inWork: number;
}

const cluster = await openCluster();
const { spec } = JSON.parse(await cluster.kubectl(['get', 'scaledobject', 'generation', '-o', 'json'])) as {
  spec: { minReplicaCount: number; maxReplicaCount: number };
};
const day = new Date((await productTime(cluster)).getTime() + DAY_MS).toISOString().slice(0, 10);
await moveClock(cluster, new Date(`${day}T05:30:00Z`));
const people = await mapConcurrently(Array.from({ length: PEOPLE }), () => createSubscriber(cluster, ['youtube']));
const before = await madeVideos();
say(`${people.length} people; generation has ${await podsOf(cluster)} pods and may have ${spec.maxReplicaCount}`);
await mapConcurrently(people, requestVideos);
const samples: Sample[] = [];
await sampleUntil(MADE_WITHIN_MS, ({ due }) => due === 0);
say('all are made');
await sampleUntil(BACK_WITHIN_MS, ({ pods }) => pods === spec.minReplicaCount);
say(`${samples.at(-1)?.pods} pods`);

const made = (await madeVideos()) - before;
const mostPods = Math.max(...samples.map(({ pods }) => pods));
const mostInWork = Math.max(...samples.map(({ inWork }) => inWork));
const startedTwice = await within(cluster, 'generation', (rows) =>
  rows<{ videoId: string }>(
    `select video_id as "videoId" from generation_jobs where starts > 1 and user_id in (${people.map(({ userId }) => `'${userId}'`).join(', ')})`,
  ),
);
const problems = [
  ...(mostPods > spec.minReplicaCount ? [] : ['there was never a second pod']),
  ...(mostPods <= spec.maxReplicaCount ? [] : [`${mostPods} pods`]),
  ...(mostInWork <= spec.maxReplicaCount * VIDEOS_A_POD ? [] : [`${mostInWork} videos in work at once`]),
  ...(made === PEOPLE * HOURS.length ? [] : [`the model made ${made} videos, not ${PEOPLE * HOURS.length}`]),
  ...startedTwice.map(({ videoId }) => `${videoId} was started twice`),
  ...(samples.at(-1)?.pods === spec.minReplicaCount ? [] : [`${samples.at(-1)?.pods} pods are left`]),
];
say(`at most ${mostPods} pods and ${mostInWork} videos in work; the model made ${made} videos`);
for (const problem of problems) say(`  ${problem}`);
say(`${problems.length === 0 ? 'holds' : 'DOES NOT HOLD'}: pods follow the work, and each video is made once`);
cluster.stop();
process.exitCode = problems.length === 0 ? 0 : 1;

/** Entries of this day, whose videos are made at once. */
async function requestVideos(person: Person): Promise<void> {
  const entries = HOURS.map((time) => ({ date: day, time, caption: `Scaled at ${time} of ${person.name}` }));
  await eventually(() => saveEntries(person, entries));
}

async function sampleUntil(limitMs: number, isOver: (sample: Sample) => boolean): Promise<void> {
  const end = Date.now() + limitMs;
  let shown = '';
  while (Date.now() < end) {
    const sample = { pods: await podsOf(cluster), ...(await jobs()) };
    samples.push(sample);
    const text = `${sample.pods} pods`;
    if (text !== shown) say(`${text}, ${sample.due} videos due, ${sample.inWork} in work`);
    shown = text;
    if (isOver(sample) && samples.some(({ due }) => due > 0)) return;
    await delay(SAMPLE_MS);
  }
}

async function jobs(): Promise<{ due: number; inWork: number }> {
  const [row] = await within(cluster, 'generation', (rows) =>
    rows<{ due: number; inWork: number }>(
      `select count(*)::int as due, count(*) filter (where state = 'running')::int as "inWork"
         from generation_jobs where state in ('queued', 'running')`,
    ),
  );
  return row ?? { due: 0, inWork: 0 };
}

async function podsOf({ kubectl }: Cluster): Promise<number> {
  return Number(await kubectl(['get', 'deployment', 'generation', '-o', 'jsonpath={.status.replicas}']));
}

async function madeVideos(): Promise<number> {
  return (await fetchJournal(cluster)).filter(({ act }) => act === 'video-generated').length;
}
