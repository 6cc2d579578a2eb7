import { loadConfig, serviceSettings, Type } from '../src/index.ts';

const schema = Type.Object({
  DATABASE_URL: Type.String({ minLength: 1 }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535 }),
  LEVEL: Type.Union([Type.Literal('off'), Type.Literal('live')], { description: 'off or live' }),
  RATIO: Type.Number({ default: 0.5 }),
  DEBUG: Type.Optional(Type.Boolean()),
  STRIPE_HOST: Type.Optional(Type.String()),
});
const validEnv = { DATABASE_URL: 'postgres://x', PORT: '8080', LEVEL: 'live' };

function problemOf(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(schema, env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('was accepted');
}

describe('loadConfig', () => {
  it('converts the text of the environment to the types of the schema', () => {
    expect(loadConfig(schema, { ...validEnv, DEBUG: 'true', RATIO: '0.25' })).toEqual({
      DATABASE_URL: 'postgres://x',
      PORT: 8080,
      LEVEL: 'live',
      RATIO: 0.25,
      DEBUG: true,
    });
  });

  it('ignores variables that the schema does not name, and uses defaults for unset ones', () => {
    const config = loadConfig(schema, { ...validEnv, PATH: '/usr/bin' });
    expect(config).not.toHaveProperty('PATH');
    expect(config.RATIO).toBe(0.5);
  });

  it('treats an empty variable as unset', () => {
    expect(loadConfig(schema, { ...validEnv, STRIPE_HOST: '' })).not.toHaveProperty('STRIPE_HOST');
    expect(problemOf({ ...validEnv, DATABASE_URL: '' })).toBe('bad or missing settings: DATABASE_URL');
  });

  it('lists all bad names at once, each once, with its description', () => {
    expect(problemOf({ PORT: '70000', LEVEL: 'loud' })).toBe(
      'bad or missing settings: DATABASE_URL, LEVEL (off or live), PORT',
    );
  });

  it.each(['eighty', '80.5', '-1', '80x', ' '])('rejects %p as a port', (PORT) => {
    expect(problemOf({ ...validEnv, PORT })).toBe('bad or missing settings: PORT');
  });

  it('never prints a value', () => {
    const message = problemOf({ ...validEnv, PORT: 'hunter2', LEVEL: 'sk_live_secret' });
    expect(message).not.toContain('hunter2');
    expect(message).not.toContain('sk_live');
  });

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(loadConfig(schema, validEnv))).toBe(true);
  });

  it('has the settings every service needs, with no default for an address or a secret', () => {
    const service = Type.Object({ ...serviceSettings });
    expect(() => loadConfig(service, {})).toThrow(
      'bad or missing settings: DATABASE_URL, GRPC_PORT, HTTP_PORT, IDENTITY_JWKS_FILE, IDENTITY_KEY_FILE, KAFKA_BROKERS, PUBLIC_URL',
    );
  });
});
