import {
  addressSettings,
  cellSettings,
  grpcAddress,
  inProduction,
  loadConfig as load,
  objectStoreSettings,
  providerUrl,
  secret,
  serviceSettings,
  Type,
} from '@reelwright/config';
import { cipherKeysProblem } from '@reelwright/token-cipher';
import type { Static } from 'typebox';

const { atMost, issuedSecret, notSandbox, randomKeys } = inProduction;
const IssuedSecret = Type.String({ ...secret, minLength: 1, production: issuedSecret });

/** Google accepts chunks of this many bytes, or a multiple. */
const CHUNK_UNIT = 256 * 1024;

export const Settings = Type.Object({
  ...serviceSettings,
  ...addressSettings,
  ...objectStoreSettings,
  ...cellSettings,
  /** Origin of the Drive API. */
  GOOGLE_DRIVE_ROOT: providerUrl('https://www.googleapis.com'),
  /** Address of Google's consent page. */
  GOOGLE_ACCOUNTS_URL: providerUrl('https://accounts.google.com'),
  /** Origin of the token endpoint. */
  GOOGLE_OAUTH_URL: providerUrl('https://oauth2.googleapis.com'),
  GOOGLE_DRIVE_CLIENT_ID: Type.String({ minLength: 1, production: notSandbox }),
  GOOGLE_DRIVE_CLIENT_SECRET: IssuedSecret,
  /** The operator's grant of drive.file for the account that owns the folders. */
  GOOGLE_DRIVE_REFRESH_TOKEN: IssuedSecret,
  TOKEN_CIPHER_KEYS: Type.String({
    ...secret,
    minLength: 1,
    check: cipherKeysProblem,
    description: 'kid:base64,kid:base64 of 32 bytes each; the first encrypts the grants of people for their own Drive',
    production: randomKeys,
  }),
  AUTH_GRPC: grpcAddress,
  SHARES_PER_BLOCK: Type.Integer({
    minimum: 1,
    default: 10,
    description: 'new folders a day shared on request with unverified e-mails, per IPv4 /24 or IPv6 /48',
    production: atMost(1_000),
  }),
  CONCURRENT_UPLOADS: Type.Integer({
    minimum: 1,
    maximum: 50,
    default: 3,
    description: 'files that one process sends at the same time',
  }),
  /** The most bytes that are sent again after a broken connection. */
  UPLOAD_CHUNK_BYTES: Type.Integer({ minimum: CHUNK_UNIT, multipleOf: CHUNK_UNIT, default: 16 * CHUNK_UNIT }),
});

export type Config = Readonly<Static<typeof Settings>>;

export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
