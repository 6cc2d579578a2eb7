import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { credentials } from '@reelwright/sandbox/credentials';
import type { DatabaseUrls } from './databases.ts';
import type { Folders } from './folders.ts';
import { kafkaFolder, saslSettings } from './kafka-security.ts';
import { type Ports, replicaHosts, replicasFrom, type ServiceName } from './ports.ts';
import { type S3Server, s3Credentials, s3Endpoint } from './s3-server.ts';
import type { IdentityFiles, Secrets } from './secrets.ts';
import type { Ffmpeg } from './toolchain/ffmpeg.ts';

/** Everything that a service's environment is made from. */
export interface StackSettings {
  readonly env: NodeJS.ProcessEnv;
  readonly folders: Folders;
  readonly ports: Ports;
  readonly publicUrl: string;
  readonly secrets: Secrets;
  readonly identity: IdentityFiles;
  readonly databases: DatabaseUrls;
  readonly brokers: string;
  /** Whether the stack's own broker takes TLS and SASL only. */
  readonly isKafkaSecured?: boolean;
  /** The stack's own S3 server, with OBJECT_STORE=s3. */
  readonly s3?: S3Server | undefined;
  readonly ffmpeg: Ffmpeg;
  /** Names for services, where the sandbox and the gateway are on other machines. */
  readonly servers?: { readonly sandbox: string; readonly gateway: string };
}

type Environment = Record<string, string>;

/** Of the stack's own S3 server. */
export const BUCKET = 'reelwright';

const ENV_OF_SERVICE: Record<ServiceName, (settings: StackSettings) => Environment> = {
  auth: authEnv,
  billing: billingEnv,
  scheduling: schedulingEnv,
  generation: generationEnv,
  drive: driveEnv,
  publishing: publishingEnv,
  analytics: (settings) => ({ BILLING_GRPC: grpc(settings, 'billing') }),
  'external-api': externalApiEnv,
};

/** The whole environment of one replica of a service; the same names are set in Kubernetes. */
export function serviceEnv(service: ServiceName, settings: StackSettings): NodeJS.ProcessEnv {
  return { ...inherited(settings.env), ...everyService(service, settings), ...ENV_OF_SERVICE[service](settings) };
}

/** The sandbox moves product time and calls our webhook; it has no other access. */
export function sandboxEnv(settings: StackSettings): NodeJS.ProcessEnv {
  const { folders, ports, databases, publicUrl } = settings;
  return {
    ...inherited(settings.env),
    PORT_BASE: String(ports.gateway.http),
    SANDBOX_DIR: join(folders.data, 'sandbox'),
    CLOCK_URL: databases.clockOwner,
    PUBLIC_URL: publicUrl,
    STRIPE_WEBHOOK_URL: `${gatewayUrl(settings)}/api/webhooks/stripe`,
    STRIPE_WEBHOOK_SECRET: credentials.stripe.webhookSecret,
    ...(settings.env.SANDBOX_VIDEO_SECONDS ? { SANDBOX_VIDEO_SECONDS: settings.env.SANDBOX_VIDEO_SECONDS } : {}),
  };
}

/** The settings of the brokers for a user: the caller's own, or the stack's. */
export function kafkaEnv(settings: StackSettings, user: string): Environment {
  const { env, folders, brokers, secrets, isKafkaSecured } = settings;
  if (isKafkaSecured) {
    return saslSettings(kafkaFolder(folders.data, true), { brokers, user, password: secrets.kafkaPassword });
  }
  const names = env.KAFKA_BROKERS
    ? ['KAFKA_TLS', 'KAFKA_TLS_CA_FILE', 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD']
    : [];
  return {
    KAFKA_BROKERS: brokers,
    ...Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
  };
}

/** Only the variables of the caller's environment that every child needs. */
export function inherited(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'XDG_CACHE_HOME'];
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

function everyService(service: ServiceName, settings: StackSettings): Environment {
  const { env, ports, publicUrl, identity, databases } = settings;
  return {
    NODE_ENV: 'development',
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: String(ports[service].http),
    GRPC_PORT: String(ports[service].grpc),
    OPS_PORT: String(ports[service].ops),
    DATABASE_URL: databases.service(service),
    ...kafkaEnv(settings, service),
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: env.LOG_LEVEL || 'info',
    ...(env.OTEL_EXPORTER_OTLP_ENDPOINT && { OTEL_EXPORTER_OTLP_ENDPOINT: env.OTEL_EXPORTER_OTLP_ENDPOINT }),
    IDENTITY_JWKS_FILE: identity.jwks,
    IDENTITY_KEY_FILE: identity.key(service),
    CLOCK_URL: databases.clockReader,
    ...objectStoreEnv(settings),
  };
}

/** The caller's own store, or the stack's: its S3 server, or a folder. */
function objectStoreEnv({ env, folders, s3 }: StackSettings): Environment {
  if (env.OBJECT_STORE_URL) return { OBJECT_STORE_URL: env.OBJECT_STORE_URL };
  if (!s3) return { OBJECT_STORE_URL: pathToFileURL(join(folders.data, 'media')).href };
  return {
    OBJECT_STORE_URL: `s3://${BUCKET}?endpoint=${encodeURIComponent(s3Endpoint(s3))}`,
    ...s3Credentials(s3),
  };
}

/** Where browsers are redirected to for videos: the stack's own S3 server, or what the caller names. */
export const mediaRedirectEnv = ({ env, s3 }: StackSettings): Environment => {
  const origin = env.MEDIA_REDIRECT_ORIGIN || (s3 && s3Endpoint(s3));
  return origin ? { MEDIA_REDIRECT_ORIGIN: origin } : {};
};

function authEnv(settings: StackSettings): Environment {
  const { ports, secrets } = settings;
  return {
    CHECK_PORT: String(ports.auth.check),
    SESSION_SECRET: secrets.sessionSecret,
    GOOGLE_CLIENT_ID: credentials.google.clientId,
    GOOGLE_CLIENT_SECRET: credentials.google.clientSecret,
    GOOGLE_ACCOUNTS_URL: browserUrl(ports.sandbox.google),
    GOOGLE_OAUTH_URL: sandboxUrl(settings, 'google'),
    GOOGLE_CERTS_URL: `${sandboxUrl(settings, 'google')}/oauth2/v3/certs`,
    BILLING_GRPC: grpc(settings, 'billing'),
    SCHEDULING_GRPC: grpc(settings, 'scheduling'),
    ADMIN_CODE_HASH: secrets.adminCodeHash,
    SMTP_URL: `smtp://${sandboxHost(settings)}:${ports.sandbox.smtp}`,
    MAIL_FROM: 'Reelwright <hello@reelwright.test>',
    CONTACT_EMAIL: 'support@reelwright.example',
  };
}

function billingEnv(settings: StackSettings): Environment {
  const { ports } = settings;
  const { prices } = credentials.stripe;
  return {
    STRIPE_SECRET_KEY: credentials.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: credentials.stripe.webhookSecret,
    STRIPE_HOST: sandboxHost(settings),
    STRIPE_PORT: String(ports.sandbox.stripe),
    STRIPE_PROTOCOL: 'http',
    STRIPE_PRICE_STARTER_MONTHLY: prices.starterMonthly,
    STRIPE_PRICE_STARTER_ANNUAL: prices.starterAnnual,
    STRIPE_PRICE_PRO_MONTHLY: prices.proMonthly,
    STRIPE_PRICE_PRO_ANNUAL: prices.proAnnual,
    STRIPE_PRICE_ELITE_MONTHLY: prices.eliteMonthly,
    STRIPE_PRICE_ELITE_ANNUAL: prices.eliteAnnual,
    AUTH_GRPC: grpc(settings, 'auth'),
  };
}

function schedulingEnv(settings: StackSettings): Environment {
  const { env } = settings;
  return {
    AUTH_GRPC: grpc(settings, 'auth'),
    BILLING_GRPC: grpc(settings, 'billing'),
    GENERATION_GRPC: grpc(settings, 'generation'),
    DRIVE_GRPC: grpc(settings, 'drive'),
    PUBLISHING_GRPC: grpc(settings, 'publishing'),
    // All local users have the same address.
    FREE_VIDEOS_PER_BLOCK: env.FREE_VIDEOS_PER_BLOCK || '1000000',
  };
}

function generationEnv(settings: StackSettings): Environment {
  const { env, secrets, ffmpeg } = settings;
  return {
    BILLING_GRPC: grpc(settings, 'billing'),
    VIDEO_MODEL: env.VIDEO_MODEL || 'local',
    ...(env.VIDEO_MODEL_POLL_MS ? { VIDEO_MODEL_POLL_MS: env.VIDEO_MODEL_POLL_MS } : {}),
    VERTEX_BASE_URL: sandboxUrl(settings, 'genai'),
    VERTEX_PROJECT: credentials.genai.project,
    VERTEX_LOCATION: credentials.genai.location,
    VERTEX_ACCESS_TOKEN: credentials.genai.accessToken,
    GEMINI_BASE_URL: sandboxUrl(settings, 'genai'),
    GEMINI_API_KEY: credentials.genai.apiKey,
    MEDIA_SIGNING_KEY: secrets.mediaSigningKey,
    ...mediaRedirectEnv(settings),
    FFMPEG_PATH: ffmpeg.ffmpeg,
    FFPROBE_PATH: ffmpeg.ffprobe,
    RENDERER_QUALITY: env.RENDERER_QUALITY || 'full',
    RENDER_BUDGET_SECONDS: env.RENDER_BUDGET_SECONDS || '180',
  };
}

function driveEnv(settings: StackSettings): Environment {
  const { env, ports, secrets } = settings;
  return {
    GOOGLE_DRIVE_ROOT: sandboxUrl(settings, 'google'),
    GOOGLE_ACCOUNTS_URL: browserUrl(ports.sandbox.google),
    GOOGLE_OAUTH_URL: sandboxUrl(settings, 'google'),
    GOOGLE_DRIVE_CLIENT_ID: credentials.google.driveClientId,
    GOOGLE_DRIVE_CLIENT_SECRET: credentials.google.driveClientSecret,
    GOOGLE_DRIVE_REFRESH_TOKEN: credentials.google.driveRefreshToken,
    TOKEN_CIPHER_KEYS: `local-1:${secrets.tokenCipherKey}`,
    AUTH_GRPC: grpc(settings, 'auth'),
    // All local users have the same address.
    SHARES_PER_BLOCK: env.SHARES_PER_BLOCK || '1000000',
  };
}

function publishingEnv(settings: StackSettings): Environment {
  const { ports, secrets } = settings;
  const { google, tiktok, facebook, instagram } = credentials;
  return {
    TOKEN_CIPHER_KEYS: `local-1:${secrets.tokenCipherKey}`,
    GENERATION_GRPC: grpc(settings, 'generation'),
    BILLING_GRPC: grpc(settings, 'billing'),
    SCHEDULING_GRPC: grpc(settings, 'scheduling'),
    AUTH_GRPC: grpc(settings, 'auth'),
    // The sandbox fetches media from the gateway as the platforms would, but never leaves this machine.
    MEDIA_PUBLIC_URL: gatewayUrl(settings),
    META_GRAPH_VERSION: 'v26.0',
    TIKTOK_LEVEL: 'sandbox',
    TIKTOK_CLIENT_KEY: tiktok.clientKey,
    TIKTOK_CLIENT_SECRET: tiktok.clientSecret,
    TIKTOK_AUTH_URL: browserUrl(ports.sandbox.tiktok),
    TIKTOK_API_URL: sandboxUrl(settings, 'tiktok'),
    YOUTUBE_LEVEL: 'sandbox',
    YOUTUBE_CLIENT_ID: google.youtubeClientId,
    YOUTUBE_CLIENT_SECRET: google.youtubeClientSecret,
    YOUTUBE_ROOT: sandboxUrl(settings, 'google'),
    YOUTUBE_ANALYTICS_ROOT: sandboxUrl(settings, 'google'),
    YOUTUBE_WATCH_URL: browserUrl(ports.sandbox.google),
    GOOGLE_ACCOUNTS_URL: browserUrl(ports.sandbox.google),
    GOOGLE_OAUTH_URL: sandboxUrl(settings, 'google'),
    FACEBOOK_LEVEL: 'sandbox',
    FACEBOOK_APP_ID: facebook.appId,
    FACEBOOK_APP_SECRET: facebook.appSecret,
    FACEBOOK_DIALOG_URL: browserUrl(ports.sandbox.facebook),
    FACEBOOK_GRAPH_URL: sandboxUrl(settings, 'facebook'),
    INSTAGRAM_LEVEL: 'sandbox',
    INSTAGRAM_APP_ID: instagram.appId,
    INSTAGRAM_APP_SECRET: instagram.appSecret,
    INSTAGRAM_AUTH_URL: browserUrl(ports.sandbox.instagram),
    INSTAGRAM_API_URL: sandboxUrl(settings, 'instagram'),
    INSTAGRAM_GRAPH_URL: sandboxUrl(settings, 'instagram'),
  };
}

function externalApiEnv(settings: StackSettings): Environment {
  const { env, ffmpeg } = settings;
  return {
    FFPROBE_PATH: ffmpeg.ffprobe,
    PUBLISHING_GRPC: grpc(settings, 'publishing'),
    // Videos to fetch are on this machine, where no address is public and none is https.
    ALLOW_PRIVATE_URLS: 'true',
    SUPPORT_EMAIL: 'support@reelwright.example',
    ...(env.CHAT_WEBHOOK_URL ? { CHAT_WEBHOOK_URL: env.CHAT_WEBHOOK_URL } : {}),
    ...(env.CHAT_WEBHOOK_SECRET ? { CHAT_WEBHOOK_SECRET: env.CHAT_WEBHOOK_SECRET } : {}),
  };
}

const browserUrl = (port: number) => `http://localhost:${port}`;
const sandboxHost = ({ servers }: StackSettings) => servers?.sandbox ?? '127.0.0.1';
const sandboxUrl = (settings: StackSettings, surface: keyof Ports['sandbox']) =>
  `http://${sandboxHost(settings)}:${settings.ports.sandbox[surface]}`;
const gatewayUrl = ({ servers, ports }: StackSettings) => servers?.gateway ?? `http://127.0.0.1:${ports.gateway.http}`;

/** The replicas of a service, for gRPC clients. */
const grpc = ({ env, ports }: StackSettings, service: ServiceName) =>
  replicaHosts(replicasFrom(env))
    .map((host) => `${host}:${ports[service].grpc}`)
    .join(',');
