import { loadConfig, Type } from '@reelwright/config';
import { commandSettings, runCommand } from '@reelwright/service/command';
import { createTokenCipher } from '@reelwright/token-cipher';
import type { Static } from 'typebox';
import { Settings } from '../config.ts';
import type { PublishingDatabase } from '../database.ts';
import { reencryptTokens } from './reencrypt-tokens.ts';

const { TOKEN_CIPHER_KEYS } = Settings.properties;
const CommandSettings = Type.Object({ ...commandSettings, TOKEN_CIPHER_KEYS });

/** `node reencrypt-tokens-command.ts`, with the service's settings; deploy/rotation.md says when. */
await runCommand<PublishingDatabase, Readonly<Static<typeof CommandSettings>>>({
  service: 'publishing',
  name: 'reencrypt tokens',
  loadConfig: (env) => loadConfig(CommandSettings, env),
  env: process.env,
  async run({ config, db }) {
    const cipher = createTokenCipher(config.TOKEN_CIPHER_KEYS);
    return { changedConnections: await reencryptTokens({ db, cipher }) };
  },
});
