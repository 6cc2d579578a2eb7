import { readFileSync } from 'node:fs';
import { databaseUrls } from '@reelwright/local/databases';
import type { Folders } from '@reelwright/local/folders';
import { portsFrom, SERVICES } from '@reelwright/local/ports';
import { ensureIdentityKeys, ensureSecrets } from '@reelwright/local/secrets';
import { type StackSettings, sandboxEnv, serviceEnv } from '@reelwright/local/service-env';
import { secretsApart, settingsOf } from '@reelwright/local/service-settings';

/** Where a container has its secrets. */
export const SECRETS = '/run/secrets';
const PORT = 8_080;

/**
 * What deploy/compose.yaml mounts and reads, by path: `<part>.env` with settings and `<part>/<NAME>` with secrets, so that
 * the product starts with the sandbox. Operators replace what they have of their own.
 */
export async function composeFiles(folders: Folders): Promise<Map<string, string>> {
  const secrets = ensureSecrets(folders.run);
  const identity = ensureIdentityKeys(folders.run);
  const admin = `postgres://postgres:${secrets.postgresPassword}@postgres:5432/postgres`;
  const stack: StackSettings = {
    env: {},
    folders,
    ports: portsFrom(PORT),
    publicUrl: `http://localhost:${PORT}`,
    secrets,
    identity: { jwks: `${SECRETS}/jwks.json`, key: () => `${SECRETS}/identity.jwk.json` },
    databases: databaseUrls(admin),
    brokers: 'kafka:9092',
    ffmpeg: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
    servers: { sandbox: 'sandbox', gateway: `http://gateway:${PORT}` },
  };
  const files = new Map<string, string>([
    ['admin-code', `${secrets.adminCode}\n`],
    ['postgres/POSTGRES_PASSWORD', secrets.postgresPassword],
    ['databases.env', envFile({ ADMIN_DATABASE_URL: admin })],
    ['sandbox.env', envFile(settingsOfSandbox(stack))],
  ]);
  for (const service of SERVICES) {
    const { secrets: secret, others } = secretsApart(
      await settingsOf(folders.root, service),
      serviceEnv(service, stack),
    );
    for (const [name, value] of Object.entries(secret)) files.set(`${service}/${name}`, value);
    const settings = Object.entries(others).filter(([name]) => !isSetByCompose(name));
    const secretFiles = Object.keys(secret).map((name) => [`${name}_FILE`, `${SECRETS}/${name}`]);
    files.set(`${service}.env`, envFile(Object.fromEntries([...settings, ...secretFiles])));
    files.set(`${service}/jwks.json`, readFileSync(identity.jwks, 'utf8'));
    files.set(`${service}/identity.jwk.json`, readFileSync(identity.key(service), 'utf8'));
  }
  return files;
}

/** Addresses inside the composition are in deploy/compose.yaml. */
const isSetByCompose = (name: string) =>
  /^(HTTP_HOST|(HTTP|GRPC|OPS|CHECK)_PORT|\w+_GRPC|OBJECT_STORE_URL|KAFKA_BROKERS)$/.test(name);

function settingsOfSandbox(stack: StackSettings): Record<string, string> {
  const { PORT_BASE = '', CLOCK_URL = '', PUBLIC_URL = '', ...more } = sandboxEnv(stack);
  const { STRIPE_WEBHOOK_URL = '', STRIPE_WEBHOOK_SECRET = '' } = more;
  return { PORT_BASE, CLOCK_URL, PUBLIC_URL, STRIPE_WEBHOOK_URL, STRIPE_WEBHOOK_SECRET };
}

/** In single quotes a value is taken as it is. */
function envFile(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}
