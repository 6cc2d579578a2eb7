import { allowedBy, type End, type NetworkPolicy } from './network-policies.ts';

const pod = (name: string, { namespace = 'shop', ports = {} } = {}): End => ({
  ip: '10.42.0.7',
  pod: { namespace, labels: { name }, ports },
});
const auth = pod('auth', { ports: { http: 3_000 } });
const gateway = pod('gateway');
const outside = (ip: string): End => ({ ip });

const policy = (spec: NetworkPolicy['spec'], name = 'one'): NetworkPolicy => ({
  metadata: { name, namespace: 'shop' },
  spec,
});
const ofAuth = policy({
  podSelector: { matchLabels: { name: 'auth' } },
  policyTypes: ['Ingress', 'Egress'],
  ingress: [{ from: [{ podSelector: { matchLabels: { name: 'gateway' } } }], ports: [{ port: 'http' }] }],
  egress: [
    { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8'] } }], ports: [{ port: 443 }] },
    { to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }] },
  ],
});

describe('network policies', () => {
  it('allow everything to a pod that none of them selects', () => {
    expect(allowedBy({ from: auth, to: gateway, port: 1 }, [ofAuth], 'Ingress')).toEqual(['not isolated']);
  });

  it.each([
    ['from a named pod to a named port', gateway, 3_000, ['one']],
    ['not to another port', gateway, 3_001, []],
    ['not from another pod', pod('web'), 3_000, []],
    ['not from a pod of that name elsewhere', pod('gateway', { namespace: 'other' }), 3_000, []],
    ['not from outside', outside('192.0.2.1'), 3_000, []],
  ])('allow what comes in %s', (_what, from, port, names) => {
    expect(allowedBy({ from, to: auth, port }, [ofAuth], 'Ingress')).toEqual(names);
  });

  it.each([
    ['to the internet', outside('192.0.2.1'), 443, ['one']],
    ['not to a private network', outside('10.1.2.3'), 443, []],
    ['to any pod of a namespace', pod('dns', { namespace: 'kube-system' }), 53, ['one']],
    ['not to pods of the own namespace', gateway, 443, []],
  ])('allow what goes out %s', (_what, to, port, names) => {
    expect(allowedBy({ from: auth, to, port }, [ofAuth], 'Egress')).toEqual(names);
  });

  it('allow what one of several allows', () => {
    const none = policy({ podSelector: {}, policyTypes: ['Egress'] }, 'none');
    const some = policy({ podSelector: {}, policyTypes: ['Egress'], egress: [{ ports: [{ port: 53 }] }] }, 'some');
    expect(allowedBy({ from: gateway, to: outside('192.0.2.1'), port: 53 }, [none, some], 'Egress')).toEqual(['some']);
    expect(allowedBy({ from: gateway, to: outside('192.0.2.1'), port: 80 }, [none, some], 'Egress')).toEqual([]);
  });
});
