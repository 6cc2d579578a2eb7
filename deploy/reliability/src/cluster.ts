import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { databaseUrls } from '@reelwright/local/databases';
import { runCommand } from '@reelwright/local/toolchain/command';
import type { Databases } from './databases.ts';
import { eventually, type StackUrls } from './people.ts';

/** What `make kube-up` installed, for a proof that disturbs it. */
export interface Cluster extends StackUrls, Databases {
  /** Names of the deployments. */
  deployments(): Promise<string[]>;
  /** Names of the running pods of the product, without those that are being stopped. */
  pods(): Promise<string[]>;
  /** Runs kubectl in the namespace. @throws Error with what it said */
  kubectl(...args: readonly string[]): Promise<string>;
  stop(): void;
}

const { NAMESPACE = 'reelwright', PORT_BASE = '30080' } = process.env;
const CONSOLE_OFFSET = 50;
const SELECTOR = 'app.kubernetes.io/part-of=reelwright,app.kubernetes.io/component in (service,web,gateway)';

/** Finds the installation that KUBECONFIG, NAMESPACE and PORT_BASE name, and opens a way to its PostgreSQL. */
export async function openCluster(): Promise<Cluster> {
  async function kubectl(...args: readonly string[]): Promise<string> {
    const { code, output } = await runCommand('kubectl', ['--namespace', NAMESPACE, ...args]);
    if (code !== 0) throw new Error(`kubectl ${args.slice(0, 3).join(' ')}: ${output.trim()}`);
    return output;
  }
  const secret = await kubectl('get', 'secret', 'reelwright-postgres', '-o', 'jsonpath={.data.ADMIN_DATABASE_URL}');
  const admin = new URL(Buffer.from(secret, 'base64').toString());
  const forward = spawn('kubectl', ['--namespace', NAMESPACE, 'port-forward', 'service/postgres', ':5432'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: forward.stdout }), 'line')) as [string];
  const port = /127\.0\.0\.1:(\d+)/.exec(line)?.[1];
  if (!port) throw new Error(`kubectl port-forward: ${line}`);
  // The roles' passwords follow from the administrator's address, in which the host does not count.
  const urls = databaseUrls(admin.href);
  const names = async (...args: readonly string[]) => {
    const list = await kubectl('get', ...args, '--selector', SELECTOR, '-o', 'json');
    const { items } = JSON.parse(list) as {
      items: { metadata: { name: string; deletionTimestamp?: string } }[];
    };
    return items.filter(({ metadata }) => !metadata.deletionTimestamp).map(({ metadata }) => metadata.name);
  };
  return {
    baseUrl: `http://localhost:${PORT_BASE}`,
    sandboxUrl: `http://localhost:${Number(PORT_BASE) + CONSOLE_OFFSET}`,
    databaseUrl(service) {
      const url = new URL(urls.service(service));
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    async deployments() {
      const list = await kubectl(
        'get',
        'deployments',
        '--selector',
        'app.kubernetes.io/part-of=reelwright',
        '-o',
        'name',
      );
      return list
        .trim()
        .split('\n')
        .map((name) => name.replace('deployment.apps/', ''))
        .filter((name) => name !== 'sandbox');
    },
    pods: () => names('pods', '--field-selector', 'status.phase=Running'),
    kubectl,
    stop: () => void forward.kill(),
  };
}

/** Resolves once every deployment has all its replicas, of its newest form. */
export async function settled(cluster: Cluster): Promise<void> {
  for (const deployment of await cluster.deployments()) {
    await eventually(() => cluster.kubectl('rollout', 'status', `deployment/${deployment}`, '--timeout=300s'));
  }
}
