import Type, { type Static, type TObject } from 'typebox';
import Value from 'typebox/value';

export { Type };

/**
 * Reads the settings of a process from its environment, once.
 * All bad names are listed together, with their descriptions; values are never printed, because they may be secrets.
 *
 * @throws Error naming each missing or malformed variable.
 */
export function loadConfig<Schema extends TObject>(schema: Schema, env: NodeJS.ProcessEnv): Readonly<Static<Schema>> {
  const values: Record<string, unknown> = {};
  const names = new Set<string>();
  for (const [name, setting] of Object.entries(schema.properties)) {
    const value = env[name];
    if (value === undefined || value === '') continue;
    values[name] = value;
    // The conversion below would make 80 of '80.5' and 0 of ' '.
    if (Type.IsInteger(setting) && !/^-?\d+$/.test(value)) names.add(name);
  }
  const converted = Value.Default(schema, Value.Convert(schema, values));
  for (const problem of Value.Errors(schema, converted)) for (const name of namesIn(problem)) names.add(name);
  if (names.size > 0) {
    const described = [...names].sort().map((name) => {
      const { description } = (schema.properties[name] ?? {}) as { description?: string };
      return description ? `${name} (${description})` : name;
    });
    throw new Error(`bad or missing settings: ${described.join(', ')}`);
  }
  return Object.freeze(converted as Static<Schema>);
}

function namesIn(problem: { instancePath: string; params: object }): string[] {
  if ('requiredProperties' in problem.params) return problem.params.requiredProperties as string[];
  return [problem.instancePath.replace(/^\//, '') || 'environment'];
}

/** Where the brokers are, and how a process connects to them; for `kafkaConnection` of libs/kafka. */
export const kafkaSettings = {
  KAFKA_BROKERS: Type.String({ minLength: 1 }),
  KAFKA_TLS: Type.Optional(Type.Boolean({ description: 'true: TLS, with brokers whose CA is a public one' })),
  KAFKA_TLS_CA_FILE: Type.Optional(Type.String({ description: 'TLS, with brokers whose CA is in this PEM file' })),
  KAFKA_SASL_USERNAME: Type.Optional(Type.String({ description: 'of SASL/SCRAM-SHA-512; no SASL without it' })),
  KAFKA_SASL_PASSWORD: Type.Optional(Type.String()),
};

export type KafkaSettings = Readonly<Static<TObject<typeof kafkaSettings>>>;

/** The settings every service has; spread into its own schema. */
export const serviceSettings = {
  HTTP_HOST: Type.String({ default: '127.0.0.1' }),
  HTTP_PORT: Type.Integer({ minimum: 0, maximum: 65535 }),
  GRPC_PORT: Type.Integer({ minimum: 0, maximum: 65535 }),
  DATABASE_URL: Type.String({ minLength: 1 }),
  ...kafkaSettings,
  /** The prefix of every topic name; each test run has its own. */
  KAFKA_TOPIC_PREFIX: Type.String({ default: '' }),
  PUBLIC_URL: Type.String({ minLength: 1 }),
  IDENTITY_JWKS_FILE: Type.String({ minLength: 1 }),
  IDENTITY_KEY_FILE: Type.String({ minLength: 1 }),
  CLOCK_URL: Type.Optional(Type.String()),
  LOG_LEVEL: Type.String({ default: 'info' }),
  /** For callers to notice that the process stops: longer than their name servers and health checks take. */
  DRAIN_SECONDS: Type.Integer({ minimum: 0, default: 0, description: 'how long it takes new requests after SIGTERM' }),
  STOP_SECONDS: stopSeconds(30),
};

/** The setting STOP_SECONDS with a service's own default. */
export function stopSeconds(seconds: number) {
  return Type.Integer({ minimum: 0, default: seconds, description: 'how long requests under way get after that' });
}

/** The setting of services that use the caller's address; for `createHttpServer`. */
export const addressSettings = {
  TRUSTED_PROXIES: Type.Integer({
    minimum: 0,
    default: 1,
    description: 'proxies of ours before this service; 1 is the gateway alone',
  }),
};

/** The settings that the parts of every service read (libs/service). */
export type ServiceConfig = Readonly<
  Static<TObject<typeof serviceSettings>> & Partial<Static<TObject<typeof addressSettings>>>
>;
