import { addressSettings, loadConfig as load, serviceSettings, Type } from '@reelwright/config';
import type { Static } from 'typebox';

const Url = Type.String({ pattern: '^https?://' });
const Text = Type.String({ minLength: 1 });

/** Google accepts chunks of this many bytes, or a multiple. */
const CHUNK_UNIT = 256 * 1024;

export const Settings = Type.Object({
  ...serviceSettings,
  ...addressSettings,
  OBJECT_STORE_URL: Text,
  /** Origin of the Drive API; https://www.googleapis.com when live. */
  GOOGLE_DRIVE_ROOT: Url,
  /** Origin of the token endpoint; https://oauth2.googleapis.com when live. */
  GOOGLE_OAUTH_URL: Url,
  GOOGLE_DRIVE_CLIENT_ID: Text,
  GOOGLE_DRIVE_CLIENT_SECRET: Text,
  /** The operator's grant of drive.file for the account that owns the folders. */
  GOOGLE_DRIVE_REFRESH_TOKEN: Text,
  AUTH_GRPC: Text,
  SHARES_PER_BLOCK: Type.Integer({
    minimum: 1,
    default: 10,
    description: 'new folders a day shared on request with unverified e-mails, per IPv4 /24 or IPv6 /48',
  }),
  /** The most bytes that are sent again after a broken connection. */
  UPLOAD_CHUNK_BYTES: Type.Integer({ minimum: CHUNK_UNIT, multipleOf: CHUNK_UNIT, default: 16 * CHUNK_UNIT }),
});

export type Config = Readonly<Static<typeof Settings>>;

export const loadConfig = (env: NodeJS.ProcessEnv): Config => load(Settings, env);
