import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { runTool } from '@reelwright/kube/kubectl';
import { requireOwnNamespace } from '@reelwright/kube/namespace';
import { ensureTools } from '@reelwright/kube/tools';
import { databaseUrls } from '@reelwright/local/databases';
import { foldersFrom } from '@reelwright/local/folders';
import { endWithThisProcess } from '../children.ts';
import type { Databases } from '../databases.ts';
import { eventually, type StackUrls } from '../people.ts';

/** What `make kube-up` installed, for a proof that disturbs it. */
export interface Cluster extends StackUrls, Databases {
  readonly namespace: string;
  /** Names of the deployments of the product. */
  deployments(): Promise<string[]>;
  /** Names of the running pods of the product, without those that are being stopped. */
  pods(): Promise<string[]>;
  readonly kubectlPath: string;
  /** Runs kubectl in the namespace, with a text as its input. @throws Error with what it said */
  kubectl(args: readonly string[], input?: string): Promise<string>;
  /** Runs helm in the namespace. @throws Error with what it said */
  helm(args: readonly string[]): Promise<string>;
  /** The values of a Secret. */
  secret(name: string): Promise<Readonly<Record<string, string>>>;
  /** Opens a way to a port of a Kubernetes service. @returns the port on this machine */
  forward(service: string, port: number): Promise<number>;
  /** The address at which pods reach what this machine reaches at an address of the gateway. */
  insideUrl(url: string): string;
  stop(): void;
}

const { NAMESPACE = 'reelwright', PORT_BASE = '30080' } = process.env;
const CONSOLE_OFFSET = 50;
const ROLLOUT_TIMEOUT = '600s';
const SELECTOR = 'app.kubernetes.io/part-of=reelwright,app.kubernetes.io/component in (service,web,gateway)';

/**
 * Finds the installation that KUBECONFIG, NAMESPACE and PORT_BASE name, and opens a way to its PostgreSQL.
 * @throws ExpectedError for a namespace that make kube-up did not make
 */
export async function openCluster(): Promise<Cluster> {
  const tools = await ensureTools(foldersFrom(process.env), process.env, () => undefined);
  await requireOwnNamespace({ ...tools, namespace: NAMESPACE });
  const forwards: ChildProcess[] = [];
  const kubectl = (args: readonly string[], input?: string) =>
    runTool(tools.kubectl, ['--namespace', NAMESPACE, ...args], input);

  async function secret(name: string): Promise<Record<string, string>> {
    const { data } = JSON.parse(await kubectl(['get', 'secret', name, '-o', 'json'])) as {
      data: Record<string, string>;
    };
    return Object.fromEntries(Object.entries(data).map(([key, text]) => [key, Buffer.from(text, 'base64').toString()]));
  }

  async function forward(service: string, port: number): Promise<number> {
    const args = ['--namespace', NAMESPACE, 'port-forward', `service/${service}`, `:${port}`];
    const child = endWithThisProcess(spawn(tools.kubectl, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
    forwards.push(child);
    return Number(new URL(`http://${await addressOf(child)}`).port);
  }

  const { ADMIN_DATABASE_URL = '' } = await secret('reelwright-postgres');
  const postgresPort = await forward('postgres', 5_432);
  // The roles' passwords follow from the administrator's address, in which the host does not count.
  const urls = databaseUrls(ADMIN_DATABASE_URL);
  return {
    baseUrl: `http://localhost:${PORT_BASE}`,
    sandboxUrl: `http://localhost:${Number(PORT_BASE) + CONSOLE_OFFSET}`,
    namespace: NAMESPACE,
    databaseUrl(service) {
      const url = new URL(urls.service(service));
      url.host = `127.0.0.1:${postgresPort}`;
      return url.href;
    },
    async deployments() {
      const list = await kubectl([
        'get',
        'deployments',
        '--selector',
        'app.kubernetes.io/part-of=reelwright',
        '-o',
        'name',
      ]);
      const found = list.trim().split('\n');
      return found.map((name) => name.replace('deployment.apps/', '')).filter((name) => name !== 'sandbox');
    },
    async pods() {
      const running = ['--field-selector', 'status.phase=Running', '--selector', SELECTOR];
      const { items } = JSON.parse(await kubectl(['get', 'pods', ...running, '-o', 'json'])) as {
        items: { metadata: { name: string; deletionTimestamp?: string } }[];
      };
      return items.filter(({ metadata }) => !metadata.deletionTimestamp).map(({ metadata }) => metadata.name);
    },
    kubectlPath: tools.kubectl,
    kubectl,
    helm: (args) => runTool(tools.helm, ['--namespace', NAMESPACE, ...args]),
    secret,
    forward,
    insideUrl(url) {
      const { pathname, search } = new URL(url);
      return `http://gateway${pathname}${search}`;
    },
    stop() {
      for (const child of forwards) child.kill();
    },
  };
}

/**
 * The address that `kubectl port-forward` or `kubectl proxy` prints once it listens.
 * @throws Error when it ends, or prints something else
 */
export async function addressOf(kubectl: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const lines = createInterface({ input: kubectl.stdout });
  // Its output ends with it.
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string?];
  const address = /127\.0\.0\.1:\d+/.exec(line ?? '')?.[0];
  if (!address) throw new Error(`kubectl does not listen: ${line ?? 'it has ended'}`);
  return address;
}

/** Resolves once every deployment has all its replicas, of its newest form. */
export async function settled(cluster: Cluster): Promise<void> {
  for (const deployment of await cluster.deployments()) await eventually(() => rolledOut(cluster, deployment));
}

/** Resolves once a deployment, or another object named as `statefulset/postgres`, has all its replicas of its newest form. */
export async function rolledOut({ kubectl }: Cluster, name: string): Promise<void> {
  await kubectl([
    'rollout',
    'status',
    name.includes('/') ? name : `deployment/${name}`,
    `--timeout=${ROLLOUT_TIMEOUT}`,
  ]);
}
