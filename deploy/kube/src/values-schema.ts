import { SERVICES } from '@reelwright/local/ports';
import { type ServiceSettings, type Setting, settingsOf } from '@reelwright/local/service-settings';
import {
  anyObject,
  flag,
  NAME,
  ORIGIN,
  object,
  objects,
  pairs,
  QUANTITY,
  ref,
  type Schema,
  text,
  whole,
  words,
} from './json-schema.ts';
import { networkPolicySchema, productionNetworkPolicy } from './network-policy-schema.ts';

/** Settings that the chart itself sets from other values, or that have no place in a cluster. */
const SET_BY_CHART =
  /^(ENVIRONMENT|HTTP_HOST|(HTTP|GRPC|OPS|CHECK)_PORT|PUBLIC_URL|CELL|KAFKA_.*|IDENTITY_.*|(DRAIN|STOP)_SECONDS|.*_GRPC|OBJECT_STORE_URL|MEDIA_REDIRECT_ORIGIN|TRUSTED_PROXIES|LOG_LEVEL|OTEL_.*|AWS_.*|NODE_.*|FF(MPEG|PROBE)_PATH)$/;

export const isSetByChart = (name: string): boolean => SET_BY_CHART.test(name);

/** The schema of charts/reelwright/values.yaml. Helm refuses values that do not match, and says which. */
export async function valuesSchema(root: string): Promise<Schema> {
  const services = new Map<string, ServiceSettings>();
  for (const service of SERVICES) services.set(service, await settingsOf(root, service));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Values of the chart reelwright',
    ...object({
      environment: { enum: ['development', 'production'] },
      publicUrl: text('an origin such as https://reelwright.io: no path, no slash at the end', { pattern: ORIGIN }),
      cell: text('the name of this cell; empty for the first one', { pattern: '^[a-z0-9]{0,12}$' }),
      logLevel: { enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] },
      otlpEndpoint: text('where spans go, by OTLP over HTTP', { pattern: '^(https?://.+)?$' }),
      images: object({
        registry: text('host and path before the names of the images', { minLength: 1, pattern: '[^/]$' }),
        tag: text(),
        digestTag: text(),
        pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
        pullSecrets: words(NAME),
      }),
      commonLabels: pairs,
      podAnnotations: pairs,
      nodeSelector: pairs,
      tolerations: objects,
      defaults: ref('service'),
      services: object(Object.fromEntries([...services].map(([name, settings]) => [name, serviceSchema(settings)]))),
      web: object({
        replicas: whole(1),
        digest: ref('digest'),
        drainSeconds: whole(0, 3_600),
        stopSeconds: whole(0, 3_600),
        resources: ref('resources'),
      }),
      tools: object({ digest: ref('digest') }),
      gateway: gatewaySchema(),
      identity: object({ jwksConfigMap: text(undefined, { pattern: NAME }) }),
      postgres: object({
        caSecret: ref('optionalName'),
        cloudNativePg: object({ enabled: flag, clusterName: text('{service} is the name of the service') }),
      }),
      kafka: object({
        brokers: text('host:port, several by comma', { pattern: '^[^\\s:/,]+:\\d+(,\\s*[^\\s:/,]+:\\d+)*$' }),
        tls: object({ enabled: flag, caSecret: ref('optionalName'), caKey: text() }),
        sasl: flag,
        userSecret: text('{service} is the name of the service'),
      }),
      objectStore: object({
        url: text('s3://bucket?region=…, with &endpoint=… for other servers than AWS', {
          pattern: '^(s3://.+|file:///.+)?$',
        }),
        credentialsSecret: ref('optionalName'),
        redirectOrigin: text('an origin without a path', { pattern: `^$|${ORIGIN}` }),
      }),
      migrations: object({ deadlineSeconds: whole(60) }),
      networkPolicy: networkPolicySchema(),
      monitoring: object({
        podMonitors: flag,
        rules: flag,
        dashboards: flag,
        dashboardLabels: pairs,
        labels: pairs,
        interval: text(undefined, { pattern: '^[0-9]+(s|m)$' }),
        runbookUrl: text(undefined, { pattern: '^https?://.*[^/]$' }),
      }),
      externalSecrets: object({
        enabled: flag,
        refreshInterval: text(),
        store: object({ name: text(), kind: { enum: ['SecretStore', 'ClusterSecretStore'] } }),
        key: text('{service} is the name of the service'),
      }),
      sandbox: object({
        enabled: flag,
        digest: ref('digest'),
        secret: text(undefined, { pattern: NAME }),
        settings: { type: 'object', additionalProperties: { type: ['string', 'integer'] } },
        ports: { type: 'object', additionalProperties: whole(30_000, 32_767) },
        storage: text(undefined, { pattern: `^$|${QUANTITY}` }),
      }),
      global: anyObject,
    }),
    if: { properties: { environment: { const: 'production' } }, required: ['environment'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: productionSchema(services) },
    $defs: {
      digest: text('sha256:… of the image, or empty', { pattern: '^(sha256:[a-f0-9]{64})?$' }),
      optionalName: text(undefined, { pattern: `^$|${NAME}` }),
      resources: object({ requests: quantities(), limits: quantities() }),
      service: object(serviceProperties()),
    },
  };
}

const quantities = () =>
  object({ cpu: { type: ['string', 'integer'] }, memory: text(undefined, { pattern: QUANTITY }) });

function serviceProperties(settings: Schema = anyObject, optionalSecrets: Schema = words()): Schema {
  return {
    replicas: whole(1),
    digest: ref('digest'),
    secret: ref('optionalName'),
    optionalSecrets,
    settings,
    drainSeconds: whole(0, 3_600),
    stopSeconds: whole(0, 3_600),
    scratch: text(undefined, { pattern: QUANTITY }),
    node: object({ oldSpaceMiB: whole(64), semiSpaceMiB: whole(1, 64) }),
    resources: ref('resources'),
    autoscaling: autoscaling(['none', 'hpa', 'keda'], {
      lagPerReplica: whole(1),
      duePerReplica: whole(1),
    }),
    podAnnotations: pairs,
    serviceAccountAnnotations: pairs,
  };
}

function autoscaling(kinds: readonly string[], more: Schema = {}): Schema {
  return object({
    kind: { enum: kinds },
    min: whole(1),
    max: whole(1),
    cpuPercent: whole(1, 100),
    scaleDownSeconds: whole(0, 3_600),
    ...more,
  });
}

/** The settings that a service's values may have. */
const settingsInValues = (properties: ServiceSettings['properties']) =>
  Object.entries(properties).filter(([name, { secret }]) => !secret && !isSetByChart(name));

/** A service's values may have what its config.ts lists, except secrets, which are in its Secret, and what the chart sets. */
function serviceSchema({ properties }: ServiceSettings): Schema {
  const inValues = settingsInValues(properties);
  const secrets = Object.entries(properties).filter(([name, { secret }]) => secret && name !== 'KAFKA_SASL_PASSWORD');
  const settings = object(Object.fromEntries(inValues.map(([name, setting]) => [name, settingSchema(setting)])));
  const optional: Schema = { type: 'array', items: { enum: secrets.map(([name]) => name) } };
  return object(serviceProperties(settings, optional));
}

function settingSchema({ type, enum: values, pattern, minLength, minimum, maximum, description }: Setting): Schema {
  return {
    ...(type && { type }),
    ...(values && { enum: values }),
    ...(pattern && { pattern }),
    ...(minLength !== undefined && { minLength }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(description && { description }),
  };
}

function gatewaySchema(): Schema {
  return object({
    replicas: whole(1),
    digest: ref('digest'),
    trustedHops: whole(0, 10),
    drainSeconds: whole(0, 3_600),
    stopSeconds: whole(0, 3_600),
    resources: ref('resources'),
    autoscaling: autoscaling(['none', 'hpa']),
    service: object({
      type: { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] },
      port: whole(1, 65_535),
      nodePort: { type: ['integer', 'null'], minimum: 30_000, maximum: 32_767 },
      externalTrafficPolicy: { enum: ['Local', 'Cluster'] },
      annotations: pairs,
    }),
    ingress: object({ enabled: flag, className: text(), annotations: pairs, tlsSecret: ref('optionalName') }),
    httpRoute: object({ enabled: flag, parentRefs: objects }),
  });
}

/** What the processes refuse in production anyway, said before they start. */
function productionSchema(services: ReadonlyMap<string, ServiceSettings>): Schema {
  return {
    publicUrl: { pattern: '^https://' },
    sandbox: { properties: { enabled: { const: false } } },
    kafka: { properties: { sasl: { const: true }, tls: { properties: { enabled: { const: true } } } } },
    objectStore: { properties: { url: { pattern: '^s3://' } } },
    networkPolicy: productionNetworkPolicy(),
    services: {
      properties: Object.fromEntries([...services].map(([name, settings]) => [name, productionService(settings)])),
    },
  };
}

function productionService({ properties, required }: ServiceSettings): Schema {
  const inValues = settingsInValues(properties);
  const needed = inValues.filter(
    ([name, setting]) => required.includes(name) && setting.default === undefined && !setting.production?.value,
  );
  const limits = inValues.flatMap(([name, { production, enum: values }]): [string, unknown][] => {
    if (production?.must.startsWith('be unset')) return [[name, false]];
    if (production?.value) return [[name, { const: production.value }]];
    return values?.includes('sandbox') ? [[name, { not: { const: 'sandbox' } }]] : [];
  });
  return {
    properties: {
      settings: {
        properties: Object.fromEntries(limits),
        ...(needed.length > 0 && { required: needed.map(([name]) => name) }),
      },
    },
    ...(needed.length > 0 && { required: ['settings'] }),
  };
}
