import Type, { type Static, type TObject } from 'typebox';
import Value from 'typebox/value';

export { Type };

/**
 * Reads the settings of a process from its environment, once.
 * All bad names are listed together; values are never printed, for they may be secrets.
 *
 * @throws Error naming each missing or malformed variable.
 */
export function loadConfig<Schema extends TObject>(schema: Schema, env: NodeJS.ProcessEnv): Readonly<Static<Schema>> {
  const known: Record<string, unknown> = {};
  for (const name of Object.keys(schema.properties)) {
    const value = env[name];
    if (value !== undefined && value !== '') known[name] = value;
  }
  const converted = Value.Default(schema, Value.Convert(schema, known));
  const problems = [...Value.Errors(schema, converted)];
  if (problems.length > 0) {
    const names = new Set(problems.flatMap((problem) => namesIn(problem)));
    throw new Error(`bad or missing settings: ${[...names].sort().join(', ')}`);
  }
  return Object.freeze(converted as Static<Schema>);
}

function namesIn(problem: { instancePath: string; params: object }): string[] {
  if ('requiredProperties' in problem.params) return problem.params.requiredProperties as string[];
  return [problem.instancePath.replace(/^\//, '') || 'environment'];
}

/** The settings every service has; spread into its own schema. */
export const serviceSettings = {
  HTTP_HOST: Type.String({ default: '127.0.0.1' }),
  HTTP_PORT: Type.Integer({ minimum: 0, maximum: 65535 }),
  GRPC_PORT: Type.Integer({ minimum: 0, maximum: 65535 }),
  DATABASE_URL: Type.String({ minLength: 1 }),
  KAFKA_BROKERS: Type.String({ minLength: 1 }),
  /** Put before every topic name; test runs use it to keep apart. */
  KAFKA_TOPIC_PREFIX: Type.String({ default: '' }),
  PUBLIC_URL: Type.String({ minLength: 1 }),
  IDENTITY_JWKS_FILE: Type.String({ minLength: 1 }),
  IDENTITY_KEY_FILE: Type.String({ minLength: 1 }),
  CLOCK_URL: Type.Optional(Type.String()),
  LOG_LEVEL: Type.String({ default: 'info' }),
};
