import { SERVICES, type ServiceName } from '@reelwright/local/ports';
import { type ServiceSettings, settingsOf } from '@reelwright/local/service-settings';
import {
  annotations,
  anyObject,
  at,
  bytes,
  complete,
  cpu,
  flag,
  labels,
  like,
  NAMED_ORIGIN,
  name,
  namePerService,
  nodeLabels,
  ORIGIN,
  object,
  objects,
  optionalName,
  optionalNamePerService,
  podAnnotations,
  QUANTITY,
  ref,
  refused,
  type Schema,
  secretKey,
  servers,
  text,
  when,
  whole,
} from './json-schema.ts';
import { networkPolicySchema } from './network-policy-schema.ts';
import { productionSchema } from './production-schema.ts';
import { settingsValues } from './settings-schema.ts';

const TAG = '^([A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?$';
const tag = like('a tag without a digest, or empty', { pattern: TAG });
const HOST_AND_PATH = '^[^\\s:/@]+(:\\d+)?(/[a-z0-9][a-z0-9._-]*)*$';

/** The schema of charts/reelwright/values.yaml. Helm refuses values that do not match, and says which. */
export async function valuesSchema(root: string): Promise<Schema> {
  const services = new Map<ServiceName, ServiceSettings>();
  for (const service of SERVICES) services.set(service, await settingsOf(root, service));
  const ofAll = settingsValues([...services.values()]);
  const values = {
    environment: { enum: ['development', 'production'] },
    publicUrl: like('an origin such as https://reelwright.io: no path, no slash at the end', { pattern: ORIGIN }),
    cell: like('the name of this cell, 1 to 12 lower-case letters and digits; empty for the first one', {
      pattern: '^[a-z0-9]{0,12}$',
    }),
    logLevel: { enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] },
    otlpEndpoint: like(
      'where spans go, by OTLP over HTTP: an address without a user or password, or empty. One with a password is the optional secret OTEL_EXPORTER_OTLP_ENDPOINT',
      { pattern: '^(https?://[^/@\\s]+(/\\S*)?)?$' },
    ),
    images: complete({
      registry: like('host and path before the names of the images, without https:// and a slash at the end', {
        pattern: HOST_AND_PATH,
      }),
      tag,
      digestTag: tag,
      pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
      pullSecrets: { type: 'array', items: ref('name') },
    }),
    commonLabels: ref('labels'),
    podAnnotations: ref('podAnnotations'),
    nodeSelector: nodeLabels,
    tolerations: objects,
    defaults: defaultsSchema(ofAll),
    services: complete(
      Object.fromEntries([...services].map(([service, settings]) => [service, serviceSchema(settings)])),
    ),
    web: complete({
      replicas: whole(1),
      digest: ref('digest'),
      drainSeconds: whole(0, 3_600),
      stopSeconds: whole(0, 3_600),
      resources: ref('allResources'),
    }),
    tools: complete({ digest: ref('digest') }),
    gateway: gatewaySchema(),
    identity: complete({ jwksConfigMap: ref('name') }),
    postgres: complete({
      caSecret: ref('optionalName'),
      cloudNativePg: complete({ enabled: flag, clusterName: namePerService }),
    }),
    kafka: complete({
      brokers: servers,
      tls: complete({ enabled: flag, caSecret: ref('optionalName'), caKey: secretKey }),
      sasl: flag,
      userSecret: optionalNamePerService,
    }),
    objectStore: complete({
      url: like('s3://bucket?region=…, with &endpoint=… for other servers than AWS', {
        pattern: '^(s3://\\S+|file:///\\S+)?$',
      }),
      credentialsSecret: ref('optionalName'),
      redirectOrigin: like('an origin without a path', { pattern: `^$|${ORIGIN}` }),
    }),
    migrations: complete({ deadlineSeconds: whole(60) }),
    networkPolicy: networkPolicySchema(),
    monitoring: complete({
      podMonitors: flag,
      rules: flag,
      dashboards: flag,
      dashboardLabels: ref('labels'),
      labels: ref('labels'),
      interval: like('seconds or minutes such as 15s', { pattern: '^[0-9]+(s|m)$' }),
      runbookUrl: like('an address without a slash at the end', { pattern: '^https?://.*[^/]$' }),
    }),
    externalSecrets: externalSecretsSchema(),
    sandbox: complete({
      enabled: flag,
      digest: ref('digest'),
      secret: ref('name'),
      settings: { type: 'object', additionalProperties: { type: ['string', 'integer'] } },
      ports: { type: 'object', additionalProperties: whole(30_000, 32_767) },
      storage: like('a number of bytes such as 2Gi, or empty', { pattern: `^$|${QUANTITY}` }),
    }),
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Values of the chart reelwright',
    ...object({ ...values, global: anyObject }, Object.keys(values)),
    ...when(at('environment', { const: 'production' }), productionSchema(services)),
    allOf: [namedHost('ingress'), namedHost('httpRoute')],
    $defs: {
      digest: like('sha256:… of the image, or empty', { pattern: '^(sha256:[a-f0-9]{64})?$' }),
      name,
      optionalName,
      labels,
      annotations,
      podAnnotations,
      bytes,
      resources: object({ requests: object(quantities), limits: object(quantities) }),
      allResources: complete({ requests: object(quantities), limits: object(quantities, ['memory']) }),
    },
  };
}

const node: Schema = { oldSpaceMiB: whole(64), semiSpaceMiB: whole(1, 64) };
const scaling = (...kinds: readonly string[]): Schema => ({
  kind: { enum: kinds },
  min: whole(1),
  max: whole(1),
  cpuPercent: whole(1, 100),
  scaleDownSeconds: whole(0, 3_600),
});
const serviceScaling = { ...scaling('none', 'hpa', 'keda'), lagPerReplica: whole(1), duePerReplica: whole(1) };
const quantities: Schema = { cpu, memory: ref('bytes'), 'ephemeral-storage': ref('bytes') };

/** An Ingress and an HTTPRoute have the host of publicUrl. */
const namedHost = (kind: string): Schema =>
  when(
    at(`gateway.${kind}.enabled`, { const: true }),
    at(
      'publicUrl',
      refused({ not: { pattern: NAMED_ORIGIN } }, `an origin with a lower-case name, no address, for gateway.${kind}`),
    ),
  );

function serviceProperties(settings: Schema): Schema {
  return {
    replicas: whole(1),
    digest: ref('digest'),
    secret: ref('optionalName'),
    ...settings,
    drainSeconds: whole(0, 3_600),
    stopSeconds: whole(0, 3_600),
    minReadySeconds: whole(0, 600),
    scratch: ref('bytes'),
    node: object(node),
    resources: ref('resources'),
    autoscaling: object(serviceScaling),
    podAnnotations: ref('podAnnotations'),
    serviceAccountAnnotations: ref('annotations'),
  };
}

const defaultsSchema = (settings: Schema): Schema =>
  complete({
    ...serviceProperties(settings),
    node: complete(node),
    resources: ref('allResources'),
    autoscaling: complete(serviceScaling),
  });

function serviceSchema(settings: ServiceSettings): Schema {
  return object({
    ...serviceProperties(settingsValues([settings])),
    kafkaUser: like('the name of a Kafka user', { pattern: '^[A-Za-z0-9._-]+$' }),
    ...('VERTEX_PROJECT' in settings.properties && { googleCredentials }),
  });
}

const googleCredentials = object(
  {
    key: secretKey,
    tokenAudience: text("the audience of a token of the pod's account, in /run/reelwright/google/token"),
  },
  ['key'],
);

function gatewaySchema(): Schema {
  const service = {
    type: { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] },
    port: whole(1, 65_535),
    externalTrafficPolicy: { enum: ['Local', 'Cluster'] },
    annotations: ref('annotations'),
  };
  const nodePort = { type: ['integer', 'null'], minimum: 30_000, maximum: 32_767 };
  return complete({
    replicas: whole(1),
    digest: ref('digest'),
    trustedHops: whole(0, 10),
    drainSeconds: whole(0, 3_600),
    stopSeconds: whole(0, 3_600),
    resources: ref('allResources'),
    autoscaling: complete(scaling('none', 'hpa')),
    service: {
      ...object({ ...service, nodePort }, Object.keys(service)),
      ...when(
        at('type', { const: 'ClusterIP' }),
        at('nodePort', refused({ type: 'integer' }, 'null: only the types NodePort and LoadBalancer have one')),
      ),
    },
    ingress: complete({
      enabled: flag,
      className: ref('optionalName'),
      annotations: ref('annotations'),
      tlsSecret: ref('optionalName'),
      tlsElsewhere: flag,
    }),
    httpRoute: {
      ...complete({ enabled: flag, parentRefs: objects }),
      ...when(at('enabled', { const: true }), at('parentRefs', { minItems: 1 })),
    },
  });
}

function externalSecretsSchema(): Schema {
  return {
    ...complete({
      enabled: flag,
      refreshInterval: like('hours, minutes or seconds such as 1h', { pattern: '^([0-9]+(h|m|s))+$' }),
      store: complete({ name: ref('optionalName'), kind: { enum: ['SecretStore', 'ClusterSecretStore'] } }),
      key: like('a key with {service} in it, which becomes the name of each service', { pattern: '\\{service\\}' }),
    }),
    ...when(at('enabled', { const: true }), at('store.name', refused({ const: '' }, 'the name of the store'))),
  };
}
