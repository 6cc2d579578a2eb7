import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImageName, imageOf } from '@reelwright/images/images';
import { SERVICES } from '@reelwright/local/ports';
import { settingsOf } from '@reelwright/local/service-settings';
import { parse } from 'yaml';
import { serviceFacts } from '../src/service-facts.ts';
import { example, type Manifest, podsOf, render, root } from './render.ts';

const EXAMPLES = ['minimal', 'production', 'operators'];
const COMMANDS = ['erase-account', 'reconcile-with-stripe', 'reencrypt-tokens', 'replay-dead-letters'];

type Container = {
  name: string;
  env?: { name: string; value?: string; valueFrom?: object }[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts?: { name: string; mountPath: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: as Kubernetes has it
  [field: string]: any;
};

const named = (manifests: readonly Manifest[], kind: string, name: string) =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

const containerOf = (manifest: Manifest | undefined): Container =>
  (manifest?.spec.jobTemplate ?? manifest)?.spec.template.spec.containers[0];

/** Rules of `egress` of a part. */
const egressOf = (manifests: readonly Manifest[], name: string): { to: object[]; ports?: { port: number }[] }[] =>
  named(manifests, 'NetworkPolicy', name)?.spec.egress;

const matches = (labels: Record<string, string> = {}, selector: Record<string, string> = {}) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

describe.each(EXAMPLES)('the chart with the values of %s.yaml', (name) => {
  let manifests: readonly Manifest[] = [];
  beforeAll(async () => {
    const { manifests: rendered, refusal } = await render('reelwright', example(name));
    expect(refusal).toBe('');
    manifests = rendered;
  }, 1_200_000);

  it('has a deployment for each service, the web app and the gateway', () => {
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(deployments.sort()).toEqual([...SERVICES, 'web', 'gateway'].sort());
  });

  it('names each object once', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it('has pods that the restricted standard admits, without a token, and with a limit of memory', () => {
    for (const { name: pod, template } of podsOf(manifests)) {
      const { securityContext, containers, automountServiceAccountToken, dnsConfig, volumes = [] } = template.spec;
      expect([pod, securityContext]).toEqual([
        pod,
        expect.objectContaining({ runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } }),
      ]);
      expect([pod, automountServiceAccountToken]).toEqual([pod, false]);
      // Less than the five seconds in which a connection has to be made.
      expect([pod, dnsConfig.options]).toEqual([pod, expect.arrayContaining([{ name: 'timeout', value: '1' }])]);
      for (const container of containers) {
        expect([pod, container.securityContext]).toEqual([
          pod,
          { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        ]);
        expect([pod, container.resources.limits.memory]).toEqual([pod, expect.any(String)]);
        expect([pod, container.resources.limits.cpu]).toEqual([pod, undefined]);
      }
      const kinds = volumes.flatMap((volume: object) => Object.keys(volume).filter((key) => key !== 'name'));
      const allowed = ['emptyDir', 'secret', 'configMap', 'persistentVolumeClaim'];
      expect([pod, kinds.filter((kind: string) => !allowed.includes(kind))]).toEqual([pod, []]);
    }
  });

  it('has services, disruption budgets and policies that select the pods of a deployment', () => {
    const pods = podsOf(manifests).map(({ template }) => template.metadata.labels);
    const selectors = manifests.flatMap(({ kind, metadata, spec }) => {
      if (kind === 'Service') return [[`Service ${metadata.name}`, spec.selector]];
      if (kind === 'PodDisruptionBudget') return [[`PodDisruptionBudget ${metadata.name}`, spec.selector.matchLabels]];
      if (kind === 'NetworkPolicy') return [[`NetworkPolicy ${metadata.name}`, spec.podSelector.matchLabels]];
      return [];
    });
    for (const [object, selector] of selectors) {
      expect([object, pods.some((labels) => matches(labels, selector))]).toEqual([object, true]);
    }
  });

  it('has services whose ports their pods listen on', () => {
    for (const service of manifests.filter(({ kind }) => kind === 'Service')) {
      const deployment = manifests.find(
        ({ kind, spec }) => kind === 'Deployment' && matches(spec.template.metadata.labels, service.spec.selector),
      );
      const ports = containerOf(deployment).ports?.map((port) => port.name);
      for (const { targetPort } of service.spec.ports) expect(ports).toContain(targetPort);
    }
  });

  it('has an Envoy that calls services of the chart at ports of theirs', () => {
    const config = named(manifests, 'ConfigMap', 'gateway')?.data?.['envoy.yaml'] ?? '';
    const called = [...config.matchAll(/address: ([a-z-]+)-headless\n\s+port_value: (\d+)/g)];
    expect(new Set(called.map(([, part]) => part))).toEqual(new Set([...SERVICES, 'web']));
    for (const [, part, port] of called) {
      const ports = named(manifests, 'Service', `${part}-headless`)?.spec.ports;
      expect(ports.map((each: { port: number }) => each.port)).toContain(Number(port));
    }
  });

  it('gives each process files for its secrets below a mounted Secret, and every setting that it requires', async () => {
    const facts = await serviceFacts(root);
    for (const service of SERVICES) {
      const container = containerOf(named(manifests, 'Deployment', service));
      const env = new Map(container.env?.map(({ name: variable, value }) => [variable, value]));
      const mounts = container.volumeMounts?.map(({ mountPath }) => mountPath) ?? [];
      for (const [variable, value] of env) {
        if (!variable.endsWith('_FILE')) continue;
        expect([service, variable, mounts.some((path) => value?.startsWith(`${path}/`))]).toEqual([
          service,
          variable,
          true,
        ]);
      }
      const { properties, required } = await settingsOf(root, service);
      const missing = required.filter(
        (setting) => properties[setting]?.default === undefined && !env.has(setting) && !env.has(`${setting}_FILE`),
      );
      // Development has no providers without the sandbox; every other installation has all.
      if (name !== 'minimal') expect([service, missing]).toEqual([service, []]);
      expect(Object.keys(facts[service].productionSettings).filter((setting) => env.has(setting))).toEqual(
        name === 'minimal' ? [] : Object.keys(facts[service].productionSettings),
      );
    }
  });

  it('migrates each database in a job before anything else of the release', () => {
    for (const service of SERVICES) {
      const job = named(manifests, 'Job', `${service}-migrate`);
      expect(job?.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
      const [migrate, serve] = [containerOf(job), containerOf(named(manifests, 'Deployment', service))];
      expect(migrate.image).toBe(serve.image);
      expect(migrate.env).toEqual(serve.env);
    }
  });

  it('has commands of operators that are suspended, are programs of their image, and have what its service has', () => {
    const jobs = manifests.filter(({ kind }) => kind === 'CronJob');
    expect(jobs.map(({ metadata }) => metadata.name).sort()).toEqual(COMMANDS);
    for (const job of jobs) {
      const { metadata, spec } = job;
      expect([metadata.name, spec.suspend]).toEqual([metadata.name, true]);
      const command = containerOf(job);
      const image = /([a-z-]+)[:@][^/]+$/.exec(command.image)?.[1] as ImageName;
      const programs = Object.keys(imageOf(image).programs).map((program) => `src/${program}.js`);
      expect([metadata.name, programs]).toEqual([metadata.name, expect.arrayContaining([command.args[1]])]);
      if (image === 'tools') continue;
      const service = containerOf(named(manifests, 'Deployment', image));
      expect(command.image).toBe(service.image);
      expect(command.env).toEqual(expect.arrayContaining(service.env ?? []));
      expect(command.volumeMounts).toEqual(service.volumeMounts);
      expect(command.resources).toEqual(service.resources);
    }
  });

  it.each([
    ['replay-dead-letters', ['TOPIC', 'GROUP']],
    ['erase-account', ['ACCOUNT_ID', 'ACCOUNT_EMAIL']],
  ])('leaves the inputs of %s empty', (command, inputs) => {
    const { env } = containerOf(named(manifests, 'CronJob', command));
    expect(env?.slice(-2)).toEqual(inputs.map((input) => ({ name: input, value: '' })));
  });

  it('lets a command of a service reach its database, and only the comparison with Stripe also providers', () => {
    const portsOf = (name: string) =>
      egressOf(manifests, name).flatMap(({ ports = [] }) => ports.map(({ port }) => port));
    expect(portsOf('erase-account')).toEqual([5432]);
    expect(portsOf('reencrypt-tokens')).toEqual([5432]);
    expect(portsOf('reconcile-with-stripe')).toEqual([5432, 443]);
    expect(portsOf('replay-dead-letters')).not.toContain(5432);
    const ofBilling = egressOf(manifests, 'billing');
    expect(ofBilling).toEqual(expect.arrayContaining(egressOf(manifests, 'reconcile-with-stripe')));
  });

  it('gives each process its drain and its stop before it is killed', () => {
    for (const deployment of manifests.filter(({ kind }) => kind === 'Deployment')) {
      const env = new Map(containerOf(deployment).env?.map(({ name: variable, value }) => [variable, Number(value)]));
      const seconds = (env.get('DRAIN_SECONDS') ?? 0) + (env.get('STOP_SECONDS') ?? 0);
      expect(env.get('DRAIN_SECONDS')).toBeGreaterThanOrEqual(3);
      expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBe(seconds + 30);
    }
  });

  it('has a network policy for each part, which names callers only', async () => {
    const facts = await serviceFacts(root);
    for (const service of SERVICES) {
      const { ingress } = named(manifests, 'NetworkPolicy', service)?.spec ?? {};
      const byPort = (port: string) =>
        ingress
          .filter(({ ports }: { ports: { port: string }[] }) => ports.some((each) => each.port === port))
          .flatMap(({ from }: { from: { podSelector?: { matchExpressions: { values: string[] }[] } }[] }) =>
            from.flatMap(({ podSelector }) => podSelector?.matchExpressions[0]?.values ?? []),
          );
      expect(byPort('http')).toEqual(['gateway']);
      expect(byPort('grpc')).toEqual(facts[service].calledBy);
    }
  });
});

it('in development, the sandbox stands for Stripe in the comparison, and no other command reaches it', async () => {
  const { manifests } = await render('reelwright', { sandbox: { enabled: true } });
  const reaching = COMMANDS.filter((name) => JSON.stringify(egressOf(manifests, name)).includes('sandbox'));
  expect(reaching).toEqual(['reconcile-with-stripe']);
}, 60_000);

it('gives the name of the cell to the services that have such a setting, and the first cell has none', async () => {
  const cells = async (values: object) => {
    const { manifests } = await render('reelwright', values);
    return SERVICES.flatMap((service) => {
      const { env = [] } = containerOf(named(manifests, 'Deployment', service));
      return env.filter(({ name }) => name === 'CELL').map(({ value }) => [service, value]);
    });
  };
  expect(await cells({ cell: '2' })).toEqual([
    ['auth', '2'],
    ['publishing', '2'],
  ]);
  expect(await cells({})).toEqual([]);
}, 60_000);

it('rules and dashboards ask about the namespace of the release, and link to the operator’s runbooks', async () => {
  const { manifests } = await render('reelwright', example('operators'), 'shop');
  const rules = JSON.stringify(named(manifests, 'PrometheusRule', 'reelwright')?.spec);
  const boards = manifests.filter(({ metadata }) => metadata.name.startsWith('dashboard-'));
  expect(boards.length).toBeGreaterThan(3);
  for (const text of [rules, ...boards.flatMap(({ data = {} }) => Object.values(data))]) {
    expect(text).not.toContain('namespace=\\"reelwright\\"');
    expect(text).not.toContain('reelwright.example');
  }
  expect(rules).toContain('namespace=\\"shop\\"');
  expect(rules).toContain('"runbook_url":"https://runbooks.reelwright.io/');
  expect(
    JSON.parse(boards[0]?.data?.[`${boards[0].metadata.name.replace('dashboard-', '')}.json`] ?? ''),
  ).toBeDefined();
}, 60_000);

it.each([
  ['a name that no value has', { servces: {} }, "'servces' not allowed"],
  ['a service that there is not', { services: { mail: {} } }, "'mail' not allowed"],
  ['a setting that the service does not have', { services: { auth: { settings: { FOO: '1' } } } }, "'FOO' not allowed"],
  [
    'a secret among the settings',
    { services: { auth: { settings: { SESSION_SECRET: 'x' } } } },
    "'SESSION_SECRET' not allowed",
  ],
  ['a setting that the chart sets', { services: { auth: { settings: { HTTP_PORT: 1 } } } }, "'HTTP_PORT' not allowed"],
  ['no replicas', { defaults: { replicas: 0 } }, 'minimum: got 0, want 1'],
  ['a malformed digest', { web: { digest: 'sha256:12' } }, '/web/digest'],
  ['a public address with a path', { publicUrl: 'https://reelwright.io/' }, '/publicUrl'],
  ['a cell whose name is not of small letters and digits', { cell: 'EU-2' }, '/cell'],
  ['an unknown environment', { environment: 'staging' }, '/environment'],
  ['text for a number', { services: { publishing: { settings: { CONCURRENT_POSTS: 'many' } } } }, 'want integer'],
  ['an unknown kind of scaling', { defaults: { autoscaling: { kind: 'vpa' } } }, '/defaults/autoscaling/kind'],
  ['the sandbox in production', { environment: 'production', sandbox: { enabled: true } }, '/sandbox/enabled'],
  ['Kafka without TLS in production', { environment: 'production', kafka: { sasl: true } }, '/kafka/tls/enabled'],
  [
    'private addresses for partners in production',
    { environment: 'production', services: { 'external-api': { settings: { ALLOW_PRIVATE_URLS: true } } } },
    '/services/external-api/settings/ALLOW_PRIVATE_URLS',
  ],
  [
    'production without the prices',
    { environment: 'production', services: { billing: { settings: {} } } },
    "missing properties 'STRIPE_PRICE_STARTER_MONTHLY'",
  ],
])(
  'the schema refuses %s',
  async (_, values, words) => {
    const { refusal } = await render('reelwright', values);
    expect(refusal).toContain(words);
  },
  60_000,
);

describe('charts/data', () => {
  it('has one plain server of each by default, in pods that the restricted standard admits', async () => {
    const { manifests, refusal } = await render('data', {});
    expect(refusal).toBe('');
    const servers = manifests.filter(({ kind }) => kind === 'StatefulSet').map(({ metadata }) => metadata.name);
    expect(servers.sort()).toEqual(['kafka', 'object-store', 'postgres']);
    for (const { template } of podsOf(manifests)) {
      expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65_532 });
      expect(template.spec.containers[0].securityContext.readOnlyRootFilesystem).toBe(true);
    }
  }, 60_000);

  it('has a CloudNativePG cluster for each service, with backups, and can begin from another one’s backups', async () => {
    const { manifests, refusal } = await render('data', example('cloudnativepg', 'data'));
    expect(refusal).toBe('');
    const clusters = manifests.filter(({ kind }) => kind === 'Cluster');
    expect(clusters.map(({ metadata }) => metadata.name).sort()).toEqual(SERVICES.map((name) => `${name}-db`).sort());
    expect(manifests.filter(({ kind }) => kind === 'ScheduledBackup')).toHaveLength(SERVICES.length);
    expect(named(manifests, 'Cluster', 'auth-db')?.spec.bootstrap.recovery.recoveryTarget).toEqual({
      targetTime: '2026-11-27T10:00:00Z',
    });
  }, 60_000);

  it('has Strimzi’s brokers, each topic with its dead letters, and a user with its permissions for each service', async () => {
    const { manifests, refusal } = await render('data', example('strimzi', 'data'));
    expect(refusal).toBe('');
    const topics = manifests.filter(({ kind }) => kind === 'KafkaTopic');
    expect(topics.length).toBeGreaterThan(20);
    for (const { spec } of topics) {
      expect(spec).toMatchObject({ replicas: 3, config: { 'min.insync.replicas': 2 } });
      expect(Number.isInteger(spec.config['retention.ms'])).toBe(true);
    }
    const users = manifests.filter(({ kind }) => kind === 'KafkaUser').map(({ metadata }) => metadata.name);
    expect(users.sort()).toEqual([...SERVICES, 'operator'].sort());
  }, 60_000);
});

describe('databases of CloudNativePG', () => {
  const backup = { enabled: true, destination: 's3://backups', credentialsSecret: 'backups' };
  const clustersOf = (cloudNativePg: object) =>
    render('data', {
      postgres: { kind: 'cloudNativePg', cloudNativePg },
      kafka: { kind: 'none' },
      objectStore: { kind: 'none' },
    });
  const archiveOf = (manifests: readonly Manifest[], service: string) =>
    named(manifests, 'Cluster', `${service}-db`)?.spec.plugins?.[0].parameters;

  it('archive under a name of their own', async () => {
    const { manifests } = await clustersOf({ backup, archives: { auth: 'auth-db-2' } });
    expect(archiveOf(manifests, 'auth')).toEqual({ barmanObjectName: 'auth-db', serverName: 'auth-db-2' });
    expect(archiveOf(manifests, 'billing')).toEqual({ barmanObjectName: 'billing-db', serverName: 'billing-db' });
  }, 60_000);

  it('are restored from the archive that is named, also to its end, and go on in another one', async () => {
    const { manifests, refusal } = await clustersOf({
      backup,
      archives: { auth: 'auth-db-2' },
      restore: { auth: { from: 'auth-db' } },
    });
    expect(refusal).toBe('');
    const { bootstrap, externalClusters } = named(manifests, 'Cluster', 'auth-db')?.spec ?? {};
    expect(bootstrap.recovery).toEqual({ source: 'backups', database: 'reelwright_auth', owner: 'reelwright_auth' });
    expect(externalClusters[0].plugin.parameters.serverName).toBe('auth-db');
    expect(archiveOf(manifests, 'auth').serverName).toBe('auth-db-2');
    expect(named(manifests, 'Cluster', 'billing-db')?.spec.bootstrap).toHaveProperty('initdb');
  }, 60_000);

  it.each([
    ['a restore that does not say from which archive', { restore: { auth: {} } }, "missing property 'from'"],
    ['a restore with nothing after its name', { restore: { auth: null } }, 'auth'],
    ['restores with nothing after their name', { restore: null }, "missing property 'restore'"],
    ['a restore of no service', { restore: { autth: { from: 'auth-db' } } }, 'autth'],
    ['a moment in words', { restore: { auth: { from: 'auth-db', time: 'yesterday' } } }, 'time'],
    ['a moment without a zone', { restore: { auth: { from: 'auth-db', time: '2026-11-27T10:00:00' } } }, 'time'],
    ['an archive of no service', { archives: { autth: 'auth-db' } }, 'autth'],
    ['a restore into the archive that it comes from', { restore: { auth: { from: 'auth-db' } } }, 'archives.auth'],
    ['two services with one archive', { archives: { auth: 'billing-db' } }, 'billing-db'],
    ['a drill of nothing', { drill: true }, 'restore'],
    ['an empty schedule', { backup: { ...backup, schedule: '' } }, 'schedule'],
    ['a schedule without seconds', { backup: { ...backup, schedule: '0 3 * * *' } }, 'schedule'],
    ['a pair, which stops while one of both restarts', { instances: 2 }, 'instances'],
  ])(
    'refuse %s',
    async (_, cloudNativePg, words) => {
      const { refusal } = await clustersOf({ backup, ...cloudNativePg });
      expect(refusal).toContain(words);
    },
    60_000,
  );

  it('in a drill, are only those that are restored, and write to no archive', async () => {
    const { manifests, refusal } = await clustersOf({ backup, drill: true, restore: { auth: { from: 'auth-db' } } });
    expect(refusal).toBe('');
    expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
      'Cluster auth-db',
      'NetworkPolicy auth-db',
      'ObjectStore auth-db',
    ]);
    expect(named(manifests, 'Cluster', 'auth-db')?.spec).not.toHaveProperty('plugins');
    expect(named(manifests, 'ObjectStore', 'auth-db')?.spec).not.toHaveProperty('retentionPolicy');
  }, 60_000);
});

it('a drill is no upgrade, which would delete the clusters that it does not name', async () => {
  const drill = example('drill', 'data');
  expect((await render('data', drill)).refusal).toBe('');
  expect((await render('data', drill, 'reelwright', 'data', ['--is-upgrade'])).refusal).toContain(
    'namespace of its own',
  );
}, 60_000);

it('where KEDA reads the lags, brokers have an address that is known in its namespace', async () => {
  const { manifests } = await render('reelwright', example('operators'));
  const servers = manifests
    .filter(({ kind }) => kind === 'ScaledObject')
    .flatMap(({ spec }) => spec.triggers)
    .flatMap(({ metadata }) => metadata.bootstrapServers?.split(',') ?? []);
  expect(servers.length).toBeGreaterThan(5);
  for (const server of servers) expect(server).toMatch(/^[a-z-]+\.reelwright\.svc:9093$/);
}, 60_000);

describe('Secrets that External Secrets keeps', () => {
  it('stay when an upgrade makes the ExternalSecret again', async () => {
    const { manifests } = await render('reelwright', example('operators'));
    const external = manifests.filter(({ kind }) => kind === 'ExternalSecret');
    expect(external).toHaveLength(SERVICES.length);
    for (const { spec } of external) expect(spec.target.creationPolicy).toBe('Orphan');
  }, 60_000);
});

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

describe('values of charts/data', () => {
  it('are text where Kubernetes wants text, also those that look like numbers', async () => {
    const { manifests, refusal } = await render('data', {
      clientNamespace: '123',
      kafka: { kind: 'strimzi', storageClass: '1', strimzi: { version: '4.0' } },
      objectStore: { bucket: '123', secret: '456' },
      postgres: { secret: '789', storageClass: '2' },
    });
    expect(refusal).toBe('');
    expect(named(manifests, 'Kafka', 'reelwright')?.spec.kafka.version).toBe('4.0');
    expect(named(manifests, 'KafkaNodePool', 'brokers')?.spec.storage.volumes[0].class).toBe('1');
    const bucket = containerOf(named(manifests, 'Job', 'bucket')).env?.find(({ name }) => name === 'S3_BUCKET');
    expect(bucket?.value).toBe('123');
    expect(JSON.stringify(manifests)).not.toMatch(
      /"(kubernetes.io.metadata.name|name|secretName|storageClassName)":\d/,
    );
  }, 60_000);

  it('let a broker of development tell clients of any namespace its address', async () => {
    const { manifests } = await render('data', { clientNamespace: 'shop' }, 'data');
    const { env } = containerOf(named(manifests, 'StatefulSet', 'kafka'));
    expect(env).toContainEqual({ name: 'KAFKA_HOST', value: 'kafka.data.svc' });
  }, 60_000);

  it('have room for terabytes, and for no port of Strimzi itself', async () => {
    expect((await render('data', { postgres: { storage: '2Ti' } })).refusal).toBe('');
    for (const port of [9_404, 9_999]) {
      const { refusal } = await render('data', { kafka: { kind: 'strimzi', strimzi: { port } } });
      expect(refusal).toContain('/kafka/strimzi/port');
    }
  }, 60_000);
});

it('metrics of the databases and of Kafka’s exporter are read where their alerts need them', async () => {
  const monitors = async (name: string) => {
    const values = parse(readFileSync(example(name, 'data'), 'utf8'));
    const monitoring = { podMonitors: true, labels: { release: 'prometheus' } };
    const { manifests } = await render('data', { ...values, monitoring });
    return manifests.filter(({ kind }) => kind === 'PodMonitor');
  };
  const [databases, kafka] = await Promise.all([monitors('cloudnativepg'), monitors('strimzi')]);
  expect(databases.map(({ metadata, spec }) => [metadata.name, metadata.labels?.release, spec])).toEqual([
    [
      'postgres',
      'prometheus',
      {
        selector: { matchLabels: { 'app.kubernetes.io/part-of': 'reelwright-data' } },
        podMetricsEndpoints: [{ port: 'metrics', interval: '15s' }],
      },
    ],
  ]);
  expect(kafka.map(({ metadata, spec }) => [metadata.name, spec])).toEqual([
    [
      'kafka-exporter',
      {
        selector: { matchLabels: { 'strimzi.io/name': 'reelwright-kafka-exporter' } },
        podMetricsEndpoints: [{ port: 'tcp-prometheus', interval: '15s' }],
      },
    ],
  ]);
}, 60_000);

describe('what an operator reads', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const README = 'charts/reelwright/README.md';
  const section = (text: string, title: string) => text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const blocks = (text: string, language: string) =>
    [...text.matchAll(new RegExp(`^ *\`\`\`${language}\n([^]*?)\n *\`\`\``, 'gm'))].map(([, block = '']) => block);

  it('names the secrets that each service requires and may have', async () => {
    const rows = [...section(read(README), 'Secrets').matchAll(/^\| ([a-z-]+) +\| ([^|]+)\| ([^|]+)\|$/gm)];
    const named = Object.fromEntries(
      rows.map(([, service, required = '', optional = '']) => [
        service,
        [required, optional].map((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()),
      ]),
    );
    const ofAll = ['KAFKA_SASL_PASSWORD', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
    for (const service of SERVICES) {
      const { properties, required } = await settingsOf(root, service);
      const secrets = Object.entries(properties).filter(
        ([name, { secret, production }]) => secret && !ofAll.includes(name) && !production?.must.startsWith('be unset'),
      );
      const isRequired = ([name, setting]: (typeof secrets)[number]) =>
        required.includes(name) && setting.default === undefined;
      const names = (entries: typeof secrets) => entries.map(([name]) => name).sort();
      expect([service, named[service]]).toEqual([
        service,
        [names(secrets.filter(isRequired)), names(secrets.filter((entry) => !isRequired(entry)))],
      ]);
    }
  });

  it('lets Helm wait longer than a migration may take', () => {
    const { migrations } = parse(read('charts/reelwright/values.yaml'));
    const commands = [README, 'charts/data/README.md'].flatMap((path) => [
      ...read(path).matchAll(/helm upgrade.* reelwright .*--timeout (\d+)m/g),
    ]);
    expect(commands).toHaveLength(2);
    for (const [, minutes] of commands) expect(Number(minutes) * 60).toBeGreaterThan(migrations.deadlineSeconds);
  });

  it('makes the keys of all services by the command that is given', () => {
    const folder = mkdtempSync(join(tmpdir(), 'reelwright-keys-'));
    try {
      const [command = ''] = blocks(read('deploy/rotation.md').split('### The first keys\n')[1] ?? '', 'sh');
      execFileSync('sh', ['-c', command], { cwd: folder });
      const kept = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const { keys } = kept('jwks.json');
      expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual(SERVICES.map((service) => `${service}-1`));
      for (const [index, service] of SERVICES.entries()) {
        const { d, ...publicHalf } = kept(`${service}.jwk.json`);
        expect(d).toEqual(expect.any(String));
        expect(publicHalf).toEqual(keys[index]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has examples of network policies and of an Ingress that the chart accepts', async () => {
    const examples = ['Network policies', 'Before the gateway'].flatMap((title) =>
      blocks(section(read(README), title), 'yaml'),
    );
    expect(examples).toHaveLength(5);
    const production = parse(read('charts/reelwright/ci/production.yaml'));
    for (const text of examples) {
      const { networkPolicy, ...more } = parse(text);
      const { refusal } = await render('reelwright', {
        ...production,
        ...more,
        networkPolicy: { ...production.networkPolicy, ...networkPolicy },
      });
      expect(refusal).toBe('');
    }
  }, 60_000);

  it('has examples for the operators of databases and brokers that both charts accept', async () => {
    const [product = '', restore = ''] = blocks(read('charts/data/README.md'), 'yaml');
    const production = parse(read('charts/reelwright/ci/production.yaml'));
    const { refusal } = await render('reelwright', { ...production, ...parse(product) });
    expect(refusal).toBe('');
    const { postgres, ...more } = parse(read('charts/data/ci/cloudnativepg.yaml'));
    const { archives: _, restore: __, ...cloudNativePg } = postgres.cloudNativePg;
    const restored = { ...cloudNativePg, ...parse(restore).postgres.cloudNativePg };
    const { refusal: ofData, manifests } = await render('data', {
      ...more,
      postgres: { ...postgres, cloudNativePg: restored },
    });
    expect(ofData).toBe('');
    expect(named(manifests, 'Cluster', 'auth-db')?.spec.bootstrap).toHaveProperty('recovery');
  }, 60_000);
});
