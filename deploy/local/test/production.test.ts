import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { credentials } from '@reelwright/sandbox/credentials';
import { databaseUrls } from '../src/databases.ts';
import { foldersFrom } from '../src/folders.ts';
import { portsFrom, SERVICES, type ServiceName } from '../src/ports.ts';
import { ensureIdentityKeys, ensureSecrets } from '../src/secrets.ts';
import { serviceEnv } from '../src/service-env.ts';
import { createStackFolder } from './fake-stack.ts';

interface Setting {
  readonly secret?: boolean;
  readonly production?: { readonly must: string };
}
interface ConfigFile {
  readonly Settings: { readonly properties: Readonly<Record<string, Setting>> };
  readonly loadConfig: (env: NodeJS.ProcessEnv) => object;
}

const ROOT = join(import.meta.dirname, '../../..');
const folder = createStackFolder();
afterAll(() => folder.remove());

// By path, because no package depends on the services.
const loaded = SERVICES.map(async (service) => {
  const path = join(ROOT, `services/${service}/src/config.ts`);
  return [service, (await import(pathToFileURL(path).href)) as ConfigFile] as const;
});
const configFiles = Object.fromEntries(await Promise.all(loaded)) as Record<ServiceName, ConfigFile>;

const ports = portsFrom(8080);
const secrets = ensureSecrets(folder.run);
const stack = {
  env: { RENDERER_QUALITY: 'instant', CHAT_WEBHOOK_URL: 'http://127.0.0.1:5678/chat', CHAT_WEBHOOK_SECRET: 'secret' },
  folders: foldersFrom({ REELWRIGHT_HOME: folder.run }),
  ports,
  publicUrl: 'http://localhost:8080',
  secrets,
  identity: ensureIdentityKeys(folder.run),
  databases: databaseUrls('postgres://postgres:a-password-of-the-server@127.0.0.1:8120/postgres'),
  brokers: '127.0.0.1:8121',
  ffmpeg: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
};
const localEnv = (service: ServiceName) => serviceEnv(service, stack);

/** What a production process says about its settings; empty if it starts. */
function problemsOf(service: ServiceName, env: NodeJS.ProcessEnv): string {
  try {
    configFiles[service].loadConfig({ ...env, ENVIRONMENT: 'production' });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** The refused settings of a message, each with what it must be. */
function refusedIn(message: string): [name: string, must: string][] {
  const [, list = ''] = message.split('refused with ENVIRONMENT=production: ');
  return [...list.matchAll(/([A-Z][A-Z0-9_]+) \(it must (.+?)\)(?=, [A-Z][A-Z0-9_]+ \(|$)/g)].map(
    ([, name = '', must = '']) => [name, must],
  );
}

const texts = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [String(value)];
/** A region of Google's, which is the same when live. */
const { location } = credentials.genai;
const sandboxValues = new Set(texts(credentials).filter((value) => value !== location));
const sandboxPorts = Object.values(ports.sandbox).map(String);
const isLocalOnly = (value: string) =>
  sandboxValues.has(value) ||
  value === 'sandbox' ||
  sandboxPorts.some((port) => value === port || new RegExp(`:${port}(/|$)`).test(value)) ||
  /^https?:\/\/(localhost|127\.0\.0\.1)/.test(value) ||
  /@reelwright\.(test|example)>?$/.test(value);

describe.each(SERVICES)('%s in production', (service) => {
  const { properties } = configFiles[service].Settings;

  it('refuses each setting that make up takes from the sandbox or this machine, and says what it must be', () => {
    const refused = refusedIn(problemsOf(service, localEnv(service)));
    const width = Math.max(...refused.map(([name]) => name.length));
    process.stdout.write(refused.map(([name, must]) => `${service}  ${name.padEnd(width)}  must ${must}\n`).join(''));
    const localOnly = Object.keys(properties).filter((name) => isLocalOnly(localEnv(service)[name] ?? ''));
    expect(localOnly).toContain('PUBLIC_URL');
    expect(refused.map(([name]) => name)).toEqual(expect.arrayContaining(localOnly));
    expect(refused.map(([name]) => name)).toEqual(expect.arrayContaining(['CLOCK_URL', 'KAFKA_BROKERS']));
  });

  it('prints no value', () => {
    const message = problemsOf(service, localEnv(service));
    const values = [...Object.values(localEnv(service)), ...texts(secrets)].filter((value = '') => value.length > 15);
    expect(values.filter((value) => message.includes(value as string))).toEqual([]);
  });

  it('has a rule for each secret and for each address outside', () => {
    const names = Object.keys(properties).filter((name) => !NEITHER.includes(name));
    const isAddress = (name: string) => /_(URL|HOST|ROOT|ORIGIN|PROTOCOL|LEVEL)$/.test(name);
    const withoutRule = names.filter(
      (name) => (properties[name]?.secret || isAddress(name)) && !properties[name]?.production,
    );
    const isNamedSecret = (name: string) => /_(SECRET|PASSWORD|TOKEN|KEYS?|HASH)$/.test(name);
    const notSecret = names.filter((name) => isNamedSecret(name) && !properties[name]?.secret);
    expect({ withoutRule, notSecret }).toEqual({ withoutRule: [], notSecret: [] });
  });

  it('starts with the settings of a live deployment', () => {
    const refused = refusedIn(problemsOf(service, localEnv(service)));
    const live = Object.fromEntries(refused.map(([name, must]) => [name, liveValue(name, must)]));
    expect(problemsOf(service, { ...localEnv(service), ...live })).toBe('');
  });
});

/** Named like a secret or an address outside; TikTok's key is the id of an app. */
const NEITHER: readonly string[] = ['HTTP_HOST', 'LOG_LEVEL', 'TIKTOK_CLIENT_KEY'];

const RANDOM = 'q3Vn0yJ8rT5uW2xZ7aB4cD6eF9gH1iK-';
const LIVE: Readonly<Record<string, string>> = {
  DATABASE_URL: `postgres://reelwright:${RANDOM}@db.internal:5432/reelwright?sslmode=verify-full`,
  KAFKA_BROKERS: 'kafka-1.internal:9093,kafka-2.internal:9093,kafka-3.internal:9093',
  KAFKA_TLS: 'true',
  KAFKA_SASL_USERNAME: 'reelwright',
  PUBLIC_URL: 'https://reelwright.io',
  MEDIA_PUBLIC_URL: 'https://media.reelwright.io',
  MEDIA_REDIRECT_ORIGIN: 'https://cdn.reelwright.io',
  OBJECT_STORE_URL: 's3://reelwright?region=eu-central-1',
  SMTP_URL: 'smtps://mail:password@mail.reelwright.io',
  MAIL_FROM: 'Reelwright <hello@reelwright.io>',
  CONTACT_EMAIL: 'support@reelwright.io',
  SUPPORT_EMAIL: 'support@reelwright.io',
  CHAT_WEBHOOK_URL: 'https://n8n.reelwright.io/webhook/chat',
  CHAT_WEBHOOK_SECRET: RANDOM,
  STRIPE_SECRET_KEY: `sk_live_${RANDOM.slice(0, 24)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${RANDOM}`,
  SHARES_PER_BLOCK: '10',
  FREE_VIDEOS_PER_BLOCK: '10',
};

/** A value that a live deployment might have. */
function liveValue(name: string, must: string): string {
  if (must.startsWith('be unset')) return '';
  if (name.startsWith('STRIPE_PRICE_')) return `price_1MoBy5LkdIwHu7${name.replaceAll('_', '')}`;
  if (/_LEVEL$/.test(name)) return 'live';
  const [, exact] = /^be (https:\S+|full|false)$/.exec(must) ?? [];
  return exact ?? LIVE[name] ?? `live-${RANDOM}`;
}
