import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../people.ts';
import { type Cluster, settled } from './cluster.ts';
import {
  buildRelease,
  digestsOfScheduling,
  EXPANDS,
  FAILS,
  forgetRelease,
  isExpanded,
  rollBack,
  upgradeTo,
} from './releases.ts';

/** Disturbs the cluster. `note` says that a part of it is over, with what it was. @throws when the outcome is not the expected one */
export type Scene = (cluster: Cluster, note: (part: string) => void) => Promise<void>;

const DELETE_EVERY_MS = 10_000;
const EVICTED_WITHIN_MS = 120_000;

/** Each deployment starts again, one after the other. */
export const rollouts: Scene = async (cluster, note) => {
  for (const deployment of await cluster.deployments()) {
    await cluster.kubectl(['rollout', 'restart', `deployment/${deployment}`]);
    await cluster.kubectl(['rollout', 'status', `deployment/${deployment}`, '--timeout=600s']);
    note(`rollout of ${deployment}`);
  }
};

/** Pods are deleted at random for some minutes. */
export function deletions(minutes: number, random: () => number): Scene {
  return async (cluster, note) => {
    const end = performance.now() + minutes * 60_000;
    let deleted = 0;
    for (; performance.now() < end; deleted++) {
      const pods = await cluster.pods();
      await cluster.kubectl(['delete', 'pod', pods[Math.floor(random() * pods.length)] ?? '', '--wait=false']);
      await delay(DELETE_EVERY_MS);
      // A second replica of the same part only once the first is back: an eviction would wait for that.
      await settled(cluster);
    }
    note(`${deleted} pods deleted`);
  };
}

/** Each pod is evicted, one after the other, as by the drains of nodes: one that would break a disruption budget waits. */
export const evictions: Scene = async (cluster, note) => {
  const pods = await cluster.pods();
  for (const name of pods) {
    const path = `/api/v1/namespaces/${cluster.namespace}/pods/${name}/eviction`;
    const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: cluster.namespace } };
    await eventually(() => cluster.kubectl(['create', '--raw', path, '-f', '-'], JSON.stringify(eviction)), {
      withinMs: EVICTED_WITHIN_MS,
      everyMs: 1_000,
    });
    const [deployment] = /^.+(?=-[^-]+-[^-]+$)/.exec(name) ?? [];
    await cluster.kubectl(['rollout', 'status', `deployment/${deployment}`, '--timeout=300s']);
  }
  note(`${pods.length} pods evicted`);
};

/** An upgrade to a release with one more migration, and the way back, which leaves the newer schema. */
export const upgrade: Scene = async (cluster, note) => {
  const before = await digestsOfScheduling(cluster);
  const next = await buildRelease(EXPANDS);
  note('build of the next release');
  try {
    await upgradeTo(cluster, next);
    await expectDigests(cluster, [next.digest]);
    if (!(await isExpanded(cluster))) throw new Error('the migration of the next release has not run');
    note('upgrade');
    await rollBack(cluster);
    await expectDigests(cluster, before);
    note('rollback');
  } finally {
    await forgetRelease(cluster);
  }
};

/** An upgrade whose migration fails: helm says so, and the previous release goes on serving. */
export const failingMigration: Scene = async (cluster, note) => {
  const before = await cluster.pods();
  const next = await buildRelease(FAILS);
  note('build of a release whose migration fails');
  const outcome = await upgradeTo(cluster, next).then(
    () => 'it succeeded',
    (error: unknown) => String(error),
  );
  if (!/migrat/i.test(outcome)) throw new Error(`the upgrade does not say that a migration failed: ${outcome}`);
  if (await isExpanded(cluster)) throw new Error('a part of the failed migration has stayed');
  const after = await cluster.pods();
  const gone = before.filter((pod) => !after.includes(pod));
  if (gone.length > 0) throw new Error(`pods of the previous release are gone: ${gone.join(', ')}`);
  note('failed upgrade');
  await rollBack(cluster);
  note('rollback of the failed upgrade');
};

async function expectDigests(cluster: Cluster, wanted: readonly string[]): Promise<void> {
  await eventually(async () => {
    const running = await digestsOfScheduling(cluster);
    if (!running.every((digest) => wanted.includes(digest))) {
      throw new Error(`scheduling runs ${[...new Set(running)].join(', ')}, not ${wanted[0]}`);
    }
  });
}
