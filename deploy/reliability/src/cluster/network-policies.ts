import { BlockList, isIPv6 } from 'node:net';

type Labels = Readonly<Record<string, string>>;

interface LabelSelector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[];
}

interface Peer {
  readonly podSelector?: LabelSelector;
  readonly namespaceSelector?: LabelSelector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port?: number | string; readonly protocol?: string }[];
}

/** The parts of a NetworkPolicy of Kubernetes that count here. */
export interface NetworkPolicy {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: {
    readonly podSelector: LabelSelector;
    readonly policyTypes: readonly ('Ingress' | 'Egress')[];
    readonly ingress?: readonly Rule[];
    readonly egress?: readonly Rule[];
  };
}

/** One end of a connection: a pod, or an address outside. */
export interface End {
  readonly ip: string;
  readonly pod?: {
    readonly namespace: string;
    readonly labels: Labels;
    /** Numbers of the ports that have names. */
    readonly ports: Readonly<Record<string, number>>;
  };
}

/** A TCP connection between two ends. */
export interface Connection {
  readonly from: End;
  readonly to: End;
  readonly port: number;
}

/** The names of the policies that allow a connection in a direction; `not isolated` without any that selects the pod. */
export function allowedBy(
  { from, to, port }: Connection,
  policies: readonly NetworkPolicy[],
  direction: 'Ingress' | 'Egress',
): string[] {
  const [pod, other] = direction === 'Egress' ? [from.pod, to] : [to.pod, from];
  if (!pod) return ['no pod'];
  const selecting = policies.filter(
    ({ metadata, spec }) =>
      metadata.namespace === pod.namespace &&
      spec.policyTypes.includes(direction) &&
      matches(spec.podSelector, pod.labels),
  );
  if (selecting.length === 0) return ['not isolated'];
  const named = to.pod?.ports ?? {};
  return selecting
    .filter(({ metadata, spec }) =>
      (direction === 'Egress' ? spec.egress : spec.ingress)?.some(
        (rule) =>
          allowsPort(rule, port, named) &&
          allowsPeer(direction === 'Egress' ? rule.to : rule.from, other, metadata.namespace),
      ),
    )
    .map(({ metadata }) => metadata.name);
}

function allowsPort({ ports }: Rule, port: number, named: Readonly<Record<string, number>>): boolean {
  if (!ports || ports.length === 0) return true;
  return ports.some((allowed) => {
    if ((allowed.protocol ?? 'TCP') !== 'TCP') return false;
    if (allowed.port === undefined) return true;
    return (typeof allowed.port === 'string' ? named[allowed.port] : allowed.port) === port;
  });
}

/** @param namespace of the policy, which a selector of pods means unless it names others */
function allowsPeer(peers: readonly Peer[] | undefined, { ip, pod }: End, namespace: string): boolean {
  if (!peers || peers.length === 0) return true;
  return peers.some(({ ipBlock, podSelector, namespaceSelector }) => {
    if (ipBlock) return contains([ipBlock.cidr], ip) && !contains(ipBlock.except ?? [], ip);
    if (!pod) return false;
    const isNamespace = namespaceSelector
      ? matches(namespaceSelector, { 'kubernetes.io/metadata.name': pod.namespace })
      : pod.namespace === namespace;
    return isNamespace && matches(podSelector ?? {}, pod.labels);
  });
}

function matches({ matchLabels = {}, matchExpressions = [] }: LabelSelector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'In') return value !== undefined && values.includes(value);
      if (operator === 'NotIn') return value === undefined || !values.includes(value);
      return (value !== undefined) === (operator === 'Exists');
    })
  );
}

function contains(subnets: readonly string[], ip: string): boolean {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}
