import { loadConfig, Type, type ValueCheck } from '@reelwright/config';
import { commandSettings, runCommand } from '@reelwright/service/command';
import type { Static } from 'typebox';
import { Settings } from '../config.ts';
import type { AuthDatabase } from '../database.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import { eraseAtRequest } from './erase-at-request.ts';

const eitherOfBoth: ValueCheck = (id, { ACCOUNT_EMAIL: email = '' }) =>
  (id === '') === (email === '') ? 'set either this or ACCOUNT_EMAIL' : undefined;

const CommandSettings = Type.Object({
  ...commandSettings,
  PUBLIC_URL: Settings.properties.PUBLIC_URL,
  ACCOUNT_ID: Type.Optional(
    Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'the number of the account', check: eitherOfBoth }),
  ),
  ACCOUNT_EMAIL: Type.Optional(Type.String({ description: 'the address of the account' })),
});

/**
 * `ACCOUNT_ID=… node erase-account-command.ts`, or with ACCOUNT_EMAIL, and the service's settings: deletes the account of
 * a person who can't sign in, and prints the receipt. The address is not printed.
 */
await runCommand<AuthDatabase, Readonly<Static<typeof CommandSettings>>>({
  service: 'auth',
  name: 'erase account',
  loadConfig: (env) => loadConfig(CommandSettings, env),
  env: process.env,
  async run({ config, db, clock, logger }) {
    const { ACCOUNT_ID: id, ACCOUNT_EMAIL: email = '', DATABASE_URL: url, PUBLIC_URL: publicUrl } = config;
    // This process has no sessions and keys in caches; those of the service's processes end as at any deletion.
    const store = createSessionStore({ db, url, logger });
    const deps = { db, clock, store, evictApiKey: () => undefined };
    const { userId, receiptCode } = await eraseAtRequest(deps, id ? { id } : { email });
    return { userId, receiptCode, receiptUrl: `${publicUrl}/data-deletion?receipt=${receiptCode}` };
  },
});
