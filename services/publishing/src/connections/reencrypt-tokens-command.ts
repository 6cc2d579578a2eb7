import { loadConfig, Type } from '@reelwright/config';
import { createLogger } from '@reelwright/logger';
import { createDatabase } from '@reelwright/postgres';
import { createTokenCipher } from '@reelwright/token-cipher';
import { Settings } from '../config.ts';
import type { PublishingDatabase } from '../database.ts';
import { reencryptTokens } from './reencrypt-tokens.ts';

/** `node reencrypt-tokens-command.ts`, with the service's settings; deploy/rotation.md says when. */
const { ENVIRONMENT, DATABASE_URL, TOKEN_CIPHER_KEYS, LOG_LEVEL } = Settings.properties;
const config = loadConfig(Type.Object({ ENVIRONMENT, DATABASE_URL, TOKEN_CIPHER_KEYS, LOG_LEVEL }), process.env);
const database = createDatabase<PublishingDatabase>({
  url: config.DATABASE_URL,
  logger: createLogger({ service: 'publishing', level: config.LOG_LEVEL }),
  applicationName: 'reencrypt tokens',
  poolSize: 1,
});
try {
  const cipher = createTokenCipher(config.TOKEN_CIPHER_KEYS);
  const changed = await reencryptTokens({ db: database.db, cipher });
  process.stdout.write(`the tokens of ${changed} connections are encrypted with the first key now\n`);
} finally {
  await database.stop();
}
