import { addressSettings, loadConfig as load, serviceSettings, Type } from '@reelwright/config';
import type { Static } from 'typebox';

const Secret = Type.String({ minLength: 32 });
const Url = Type.String({ pattern: '^https?://' });

export const Settings = Type.Object({
  ...serviceSettings,
  ...addressSettings,
  /** Internal port for the gateway's check of each request. */
  CHECK_PORT: Type.Integer({ minimum: 0, maximum: 65535 }),
  SESSION_SECRET: Secret,
  GOOGLE_CLIENT_ID: Type.String({ minLength: 1 }),
  GOOGLE_CLIENT_SECRET: Type.String({ minLength: 1 }),
  /** Address of Google's sign-in page; https://accounts.google.com when live. */
  GOOGLE_ACCOUNTS_URL: Url,
  /** Origin of the token endpoint; https://oauth2.googleapis.com when live. */
  GOOGLE_OAUTH_URL: Url,
  /** Google's public keys (JWKS); https://www.googleapis.com/oauth2/v3/certs when live. */
  GOOGLE_CERTS_URL: Url,
  BILLING_GRPC: Type.String({ minLength: 1 }),
  SCHEDULING_GRPC: Type.String({ minLength: 1 }),
  /** Argon2id hash (PHC string) of the admin code. */
  ADMIN_CODE_HASH: Type.String({ pattern: '^\\$argon2id\\$' }),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://',
      description: 'smtps://user:password@host; without it no mail is sent or offered',
    }),
  ),
  MAIL_FROM: Type.Optional(Type.String({ pattern: '@', description: 'Name <address>; needed with SMTP_URL' })),
  CONTACT_EMAIL: Type.Optional(
    Type.String({
      pattern: '^[^\\s@<>,;]+@[^\\s@<>,;]+$',
      description: 'mailbox for messages of the contact form; without it, or without SMTP_URL, there is no form',
    }),
  ),
});

export type Config = Readonly<Static<typeof Settings>>;

/** @throws Error naming each missing or malformed setting */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const config = load(Settings, env);
  if (config.SMTP_URL && !config.MAIL_FROM) throw new Error('bad or missing settings: MAIL_FROM');
  return config;
}
