import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/** What the kubelet of a node measures (kubernetes.io/docs/reference/instrumentation/node-metrics), as far as it is read here. */
interface NodeSummary {
  readonly pods: readonly {
    readonly podRef: { readonly name: string; readonly namespace: string };
    readonly containers?: readonly {
      readonly cpu?: { readonly usageNanoCores?: number; readonly usageCoreNanoSeconds?: number };
      readonly memory?: { readonly workingSetBytes?: number };
    }[];
  }[];
}

interface PodUsage {
  readonly firstNanoSeconds: number;
  readonly lastNanoSeconds: number;
  readonly mostNanoCores: number;
  readonly mostBytes: number;
}

/** Kubelets measure every ten seconds. */
const READ_EVERY_MS = 5_000;
/** More than a thousand cores. */
const WRAPPED = 1e12;
const OF_REPLICA_SET = /-[a-z0-9]+-[a-z0-9]{5}$/;

/** Reads what the pods of the product use, until it is stopped. Pods that have ended meanwhile count too. */
export async function followUsage(cluster: Cluster): Promise<{ stop(): Promise<string[][]> }> {
  const nodes = (await cluster.kubectl(['get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}'])).trim().split(' ');
  const pods = new Map<string, PodUsage>();
  const began = performance.now();
  let isFirst = true;
  let isStopped = false;

  async function read(): Promise<void> {
    for (const node of nodes) {
      const text = await cluster.kubectl(['get', '--raw', `/api/v1/nodes/${node}/proxy/stats/summary`]);
      for (const { podRef, containers = [] } of (JSON.parse(text) as NodeSummary).pods) {
        if (podRef.namespace !== cluster.namespace) continue;
        const [container] = containers;
        const nanoSeconds = container?.cpu?.usageCoreNanoSeconds ?? 0;
        const known = pods.get(podRef.name);
        pods.set(podRef.name, {
          firstNanoSeconds: known?.firstNanoSeconds ?? (isFirst ? nanoSeconds : 0),
          lastNanoSeconds: Math.max(known?.lastNanoSeconds ?? 0, nanoSeconds),
          mostNanoCores: Math.max(known?.mostNanoCores ?? 0, nanoCoresOf(container?.cpu?.usageNanoCores)),
          mostBytes: Math.max(known?.mostBytes ?? 0, container?.memory?.workingSetBytes ?? 0),
        });
      }
    }
    isFirst = false;
  }

  await read();
  const running = (async () => {
    while (!isStopped) {
      await delay(READ_EVERY_MS);
      // The API server may be slow while much is rolled out; the next reading has the sums.
      await read().catch(() => undefined);
    }
  })();

  return {
    /** @returns a row for each deployment: its CPU in all, the most CPU and memory of one of its pods, and what a pod is given */
    async stop() {
      isStopped = true;
      await running;
      const elapsedNanoSeconds = (performance.now() - began) * 1e6;
      const rows = (await cluster.deployments()).map(async (deployment) => {
        const used = [...pods]
          .filter(([name]) => name.replace(OF_REPLICA_SET, '') === deployment)
          .map(([, pod]) => pod);
        const sum = used.reduce((total, pod) => total + pod.lastNanoSeconds - pod.firstNanoSeconds, 0);
        const most = (numbers: readonly number[]) => Math.max(0, ...numbers);
        const given = await cluster.kubectl([
          ...['get', 'deployment', deployment, '-o'],
          'jsonpath={.spec.template.spec.containers[0].resources.requests.cpu}, {.spec.template.spec.containers[0].resources.requests.memory}, {.spec.template.spec.containers[0].resources.limits.memory}',
        ]);
        return [
          deployment,
          (sum / elapsedNanoSeconds).toFixed(3),
          (most(used.map(({ mostNanoCores }) => mostNanoCores)) / 1e9).toFixed(2),
          `${(most(used.map(({ mostBytes }) => mostBytes)) / 2 ** 20).toFixed(0)} MiB`,
          given,
        ];
      });
      return Promise.all(rows);
    },
  };
}

/** When a container starts again, the kubelet's difference of two sums wraps round below zero. */
const nanoCoresOf = (reported = 0): number => (reported < WRAPPED ? reported : 0);

export const USAGE_HEADS = ['part', 'cores in all', 'most of a pod', 'most memory of a pod', 'requests, limit'];
