import { readFileSync } from 'node:fs';
import { SERVICES } from '@reelwright/local/ports';
import { parse } from 'yaml';
import { containerOf, example, type Manifest, named, podsOf, render } from './render.ts';

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
    const stores = manifests.filter(({ kind }) => kind === 'ObjectStore');
    expect(stores).toHaveLength(SERVICES.length);
    for (const { metadata } of [...clusters, ...stores])
      expect(metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
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
    // A replay goes on from its offsets: without them it would publish all dead letters again.
    const { config } = named(manifests, 'Kafka', 'reelwright')?.spec.kafka ?? {};
    const longest = Math.max(...topics.map(({ spec }) => spec.config['retention.ms']));
    expect(config['offsets.retention.minutes'] * 60_000).toBeGreaterThan(longest);
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

it('a drill is no upgrade of an installation, whose clusters have the same names', async () => {
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
