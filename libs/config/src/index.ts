import Type, { type Static, type TObject } from 'typebox';
import Value from 'typebox/value';
import { hintOf } from './hint.ts';
import {
  allElsewhere,
  bucket,
  chosenPassword,
  encryptedPassword,
  exactly,
  kafkaTls,
  productionRuleOf,
  publicHttps,
  required,
  set,
  unset,
  verifiedDatabase,
} from './production.ts';
import { isSecret, secret, withSecretFiles } from './secret-files.ts';
import { SettingsError } from './settings-error.ts';
import { wrongSslMode } from './ssl-mode.ts';
import { neededWith, problemOf } from './value-check.ts';

export { type KeyRing, keyRing, keyRingSetting } from './key-ring.ts';
export * as inProduction from './production.ts';
export { SettingsError } from './settings-error.ts';
export { neededWith, type ValueCheck } from './value-check.ts';
export { isSecret, secret, Type };

/**
 * Reads the settings of a process from its environment, and secrets also from the files that `<NAME>_FILE` names, once.
 * All missing and bad ones are named together, with what they have to be; values are never printed, because they may be secrets.
 *
 * @throws SettingsError naming each missing or malformed variable, and with ENVIRONMENT=production each that is refused there.
 */
export function loadConfig<Schema extends TObject>(schema: Schema, env: NodeJS.ProcessEnv): Readonly<Static<Schema>> {
  const values: Record<string, unknown> = {};
  const names = new Set<string>();
  const { env: given, wrong, fromFile } = withSecretFiles(schema, env);
  for (const [name, setting] of Object.entries(schema.properties)) {
    const value = given[name];
    if (value === undefined || value === '') continue;
    values[name] = value;
    // The conversion below would make 80 of '80.5' and 0 of ' '.
    if (Type.IsInteger(setting) && !/^-?\d+$/.test(value)) names.add(name);
  }
  const converted = Value.Default(schema, Value.Convert(schema, values)) as Record<string, unknown>;
  for (const problem of Value.Errors(schema, converted)) for (const name of namesIn(problem)) names.add(name);
  for (const [name, setting] of Object.entries(schema.properties)) {
    if (problemOf(setting, given[name], converted)) names.add(name);
  }
  const nameOf = (name: string) => (fromFile.has(name) ? `${name}_FILE` : name);
  const withHint = (name: string) => {
    const setting = schema.properties[name];
    const hint = problemOf(setting, given[name], converted) ?? hintOf(setting);
    return wrong.get(name) ?? (hint ? `${nameOf(name)} (${hint})` : nameOf(name));
  };
  const isMissing = (name: string) => !given[name] && !wrong.has(name);
  const named = [...new Set([...names, ...wrong.keys()])];
  const refused = refusedInProduction(schema, converted).filter(({ name }) => !named.includes(name));
  const problems = [
    ...listed('missing settings', named.filter(isMissing).map(withHint)),
    ...listed('bad settings', named.filter((name) => !isMissing(name)).map(withHint)),
    ...listed(
      'refused with ENVIRONMENT=production',
      refused.map(({ name, must }) => `${nameOf(name)} (it must ${must})`),
    ),
  ];
  if (problems.length > 0) throw new SettingsError(problems.join('; '));
  return Object.freeze(converted as Static<Schema>);
}

const listed = (title: string, items: readonly string[]) =>
  items.length > 0 ? [`${title}: ${[...items].sort().join(', ')}`] : [];

/** The settings whose values a production process refuses; an empty one counts as unset. */
function refusedInProduction(schema: TObject, values: Record<string, unknown>): { name: string; must: string }[] {
  if (values.ENVIRONMENT !== 'production') return [];
  return Object.entries(schema.properties).flatMap(([name, setting]) => {
    const rule = productionRuleOf(setting);
    const value = String(values[name] ?? '');
    const isExempt = value === '' && !rule?.isRequired;
    return !rule || isExempt || rule.allows(value, values) ? [] : [{ name, must: rule.must }];
  });
}

function namesIn(problem: { instancePath: string; params: object }): string[] {
  if ('requiredProperties' in problem.params) return problem.params.requiredProperties as string[];
  return [problem.instancePath.replace(/^\//, '') || 'environment'];
}

const HOST_AND_PORT = '([^\\s:/,\\[\\]]+|\\[[\\da-fA-F:]+\\]):\\d+';

/** Where the brokers are, and how a process connects to them; for `kafkaConnection` of libs/kafka. */
export const kafkaSettings = {
  KAFKA_BROKERS: Type.String({
    pattern: `^${HOST_AND_PORT}(\\s*,\\s*${HOST_AND_PORT})*$`,
    description: 'host:port without a protocol, several by comma',
    production: allElsewhere,
  }),
  KAFKA_TLS: Type.Optional(
    Type.Boolean({ description: 'true: TLS, with brokers whose CA is a public one', production: kafkaTls }),
  ),
  KAFKA_TLS_CA_FILE: Type.Optional(Type.String({ description: 'TLS, with brokers whose CA is in this PEM file' })),
  KAFKA_SASL_USERNAME: Type.Optional(
    Type.String({
      description: 'of SASL/SCRAM-SHA-512; no SASL without it',
      check: neededWith('KAFKA_SASL_PASSWORD'),
      production: set,
    }),
  ),
  KAFKA_SASL_PASSWORD: Type.Optional(
    Type.String({ ...secret, check: neededWith('KAFKA_SASL_USERNAME'), production: required(chosenPassword) }),
  ),
};

export type KafkaSettings = Readonly<Static<TObject<typeof kafkaSettings>>>;

/** Options of a setting that is an origin: paths are appended to it. */
export const originOnly = { pattern: '^https?://([a-zA-Z0-9.-]+|\\[[\\da-fA-F:]+\\])(:[0-9]+)?$' } as const;
export const ORIGIN_HINT = 'an origin such as https://reelwright.io: no path, no slash at the end';

/** Node's timers end at once when they are set to more than 24 days. */
const LONGEST_STOP_SECONDS = 3_600;

/** The settings every service has; spread into its own schema. */
export const serviceSettings = {
  ENVIRONMENT: Type.Enum(['development', 'production'], {
    default: 'development',
    description: 'development or production; production refuses what is only for tests and local runs',
  }),
  HTTP_HOST: Type.String({ default: '127.0.0.1', description: 'all ports listen on it; 0.0.0.0 in a container' }),
  HTTP_PORT: Type.Integer({ minimum: 0, maximum: 65535 }),
  GRPC_PORT: Type.Integer({ minimum: 0, maximum: 65535 }),
  /** Probes and metrics, for the cluster and for Prometheus only. */
  OPS_PORT: Type.Integer({ minimum: 0, maximum: 65535 }),
  DATABASE_URL: Type.String({ ...secret, minLength: 1, check: wrongSslMode, production: verifiedDatabase }),
  ...kafkaSettings,
  /** The prefix of every topic name; each test run has its own. */
  KAFKA_TOPIC_PREFIX: Type.String({ default: '', production: unset('it is for tests') }),
  PUBLIC_URL: Type.String({ ...originOnly, description: `of the product, ${ORIGIN_HINT}`, production: publicHttps }),
  IDENTITY_JWKS_FILE: Type.String({ minLength: 1 }),
  IDENTITY_KEY_FILE: Type.String({ minLength: 1 }),
  CLOCK_URL: Type.Optional(
    Type.String({ ...secret, check: wrongSslMode, production: unset('product time is real time') }),
  ),
  /** Read by Node itself. */
  NODE_TLS_REJECT_UNAUTHORIZED: Type.Optional(
    Type.String({ production: unset('with 0, Node verifies no certificate') }),
  ),
  LOG_LEVEL: Type.String({
    pattern: '^(trace|debug|info|warn|error|fatal|silent)$',
    default: 'info',
    description: 'trace, debug, info, warn, error, fatal or silent',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      ...secret,
      pattern: '^https?://',
      production: encryptedPassword,
      description: 'where spans go, by OTLP over HTTP; none are exported without it',
    }),
  ),
  /** For callers to notice that the process stops: longer than their name servers and health checks take. */
  DRAIN_SECONDS: Type.Integer({
    minimum: 0,
    maximum: LONGEST_STOP_SECONDS,
    default: 0,
    description: 'seconds after SIGTERM in which it accepts new requests',
  }),
  STOP_SECONDS: stopSeconds(30),
};

/** The setting STOP_SECONDS with a service's own default. */
export function stopSeconds(seconds: number) {
  return Type.Integer({
    minimum: 0,
    maximum: LONGEST_STOP_SECONDS,
    default: seconds,
    description: 'seconds that requests under way get after that',
  });
}

/** The setting of services that use the caller's address; for `createHttpServer`. */
export const addressSettings = {
  TRUSTED_PROXIES: Type.Integer({
    minimum: 0,
    default: 1,
    description: 'proxies of ours before this service; 1 is the gateway alone',
  }),
};

/** The setting of a provider's address, which is another one only in tests and local runs. */
export const providerUrl = (live: string) => Type.String({ pattern: '^https?://', production: exactly(live) });

/** The setting of another service's rpcs. */
export const grpcAddress = Type.String({
  pattern: `^((dns|ipv4|ipv6|unix):\\S+|${HOST_AND_PORT}(,\\s*[\\d.]+:\\d+)*)$`,
  description: 'host:port without http://, or several IPv4 addresses with ports, by comma',
});

const ENDPOINT = 'the endpoint is part of OBJECT_STORE_URL';

/** The settings of services that read or write files. */
export const objectStoreSettings = {
  OBJECT_STORE_URL: Type.String({ minLength: 1, production: bucket }),
  /** Read by AWS' SDK itself. */
  AWS_ENDPOINT_URL: Type.Optional(Type.String({ production: unset(ENDPOINT) })),
  AWS_ENDPOINT_URL_S3: Type.Optional(Type.String({ production: unset(ENDPOINT) })),
};

/** The setting of what sends browsers to the bucket for videos. */
export const mediaRedirectSettings = {
  MEDIA_REDIRECT_ORIGIN: Type.Optional(
    Type.String({
      ...originOnly,
      description: `of the bucket, or of a CDN before it, that browsers are redirected to for videos, ${ORIGIN_HINT}; the web server has the same; without it the service streams them`,
      production: publicHttps,
    }),
  ),
};

/** The setting of services that give out what the directory in front finds the cell by (decision 56). */
export const cellSettings = {
  CELL: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9]{1,12}$',
      description:
        'the name of this cell, 1 to 12 lower-case letters and digits; auth, drive and publishing have the same; the first cell has none',
    }),
  ),
};

/** The settings that the parts of every service read (libs/service). */
export type ServiceConfig = Readonly<
  Static<TObject<typeof serviceSettings>> & Partial<Static<TObject<typeof addressSettings>>>
>;
