import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithThisProcess } from '../../children.ts';
import { addressOf, type Cluster } from '../cluster.ts';
import { repeat } from './disturb.ts';

/** The pods of the product as targets of a Prometheus outside the cluster, which reads them through the API server. */
export interface Targets {
  readonly scrapeConfig: object;
  stop(): Promise<void>;
}

interface Pod {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly status: { readonly phase: string };
}

const LISTED_EVERY_SECONDS = 3;
/** The ports named `ops` of charts/reelwright, and the paths in its templates/monitoring.yaml. */
const OPS_PORT = { service: 3_002, gateway: 8_082 } as const;
const PATHS = { service: '/metrics', gateway: '/stats/prometheus' } as const;

/** @param folder where the list of targets is kept */
export async function followPods(cluster: Cluster, folder: string): Promise<Targets> {
  mkdirSync(folder, { recursive: true });
  const proxy = endWithThisProcess(
    spawn(cluster.kubectlPath, ['proxy', '--port=0'], { stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const address = await addressOf(proxy);
  const file = join(folder, 'pods.json');

  async function list(): Promise<void> {
    const selector = 'app.kubernetes.io/part-of=reelwright,app.kubernetes.io/component in (service,gateway)';
    const { items } = JSON.parse(await cluster.kubectl(['get', 'pods', '--selector', selector, '-o', 'json'])) as {
      items: Pod[];
    };
    const targets = items.filter(({ status }) => status.phase === 'Running').map((pod) => target(pod));
    // Prometheus may read the file at any time.
    writeFileSync(`${file}.new`, JSON.stringify(targets));
    renameSync(`${file}.new`, file);
  }

  function target({ metadata: { name, labels } }: Pod) {
    const kind = labels['app.kubernetes.io/component'] === 'gateway' ? 'gateway' : 'service';
    const path = `/api/v1/namespaces/${cluster.namespace}/pods/${name}:${OPS_PORT[kind]}/proxy${PATHS[kind]}`;
    return {
      targets: [address],
      labels: {
        __metrics_path__: path,
        instance: name,
        namespace: cluster.namespace,
        pod: name,
        ...(kind === 'gateway' && { service: 'gateway' }),
      },
    };
  }

  await list();
  const stopListing = repeat(1 / LISTED_EVERY_SECONDS, list);
  return {
    // The processes name their service themselves.
    scrapeConfig: { job_name: 'reelwright', honor_labels: true, file_sd_configs: [{ files: [file] }] },
    async stop() {
      await stopListing();
      proxy.kill();
    },
  };
}
