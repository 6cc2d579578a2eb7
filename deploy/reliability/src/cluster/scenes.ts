import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../people.ts';
import { type Cluster, rolledOut, settled } from './cluster.ts';
import {
  buildRelease,
  digestsOfScheduling,
  EXPANDS,
  FAILS,
  forgetRelease,
  isExpanded,
  type Release,
  rollBack,
  upgradeTo,
} from './releases.ts';

/** Something that disturbs the cluster. */
export interface Scene {
  /** Makes what it needs, before requests are sent. */
  prepare?(): Promise<void>;
  /** `note` says that a part of it is over, with what it was. @throws when the outcome is not the expected one */
  play(cluster: Cluster, note: (part: string) => void): Promise<void>;
}

const DELETE_EVERY_MS = 10_000;
const EVICTED_WITHIN_MS = 120_000;

/** Each deployment starts again, one after the other. */
export const rollouts: Scene = {
  async play(cluster, note) {
    for (const deployment of await cluster.deployments()) {
      await cluster.kubectl(['rollout', 'restart', `deployment/${deployment}`]);
      await rolledOut(cluster, deployment);
      note(`rollout of ${deployment}`);
    }
  },
};

/** Pods are deleted at random for some minutes. */
export function deletions(minutes: number, random: () => number): Scene {
  return {
    async play(cluster, note) {
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
    },
  };
}

/** Each pod is evicted, one after the other, as by the drains of nodes: one that would break a disruption budget waits. */
export const evictions: Scene = {
  async play(cluster, note) {
    const pods = await cluster.pods();
    for (const name of pods) {
      const path = `/api/v1/namespaces/${cluster.namespace}/pods/${name}/eviction`;
      const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: cluster.namespace } };
      await eventually(() => cluster.kubectl(['create', '--raw', path, '-f', '-'], JSON.stringify(eviction)), {
        withinMs: EVICTED_WITHIN_MS,
        everyMs: 1_000,
      });
      const [deployment = name] = /^.+(?=-[^-]+-[^-]+$)/.exec(name) ?? [];
      await rolledOut(cluster, deployment);
    }
    note(`${pods.length} pods evicted`);
  },
};

/** An upgrade to a release with one more migration, and the way back, which leaves the newer schema. */
export function upgrade(): Scene {
  let next: Release;
  return {
    async prepare() {
      next = await buildRelease(EXPANDS);
    },
    async play(cluster, note) {
      const before = await digestsOfScheduling(cluster);
      try {
        await upgradeTo(cluster, next);
        await expectDigests(cluster, [next.digest]);
        if (!(await isExpanded(cluster))) throw new Error('the migration of the next release has not run');
        note('upgrade');
      } finally {
        await rollBack(cluster);
        await expectDigests(cluster, before);
        note('rollback');
        await forgetRelease(cluster);
      }
    },
  };
}

/** An upgrade whose migration fails: helm says so, and the previous release goes on serving. */
export function failingMigration(): Scene {
  let next: Release;
  return {
    async prepare() {
      next = await buildRelease(FAILS);
    },
    async play(cluster, note) {
      const before = await cluster.pods();
      const outcome = await upgradeTo(cluster, next).then(
        () => 'it succeeded',
        (error: unknown) => String(error),
      );
      const after = await cluster.pods();
      note('failed upgrade');
      await rollBack(cluster);
      note('rollback of the failed upgrade');
      if (!/migrat/i.test(outcome)) throw new Error(`the upgrade does not say that a migration failed: ${outcome}`);
      if (await isExpanded(cluster)) throw new Error('a part of the failed migration has stayed');
      const gone = before.filter((pod) => !after.includes(pod));
      if (gone.length > 0) throw new Error(`pods of the previous release are gone: ${gone.join(', ')}`);
    },
  };
}

async function expectDigests(cluster: Cluster, wanted: readonly string[]): Promise<void> {
  await eventually(async () => {
    const running = await digestsOfScheduling(cluster);
    if (!running.every((digest) => wanted.includes(digest))) {
      throw new Error(`scheduling runs ${[...new Set(running)].join(', ')}, not ${wanted[0]}`);
    }
  });
}
