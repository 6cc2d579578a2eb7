import { argon2Sync, generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, type ServiceName } from './ports.ts';

/** The secrets are made once per stack and kept with its data, so that encrypted data stays readable. */
export interface Secrets {
  readonly sessionSecret: string;
  /** 32 bytes, base64. */
  readonly tokenCipherKey: string;
  readonly mediaSigningKey: string;
  readonly adminCode: string;
  /** Argon2id, PHC string. */
  readonly adminCodeHash: string;
  readonly postgresPassword: string;
  /** Of all users of the broker, with KAFKA_SECURITY=sasl. */
  readonly kafkaPassword: string;
  /** Of the S3 server, with OBJECT_STORE=s3. */
  readonly s3SecretAccessKey: string;
}

export interface IdentityFiles {
  /** Public keys of all services. */
  readonly jwks: string;
  readonly key: (service: ServiceName) => string;
}

const PRIVATE = { mode: 0o600 };

export function secretsFile(runFolder: string): string {
  return join(runFolder, 'secrets.json');
}

export function readSecrets(runFolder: string): Secrets | undefined {
  const file = secretsFile(runFolder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Secrets) : undefined;
}

export function ensureSecrets(runFolder: string): Secrets {
  const existing = readSecrets(runFolder);
  // That of an older release may have fewer.
  if (existing?.s3SecretAccessKey) return existing;
  const password = () => randomBytes(24).toString('base64url');
  const adminCode = readableCode();
  const secrets: Secrets = {
    sessionSecret: randomBytes(32).toString('base64url'),
    tokenCipherKey: randomBytes(32).toString('base64'),
    mediaSigningKey: randomBytes(32).toString('base64url'),
    adminCode,
    adminCodeHash: hashCode(adminCode),
    postgresPassword: password(),
    kafkaPassword: password(),
    s3SecretAccessKey: password(),
    ...existing,
  };
  writeFileSync(secretsFile(runFolder), JSON.stringify(secrets, null, 2), PRIVATE);
  return secrets;
}

/** One Ed25519 key per service; auth's signs for the gateway, the others' sign their own rpcs. */
export function ensureIdentityKeys(runFolder: string): IdentityFiles {
  const folder = join(runFolder, 'identity');
  const files: IdentityFiles = {
    jwks: join(folder, 'jwks.json'),
    key: (service) => join(folder, `${service}.jwk.json`),
  };
  if (existsSync(files.jwks) && SERVICES.every((service) => existsSync(files.key(service)))) return files;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const publicKeys = SERVICES.map((service) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const keyFields = { kid: `${service}-1`, alg: 'EdDSA', use: 'sig' };
    writeFileSync(
      files.key(service),
      JSON.stringify({ ...privateKey.export({ format: 'jwk' }), ...keyFields }),
      PRIVATE,
    );
    return { ...publicKey.export({ format: 'jwk' }), ...keyFields };
  });
  writeFileSync(files.jwks, JSON.stringify({ keys: publicKeys }, null, 2), PRIVATE);
  return files;
}

/** A person types it, so it has no letters that look alike. */
function readableCode(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

function hashCode(code: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 19_456, passes: 2, parallelism: 1 };
  const hash = argon2Sync('argon2id', { message: Buffer.from(code), nonce, tagLength: 32, ...cost });
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(hash)}`;
}
