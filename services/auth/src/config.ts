import {
  addressSettings,
  cellSettings,
  grpcAddress,
  inProduction,
  keyRingSetting,
  loadConfig as load,
  neededWith,
  providerUrl,
  secret,
  serviceSettings,
  Type,
} from '@reelwright/config';
import type { Static } from 'typebox';

const { atLeast, issuedSecret, mailServer, notSandbox, realMailbox } = inProduction;

/** OWASP's minimum for Argon2id with two passes: 19 MiB. */
export const MIN_PASSWORD_MEMORY_KIB = 19_456;

/** At least OWASP's minimum. */
function isSlowHash(hash: string): boolean {
  const [, memory, passes] = /\$m=(\d+),t=(\d+),/.exec(hash) ?? [];
  return Number(memory) >= MIN_PASSWORD_MEMORY_KIB && Number(passes) >= 2;
}

export const Settings = Type.Object({
  ...serviceSettings,
  ...addressSettings,
  ...cellSettings,
  /** Internal port for the gateway's check of each request. */
  CHECK_PORT: Type.Integer({ minimum: 0, maximum: 65535 }),
  /** Signs session cookies. */
  SESSION_SECRET: keyRingSetting,
  GOOGLE_CLIENT_ID: Type.String({ minLength: 1, production: notSandbox }),
  GOOGLE_CLIENT_SECRET: Type.String({ ...secret, minLength: 1, production: issuedSecret }),
  /** Address of Google's sign-in page. */
  GOOGLE_ACCOUNTS_URL: providerUrl('https://accounts.google.com'),
  /** Origin of the token endpoint. */
  GOOGLE_OAUTH_URL: providerUrl('https://oauth2.googleapis.com'),
  /** Google's public keys (JWKS). */
  GOOGLE_CERTS_URL: providerUrl('https://www.googleapis.com/oauth2/v3/certs'),
  BILLING_GRPC: grpcAddress,
  SCHEDULING_GRPC: grpcAddress,
  PASSWORD_MEMORY_KIB: Type.Integer({
    minimum: 8,
    maximum: 262_144,
    default: MIN_PASSWORD_MEMORY_KIB,
    description: 'memory cost of new password hashes (Argon2id with two passes)',
    production: atLeast(MIN_PASSWORD_MEMORY_KIB),
  }),
  /** Argon2id hash (PHC string) of the admin code. */
  ADMIN_CODE_HASH: Type.String({
    ...secret,
    pattern: '^\\$argon2id\\$v=19\\$m=\\d+,t=\\d+,p=\\d+\\$[A-Za-z0-9+/]+\\$[A-Za-z0-9+/]{22,}$',
    description: 'an Argon2id hash as $argon2id$v=19$m=…,t=…,p=…$salt$hash',
    production: { must: `have a cost of m=${MIN_PASSWORD_MEMORY_KIB},t=2 or more`, allows: isSlowHash },
  }),
  SMTP_URL: Type.Optional(
    Type.String({
      ...secret,
      pattern: '^smtps?://',
      production: mailServer,
      description: 'smtps://user:password@host; without it no mail is sent or offered',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '@',
      description: 'Name <address>; needed with SMTP_URL',
      check: neededWith('SMTP_URL'),
      production: realMailbox,
    }),
  ),
  CONTACT_EMAIL: Type.Optional(
    Type.String({
      pattern: '^[^\\s@<>,;]+@[^\\s@<>,;]+$',
      description: 'mailbox for messages of the contact form; without it, or without SMTP_URL, there is no form',
      production: realMailbox,
    }),
  ),
});

export type Config = Readonly<Static<typeof Settings>>;

/** @throws Error naming each missing or malformed setting */
export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
