import { readFileSync } from 'node:fs';
import { SERVICES } from '@reelwright/local/ports';
import { parse } from 'yaml';
import { example, type Manifest, render } from './render.ts';

type Values = { readonly [key: string]: unknown };

const production: Values = parse(readFileSync(example('production'), 'utf8'));

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As Helm merges values. */
function merged(values: Values, more: Values): Values {
  const both = Object.entries(more).map(([key, value]): [string, unknown] => {
    const before = values[key];
    return [key, isValues(value) && isValues(before) ? merged(before, value) : value];
  });
  return { ...values, ...Object.fromEntries(both) };
}

const at = (path: string, value: unknown): Values =>
  path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Values;

const inProduction = (path: string, value: unknown) => merged(production, at(path, value));

const DIGEST = `sha256:${'0'.repeat(64)}`;
const LONG = 'x'.repeat(254);

const refusalOf = async (values: Values) => (await render('reelwright', values)).refusal;

/** The environment of a container of each deployment, by the name of the deployment. */
const environments = (manifests: readonly Manifest[]) =>
  new Map<string, Record<string, string>>(
    manifests
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ metadata, spec }) => {
        const { env } = spec.template.spec.containers[0];
        return [
          metadata.name,
          Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value])),
        ];
      }),
  );

const deployment = (manifests: readonly Manifest[], name: string) =>
  manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);

describe('values for all services', () => {
  it.each([
    ['the environment', 'ENVIRONMENT', 'development'],
    ['a secret', 'DATABASE_URL', 'postgres://user:password@host/name'],
    ['a secret of a provider', 'STRIPE_SECRET_KEY', 'sk_live_x'],
    ['a name that no service has', 'FOO_BAR', 1],
    ['a port', 'HTTP_PORT', 9_999],
    ['what Node itself reads', 'NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['the clock of tests', 'CLOCK_URL', 'postgres://clock'],
  ])('refuse %s', async (_, name, value) => {
    expect(await refusalOf(inProduction('defaults.settings', { [name]: value }))).toContain(`'${name}' not allowed`);
  });

  it.each([
    ['TIKTOK_LEVEL', 'sandbox', "one of 'off', 'private-only', 'live'"],
    ['STRIPE_PORT', 443, 'unset: Stripe’s SDK knows its address'],
    ['GOOGLE_OAUTH_URL', 'https://oauth2.reelwright.io', "'https://oauth2.googleapis.com'"],
    ['CONTACT_EMAIL', 'a@example.com', 'a mailbox that exists'],
  ])('refuse %s that is not for production', async (name, value, words) => {
    const refusal = await refusalOf(inProduction(`defaults.settings`, { [name]: value }));
    expect(refusal).toContain(`at '/defaults/settings/${name}'`);
    expect(refusal).toContain(words);
  });

  it('reach only services that have them', async () => {
    const { manifests, refusal } = await render(
      'reelwright',
      merged(production, {
        defaults: {
          settings: { FREE_VIDEOS_PER_BLOCK: 7, SUPPORT_EMAIL: 'help@reelwright.io' },
          optionalSecrets: ['CHAT_WEBHOOK_SECRET', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
        },
        otlpEndpoint: 'https://otlp.reelwright.io',
        networkPolicy: { otlp: [{ to: [{ ipBlock: { cidr: '203.0.113.0/24' } }] }] },
      }),
    );
    expect(refusal).toBe('');
    const having = (name: string) =>
      [...environments(manifests)].filter(([, env]) => name in env).map(([service]) => service);
    expect(having('FREE_VIDEOS_PER_BLOCK')).toEqual(['scheduling']);
    expect(having('SUPPORT_EMAIL')).toEqual(['external-api']);
    expect(having('CHAT_WEBHOOK_SECRET_FILE')).toEqual(['external-api']);
    // Those that name optional secrets of their own have these instead.
    expect(having('OTEL_EXPORTER_OTLP_ENDPOINT_FILE')).not.toContain('auth');
    expect(having('OTEL_EXPORTER_OTLP_ENDPOINT')).toEqual(['auth', 'publishing']);
  });

  it.each(['../../etc', 'KAFKA_SASL_PASSWORD', 'CLOCK_URL'])('refuse the secret %s', async (name) => {
    expect(await refusalOf(inProduction('defaults.optionalSecrets', [name]))).toContain(
      "at '/defaults/optionalSecrets/0'",
    );
  });
});

it.each([
  'environment',
  'publicUrl',
  'images',
  'podAnnotations',
  'commonLabels',
  'defaults',
  'defaults.resources',
  'defaults.resources.limits.memory',
  'defaults.autoscaling.max',
  'defaults.node.oldSpaceMiB',
  'services.auth',
  'web.resources',
  'gateway',
  'gateway.service.type',
  'gateway.ingress',
  'kafka.tls',
  'objectStore',
  'networkPolicy',
  'monitoring',
  'externalSecrets.store',
  'sandbox',
])('the schema refuses null for %s', async (path) => {
  const refusal = await refusalOf(inProduction(path, null));
  expect(refusal).toMatch(new RegExp(`missing propert(y|ies) .*'${path.split('.').at(-1)}'`));
});

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
])('the schema refuses %s', async (_, values: Values, words) => {
  expect(await refusalOf(values)).toContain(words);
});

describe('the schema refuses, in words,', () => {
  it.each([
    ['a registry with a protocol', 'images.registry', 'https://ghcr.io/reelwright', 'without https://'],
    ['a registry with a space', 'images.registry', 'ghcr.io/reel wright', 'host and path'],
    ['a tag with a digest', 'images.tag', '1.4.0@sha256:abc', 'a tag without a digest'],
    ['one database cluster for all', 'postgres.cloudNativePg.clusterName', 'onedb', '{service}'],
    ['one Kafka user for all', 'kafka.userSecret', 'shared', '{service}'],
    ['one entry of the store for all', 'externalSecrets.key', 'reelwright/all', '{service}'],
    ['no key of the brokers’ CA', 'kafka.tls.caKey', '', 'a key of a Secret'],
    ['a port of a broker that there is not', 'kafka.brokers', 'kafka-1:99999', 'host:port'],
    ['a long name of a Secret', 'services.auth.secret', LONG, 'at most 253'],
    ['a password in the address for spans', 'otlpEndpoint', 'https://user:pw@otlp.io', 'without a user or password'],
    ['a label of the chart', 'commonLabels', { 'app.kubernetes.io/name': 'x' }, 'unset: the chart sets it'],
    ['an annotation of the chart', 'podAnnotations', { 'checksum/config': 'x' }, 'unset: the chart sets it'],
    ['a label that is none', 'commonLabels', { team: 'a b' }, 'at most 63 letters'],
    ['a long label', 'commonLabels', { team: 'x'.repeat(64) }, 'at most 63 letters'],
    ['a key that is none', 'podAnnotations', { 'a b': 'x' }, "'a b' not allowed"],
    ['processors in words', 'web.resources.requests.cpu', 'lots', 'such as 250m'],
    ['processors with a space', 'services.auth.resources.requests.cpu', '100 m', 'such as 250m'],
    ['thousandths of bytes', 'web.resources.limits.memory', '512m', 'such as 512Mi'],
    ['a node’s port of a ClusterIP', 'gateway.service', { type: 'ClusterIP', nodePort: 30_080 }, 'NodePort'],
    ['External Secrets without a store', 'externalSecrets.enabled', true, 'the name of the store'],
    ['a route of no gateway', 'gateway.httpRoute', { enabled: true, parentRefs: [] }, 'minItems: got 0, want 1'],
    ['a model that there is not', 'services.generation.settings.VIDEO_MODEL', 'sora', "'local', 'veo', 'omni'"],
    [
      'chunks that Google does not accept',
      'services.drive.settings.UPLOAD_CHUNK_BYTES',
      262_145,
      'multipleOf: got 262,145, want 262,144',
    ],
    ['a number that Go writes with an exponent', 'migrations.deadlineSeconds', 1_000_000, 'want 999,999'],
    ['credentials in the values', 'services.generation.googleCredentials', { json: '{}' }, "'json' not allowed"],
    ['Google’s credentials of another service', 'services.auth.googleCredentials', { key: 'x' }, 'not allowed'],
    ['a Kafka user of all services', 'defaults.kafkaUser', 'reelwright', "'kafkaUser' not allowed"],
  ])('%s', async (_, path, value, words) => {
    const refusal = await refusalOf(at(path, value));
    expect(refusal).toContain(`/${path.split('.')[0]}`);
    expect(refusal).toContain(words);
  });

  it.each([
    ['an address', 'http://192.0.2.1'],
    ['capitals', 'http://Reelwright.io'],
    ['two dots', 'http://a..b'],
  ])('an Ingress for a host with %s', async (_, publicUrl) => {
    for (const kind of ['ingress', 'httpRoute']) {
      const refusal = await refusalOf({ publicUrl, gateway: { [kind]: { enabled: true } } });
      expect(refusal).toContain(`an origin with a lower-case name, no address, for gateway.${kind}`);
    }
  });
});

describe('in production, the schema refuses, in words,', () => {
  const ingress = { enabled: true, tlsSecret: 'reelwright-tls' };
  it.each([
    ['no tag where images have no digest', 'images.tag', '', 'the tag of the release'],
    ['an address of this machine', 'publicUrl', 'https://localhost', 'an https address of the internet'],
    ['an address of a private network', 'publicUrl', 'https://10.1.2.3', 'an https address of the internet'],
    ['a private name', 'publicUrl', 'https://reelwright.internal', 'an https address of the internet'],
    ['brokers on this machine', 'kafka.brokers', 'kafka:9092,127.0.0.1:9092', 'servers on other machines'],
    [
      'videos over HTTP',
      'objectStore.redirectOrigin',
      'http://media.reelwright.io',
      'an https address of the internet',
    ],
    [
      'a bucket over HTTP',
      'objectStore.url',
      's3://b?endpoint=http://minio:9000',
      'an https address of another machine',
    ],
    ['a bucket over HTTP, encoded', 'objectStore.url', 's3://b?endpoint=http%3A%2F%2Fminio', 'an https address'],
    ['hashes that are cheap to try', 'services.auth.settings.PASSWORD_MEMORY_KIB', 8, '19456 or more'],
    ['a reserved mailbox', 'services.auth.settings.CONTACT_EMAIL', 'a@example.com', 'a mailbox that exists'],
    ['an app of the sandbox', 'services.publishing.settings.TIKTOK_CLIENT_KEY', 'sandbox-key', 'not the sandbox’s'],
    [
      'a level of the sandbox',
      'services.publishing.settings.TIKTOK_LEVEL',
      'sandbox',
      "one of 'off', 'private-only', 'live'",
    ],
    ['another Stripe', 'services.billing.settings.STRIPE_PORT', 12_111, 'unset: Stripe’s SDK knows its address'],
    ['the clock of tests', 'services.auth.optionalSecrets', ['CLOCK_URL'], "value must be one of 'DATABASE_URL'"],
    ['a token that ends', 'services.generation.optionalSecrets', ['VERTEX_ACCESS_TOKEN'], 'value must be one of'],
    ['more than a provider may get', 'services.drive.settings.SHARES_PER_BLOCK', 1_001, '1000 at most'],
    ['a proxy that is not counted', 'gateway', { trustedHops: 0, ingress }, '1 or more behind an Ingress or HTTPRoute'],
    [
      'a gateway that is not counted',
      'gateway',
      { trustedHops: 0, httpRoute: { enabled: true, parentRefs: [{ name: 'public' }] } },
      '1 or more behind an Ingress or HTTPRoute',
    ],
    [
      'an Ingress without a certificate',
      'gateway',
      { trustedHops: 1, ingress: { enabled: true } },
      'a Secret with the certificate, unless tlsElsewhere is true',
    ],
  ])('%s', async (_, path, value, words) => {
    const refusal = await refusalOf(inProduction(path, value));
    expect(refusal).toContain(`at '/${path.replaceAll('.', '/')}`);
    expect(refusal).toContain(words);
  });

  it('and accepts what is right beside it', async () => {
    const { manifests, refusal } = await render(
      'reelwright',
      merged(production, {
        images: { tag: '' },
        services: Object.fromEntries(
          Object.keys(production.services as Values).map((name) => [name, { digest: DIGEST }]),
        ),
      }),
    );
    expect(refusal).toContain('the tag of the release');
    expect(manifests).toEqual([]);
    const right = merged(production, {
      images: { tag: '' },
      services: {
        ...Object.fromEntries(SERVICES.map((name) => [name, { digest: DIGEST }])),
        'external-api': { digest: DIGEST, settings: { ALLOW_PRIVATE_URLS: false } },
      },
      web: { digest: DIGEST, resources: { requests: { cpu: 0.5, 'ephemeral-storage': '64Mi' } } },
      tools: { digest: DIGEST },
      gateway: { digest: DIGEST, trustedHops: 1, ingress: { enabled: true, tlsElsewhere: true } },
      objectStore: { redirectOrigin: 'https://media.reelwright.io' },
      commonLabels: { 'example.com/team': 'reelwright' },
    });
    expect(await refusalOf(right)).toBe('');
  });
});

describe('templates refuse, in words,', () => {
  it.each([
    ['services.drive', { services: { drive: { autoscaling: { kind: 'hpa', min: 9 } } } }],
    ['services.generation', { services: { generation: { autoscaling: { kind: 'keda', min: 13 } } } }],
    ['gateway', { gateway: { autoscaling: { kind: 'hpa', max: 1 } } }],
  ])('more replicas of %s at least than at most', async (part, values) => {
    expect(await refusalOf(values)).toMatch(
      new RegExp(`${part}.autoscaling: min is \\d+, which is more than max, \\d+`),
    );
  });

  it.each([
    ['384Mi', 384],
    ['0.25Gi', 256],
    ['300M', 290],
  ])('%s of memory for a heap of %i MiB', async (memory, oldSpaceMiB) => {
    const node = { oldSpaceMiB };
    const refusal = await refusalOf({ services: { drive: { node, resources: { limits: { memory } } } } });
    expect(refusal).toContain(`services.drive: node.oldSpaceMiB is ${oldSpaceMiB}, which leaves nothing of`);
    expect(await refusalOf({ services: { drive: { node, resources: { limits: { memory: '1Gi' } } } } })).toBe('');
  });
});

describe('the chart', () => {
  it('quotes names that look like numbers or flags', async () => {
    const values = merged(production, {
      services: { auth: { secret: 'true' } },
      kafka: { tls: { caSecret: '123', caKey: '1' }, userSecret: '' },
      postgres: { caSecret: '1e3' },
      identity: { jwksConfigMap: '12' },
      images: { tag: '1.4', pullSecrets: ['7'] },
      gateway: { trustedHops: 1, ingress: { enabled: true, className: 'true', tlsSecret: '5' } },
      monitoring: { podMonitors: true, dashboards: true, labels: { release: '1' } },
      commonLabels: { release: 'other', 'example.com/flag': 'true' },
    });
    const { manifests, refusal } = await render('reelwright', values, 'reelwright', '2026');
    expect(refusal).toBe('');
    const { template } = deployment(manifests, 'auth')?.spec ?? {};
    expect(template.metadata.labels['app.kubernetes.io/instance']).toBe('2026');
    expect(template.metadata.labels['app.kubernetes.io/version']).toBe('1.4');
    expect(template.spec.imagePullSecrets).toEqual([{ name: '7' }]);
    const names = JSON.stringify(template.spec.volumes);
    for (const name of ['"true"', '"123"', '"1e3"', '"12"']) expect(names).toContain(`ame":${name}`);
    const ingress = manifests.find(({ kind }) => kind === 'Ingress')?.spec;
    expect(ingress).toMatchObject({ ingressClassName: 'true', tls: [{ secretName: '5' }] });
    const monitors = manifests.filter(({ kind }) => kind === 'PodMonitor');
    expect(monitors.map(({ metadata }) => metadata.labels?.release)).toEqual(['1', '1']);
  });

  it('has Google’s credentials of generation in a file, and its token where one is asked for', async () => {
    const rendered = async (googleCredentials: object) => {
      const { manifests } = await render('reelwright', inProduction('services.generation', { googleCredentials }));
      const { containers, volumes } = deployment(manifests, 'generation')?.spec.template.spec ?? {};
      const mounts = containers[0].volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
      return { env: environments(manifests), mounts, volumes };
    };
    const withKey = await rendered({ key: 'GOOGLE_CREDENTIALS' });
    const path = withKey.env.get('generation')?.GOOGLE_APPLICATION_CREDENTIALS;
    expect(path).toBe('/run/reelwright/secrets/GOOGLE_CREDENTIALS');
    expect(withKey.env.get('drive')).not.toHaveProperty('GOOGLE_APPLICATION_CREDENTIALS');
    expect(withKey.mounts).not.toContain('/run/reelwright/google');

    const withToken = await rendered({ key: 'GOOGLE_CREDENTIALS', tokenAudience: '//iam.googleapis.com/x' });
    expect(withToken.mounts).toContain('/run/reelwright/google');
    expect(withToken.volumes).toContainEqual({
      name: 'google-token',
      projected: {
        sources: [
          { serviceAccountToken: { audience: '//iam.googleapis.com/x', path: 'token', expirationSeconds: 3600 } },
        ],
      },
    });
  });

  it('has another Kafka user of a service where its values name one, also for KEDA', async () => {
    const values = inProduction('services.billing', { kafkaUser: 'billing-2', autoscaling: { kind: 'keda' } });
    const { manifests } = await render('reelwright', merged(values, { kafka: { userSecret: '{service}' } }));
    const env = environments(manifests);
    expect(env.get('billing')?.KAFKA_SASL_USERNAME).toBe('billing-2');
    expect(env.get('auth')?.KAFKA_SASL_USERNAME).toBe('auth');
    const secret = deployment(manifests, 'billing')?.spec.template.spec.volumes.find(
      ({ name }: { name: string }) => name === 'kafka-user',
    );
    expect(secret.secret.secretName).toBe('billing-2');
    const keda = manifests.find(({ kind }) => kind === 'TriggerAuthentication')?.spec.secretTargetRef;
    expect(keda).toContainEqual({ parameter: 'password', name: 'billing-2', key: 'password' });
  });
});
