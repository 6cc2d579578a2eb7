import { readFileSync } from 'node:fs';
import { SERVICES } from '@reelwright/local/ports';
import { parse } from 'yaml';
import { EXAMPLES, egressOf, example, type Manifest, matches, named, podsOf, render } from './render.ts';

describe('network policies of the chart', () => {
  const toAddress = (cidr: string, port: number) => ({
    to: [{ ipBlock: { cidr } }],
    ports: [{ protocol: 'TCP', port }],
  });
  const production = async (networkPolicy: object, more: object = {}) => {
    const values = parse(readFileSync(example('production'), 'utf8'));
    return render('reelwright', {
      ...values,
      ...more,
      networkPolicy: { ...values.networkPolicy, ...networkPolicy },
    });
  };

  it('ask for names where `dns` says, by default in kube-system', async () => {
    const rules = async (values: object) =>
      egressOf((await render('reelwright', values)).manifests, 'reelwright-default');
    expect(await rules({})).toEqual([
      {
        to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
        ports: [
          { protocol: 'UDP', port: 53 },
          { protocol: 'TCP', port: 53 },
        ],
      },
    ]);
    const dns = [toAddress('169.254.20.10/32', 53)];
    expect(await rules({ networkPolicy: { dns } })).toEqual(dns);
  }, 60_000);

  it('isolate the pods of the product, and no broker of Strimzi, whose cluster has the name of the release', async () => {
    const { manifests } = await render('reelwright', {});
    const selector = named(manifests, 'NetworkPolicy', 'reelwright-default')?.spec.podSelector.matchLabels;
    for (const { name, template } of podsOf(manifests)) {
      expect([name, matches(template.metadata.labels, selector)]).toEqual([name, true]);
    }
    const broker = {
      'app.kubernetes.io/instance': 'reelwright',
      'app.kubernetes.io/part-of': 'strimzi-reelwright',
    };
    expect(matches(broker, selector)).toBe(false);
  }, 60_000);

  it('let a service reach what `extra` names for it, and no other service', async () => {
    const relay = toAddress('10.20.9.4/32', 25);
    const { manifests } = await render('reelwright', { networkPolicy: { extra: { auth: [relay] } } });
    const reaching = SERVICES.filter((service) => JSON.stringify(egressOf(manifests, service)).includes('10.20.9.4'));
    expect(reaching).toEqual(['auth']);
  }, 60_000);

  it('let a migration reach its database from the first installation on', async () => {
    const { manifests } = await render('reelwright', example('production'));
    for (const service of SERVICES) {
      const policy = named(manifests, 'NetworkPolicy', `${service}-migrate`);
      const job = named(manifests, 'Job', `${service}-migrate`);
      expect(policy?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
      // Otherwise it would stay after `helm uninstall`.
      expect(policy?.metadata.annotations?.['helm.sh/hook-delete-policy']).toContain('hook-succeeded');
      expect(Number(policy?.metadata.annotations?.['helm.sh/hook-weight'])).toBeLessThan(
        Number(job?.metadata.annotations?.['helm.sh/hook-weight']),
      );
      expect(matches(job?.spec.template.metadata.labels, policy?.spec.podSelector.matchLabels)).toBe(true);
      expect(
        matches(
          named(manifests, 'Deployment', service)?.spec.template.metadata.labels,
          policy?.spec.podSelector.matchLabels,
        ),
      ).toBe(false);
      expect(policy?.spec.egress).toEqual([
        ...egressOf(manifests, 'reelwright-default'),
        toAddress('10.20.0.0/24', 5432),
      ]);
    }
  }, 60_000);

  it.each([
    ['no way to the databases', { postgres: [] }, '/networkPolicy/postgres'],
    ['no way to the brokers', { kafka: [] }, '/networkPolicy/kafka'],
    ['a rule that allows everything', { kafka: [{}] }, '/networkPolicy/kafka'],
    [
      'a rule for one port of every address',
      { objectStore: [{ ports: [{ port: 443 }] }] },
      '/networkPolicy/objectStore',
    ],
    ['an extra rule that allows everything', { extra: { auth: [{}] } }, '/networkPolicy/extra/auth'],
    ['no way to ask for names', { dns: [] }, '/networkPolicy/dns'],
    ['rules for a service that there is not', { extra: { mail: [] } }, 'mail'],
  ])(
    'in production, refuse %s',
    async (_, networkPolicy, words) => {
      expect((await production({})).refusal).toBe('');
      expect((await production(networkPolicy)).refusal).toContain(words);
    },
    60_000,
  );

  it('refuse an address for spans without a way to it', async () => {
    const otlp = [toAddress('10.20.3.0/24', 4318)];
    const spans = { otlpEndpoint: 'http://10.20.3.7:4318' };
    expect((await production({}, spans)).refusal).toContain('networkPolicy.otlp');
    expect((await production({ otlp }, spans)).refusal).toBe('');
  }, 60_000);

  it('in the examples, let no service reach every address', async () => {
    for (const name of EXAMPLES) {
      const { manifests } = await render('reelwright', example(name));
      const blocks = JSON.stringify(manifests.filter(({ kind }) => kind === 'NetworkPolicy'));
      expect(blocks).not.toMatch(/"cidr":"0\.0\.0\.0\/0"\}/);
    }
  }, 60_000);
});

describe('who reaches the databases and brokers of operators', () => {
  const policies = (manifests: readonly Manifest[]) => manifests.filter(({ kind }) => kind === 'NetworkPolicy');

  it('is for each database its service, with its commands, the other copies and the operator', async () => {
    const [{ manifests }, product] = await Promise.all([
      render('data', example('cloudnativepg', 'data')),
      render('reelwright', example('operators')),
    ]);
    expect(
      policies(manifests)
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(SERVICES.map((name) => `${name}-db`).sort());
    for (const service of SERVICES) {
      const { podSelector, policyTypes, ingress } = named(manifests, 'NetworkPolicy', `${service}-db`)?.spec ?? {};
      expect(podSelector.matchLabels).toEqual({ 'cnpg.io/cluster': `${service}-db` });
      expect(policyTypes).toEqual(['Ingress']);
      const [clients, copies, operator, metrics] = ingress;
      expect(clients.ports).toEqual([{ port: 5432 }]);
      // Pods with the settings of a service, whatever they run, have the user of its database.
      const users = podsOf(product.manifests).filter(({ template }) =>
        JSON.stringify(template.spec.containers[0].env).includes(`"${service}-db-app"`),
      );
      const names = users.map(({ template }) => template.metadata.labels['app.kubernetes.io/name']);
      expect(clients.from).toHaveLength(1);
      expect(clients.from[0].podSelector.matchExpressions[0].values.toSorted()).toEqual([...new Set(names)].sort());
      expect(copies).toEqual({ from: [{ podSelector }] });
      expect(operator).toEqual({
        from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'cnpg-system' } } }],
        ports: [{ port: 8000 }, { port: 5432 }],
      });
      expect(metrics.ports).toEqual([{ port: 9187 }]);
    }
  }, 60_000);

  it('is for the brokers of Strimzi the product, in its namespace', async () => {
    const listener = async (values: object) =>
      named((await render('data', { kafka: { kind: 'strimzi' }, ...values })).manifests, 'Kafka', 'reelwright')?.spec
        .kafka.listeners[0];
    const pods = { podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'reelwright' } } };
    expect((await listener({})).networkPolicyPeers).toEqual([pods]);
    const keda = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'keda' } } };
    const networkPolicy = { kafkaFrom: [keda] };
    expect((await listener({ networkPolicy })).networkPolicyPeers).toEqual([pods, keda]);
    const { manifests } = await render('data', { networkPolicy });
    expect(named(manifests, 'NetworkPolicy', 'kafka')?.spec.ingress[0].from).toContainEqual(keda);
    expect(named(manifests, 'NetworkPolicy', 'postgres')?.spec.ingress[0].from).not.toContainEqual(keda);
    expect((await listener({ clientNamespace: '123' })).networkPolicyPeers).toEqual([
      { ...pods, namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '123' } } },
    ]);
    expect(await listener({ networkPolicy: { enabled: false } })).not.toHaveProperty('networkPolicyPeers');
  }, 60_000);
});
