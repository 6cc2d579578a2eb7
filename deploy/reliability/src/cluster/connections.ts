import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { table } from '@reelwright/benchmark';
import { emulatedPlatforms } from '@reelwright/sandbox/platforms';
import { endWithThisProcess } from '../children.ts';
import { moveClock } from '../people.ts';
import { castPeople } from '../replicas/cast.ts';
import { createPartnerPosts } from '../replicas/partner-posts.ts';
import { say } from '../say.ts';
import { delivered, minutesAfter, planEntries, posted } from './alerts/entries.ts';
import { openCluster } from './cluster.ts';
import { allowedBy, type Connection, type End, type NetworkPolicy } from './network-policies.ts';

/**
 * In the cluster of `make kube-up`: every TCP connection that the pods of the product open or accept while the product is
 * used is allowed by a policy at both ends. Whether the cluster enforces policies does not matter. Pods without Node, the
 * gateway and the servers, are seen from their other ends.
 */
interface Pod {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly labels?: Record<string, string> };
  readonly spec: {
    readonly hostNetwork?: boolean;
    readonly containers: readonly { readonly ports?: readonly { name?: string; containerPort: number }[] }[];
  };
  readonly status: { readonly podIP?: string };
}

interface Node {
  readonly status: { readonly addresses: readonly { readonly address: string }[] };
}

interface Service {
  readonly metadata: { readonly namespace: string };
  readonly spec: {
    readonly clusterIP?: string;
    readonly selector?: Readonly<Record<string, string>>;
    readonly ports?: readonly { readonly port: number; readonly targetPort: number | string }[];
  };
}

const SEEN_EVERY_MS = 250;
/** What follows a post: its events, the reads of its views. */
const SETTLE_MS = 20_000;
/**
 * Prints each connection of a pod once: `out <ip> <port>` or `in <ip> <port of the pod>`. Linux lists addresses in
 * hexadecimal, each group of four bytes reversed: https://docs.kernel.org/networking/proc_net_tcp.html
 */
const WATCH = `
const { readFileSync } = require('node:fs');
const seen = new Set();
const address = (hex) => {
  const bytes = hex.match(/.{8}/g).flatMap((group) => group.match(/../g).reverse()).map((byte) => parseInt(byte, 16));
  return bytes.slice(-4).join('.');
};
// The default gateway: the node reaches a pod on its bridge from there.
const routes = readFileSync('/proc/net/route', 'utf8').trim().split('\\n').slice(1).map((row) => row.split('\\t'));
const node = address(routes.find(([, destination]) => destination === '00000000')?.[2] ?? '00000000');
const parse = (text) => { const [hex, port] = text.split(':'); return { ip: address(hex), port: parseInt(port, 16) }; };
setInterval(() => {
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => readFileSync(file, 'utf8').trim().split('\\n').slice(1));
  const all = rows.map((row) => { const [, local, remote, state] = row.trim().split(/\\s+/); return { local: parse(local), remote: parse(remote), state }; });
  const listening = new Set(all.filter(({ state }) => state === '0A').map(({ local }) => local.port));
  for (const { local, remote, state } of all) {
    if (state === '0A' || remote.ip.startsWith('127.') || remote.ip === node) continue;
    const line = listening.has(local.port) ? 'in ' + remote.ip + ' ' + local.port : 'out ' + remote.ip + ' ' + remote.port;
    if (!seen.has(line)) { seen.add(line); console.log(line); }
  }
}, ${SEEN_EVERY_MS});
// It is not ended with the kubectl that started it, but its input is.
process.stdin.resume().on('end', () => process.exit());
`;

const cluster = await openCluster();
const list = async <Item>(kind: string, ...args: readonly string[]): Promise<Item[]> =>
  (JSON.parse(await cluster.kubectl(['get', kind, ...args, '-o', 'json'])) as { items: Item[] }).items;
const pods = await list<Pod>('pods', '--all-namespaces');
const services = await list<Service>('services', '--all-namespaces');
const policies = await list<NetworkPolicy>('networkpolicies');
const nodes = new Set(
  (await list<Node>('nodes')).flatMap(({ status }) => status.addresses.map(({ address }) => address)),
);

const watchers: ChildProcess[] = [];
const seen = new Map<string, Connection>();
for (const pod of pods.filter(hasNode)) watch(pod);

say(`${watchers.length} pods are watched`);
const cast = await castPeople(cluster);
say('people are signed up, and a video is made');
await createPartnerPosts(cluster, { ...cast, mediaUrl: cluster.insideUrl(cast.mediaUrl) }).send();
const planned = await planEntries(cluster, { count: 1, platforms: emulatedPlatforms });
await delivered(planned);
say('a video is to be posted to all platforms');
await moveClock(cluster, minutesAfter(planned.last, 1));
await posted(cluster, planned, emulatedPlatforms.length);
await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
for (const watcher of watchers) watcher.kill();

const rows: string[][] = [];
let refused = 0;
for (const [shown, connection] of [...seen].toSorted(([one], [other]) => one.localeCompare(other))) {
  const out = allowedBy(connection, policies, 'Egress');
  const into = allowedBy(connection, policies, 'Ingress');
  if (out.length === 0 || into.length === 0) refused++;
  rows.push([shown, out.join(', ') || 'REFUSED', into.join(', ') || 'REFUSED']);
}
for (const line of table(['connection', 'may go out by', 'may come in by'], rows)) say(`  ${line}`);
const holds = refused === 0 && rows.length > 0;
say(`${holds ? 'holds' : 'DOES NOT HOLD'}: ${rows.length} kinds of connections, ${refused} that no policy names`);
cluster.stop();
process.exitCode = holds ? 0 : 1;

function hasNode({ metadata }: Pod): boolean {
  const { 'app.kubernetes.io/component': component = '', 'app.kubernetes.io/part-of': product } = metadata.labels ?? {};
  return product === 'reelwright' && ['service', 'web', 'sandbox'].includes(component);
}

function watch(pod: Pod): void {
  const { name } = pod.metadata;
  const args = ['--namespace', cluster.namespace, 'exec', '--stdin', name, '--', 'node', '--eval', WATCH];
  const watcher = endWithThisProcess(spawn(cluster.kubectlPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
  watchers.push(watcher);
  createInterface({ input: watcher.stdout }).on('line', (line) => {
    const [direction, ip = '', port] = line.split(' ');
    // A node may always connect to its pods: https://kubernetes.io/docs/concepts/services-networking/network-policies/
    if (direction === 'in' && nodes.has(ip)) return;
    const own = endOf(pod);
    const connection =
      direction === 'in'
        ? { from: endAt(ip), to: own, port: Number(port) }
        : { from: own, ...target(ip, Number(port)) };
    seen.set(`${shownEnd(connection.from)} → ${shownEnd(connection.to)}:${connection.port}`, connection);
  });
}

/** A pod behind the address of a service, with its own port. */
function target(ip: string, port: number): Pick<Connection, 'to' | 'port'> {
  const service = services.find(({ spec }) => spec.clusterIP === ip);
  if (!service) return { to: endAt(ip), port };
  const selector = Object.entries(service.spec.selector ?? {});
  const pod = pods.find(
    ({ metadata }) =>
      metadata.namespace === service.metadata.namespace &&
      selector.every(([key, value]) => metadata.labels?.[key] === value),
  );
  if (!pod) return { to: { ip }, port };
  const to = endOf(pod);
  const targetPort = service.spec.ports?.find((one) => one.port === port)?.targetPort ?? port;
  return { to, port: typeof targetPort === 'number' ? targetPort : (to.pod?.ports[targetPort] ?? port) };
}

function endAt(ip: string): End {
  const pod = pods.find(({ spec, status }) => status.podIP === ip && !spec.hostNetwork);
  return pod ? endOf(pod) : { ip };
}

function endOf({ metadata, spec, status }: Pod): End {
  const named = spec.containers.flatMap(({ ports = [] }) =>
    ports.flatMap(({ name, containerPort }) => (name ? [[name, containerPort] as const] : [])),
  );
  const { namespace, labels = {} } = metadata;
  return { ip: status.podIP ?? '', pod: { namespace, labels, ports: Object.fromEntries(named) } };
}

function shownEnd({ ip, pod }: End): string {
  return pod?.labels['app.kubernetes.io/name'] ?? pod?.labels['k8s-app'] ?? (nodes.has(ip) ? 'node' : ip);
}
