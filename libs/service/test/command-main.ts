import { loadConfig, Type } from '@reelwright/config';
import { sql } from 'kysely';
import { commandSettings, runCommand } from '../src/command.ts';

// As a service's command does.
await runCommand({
  service: 'drive',
  name: 'count notes',
  loadConfig: (env) => loadConfig(Type.Object(commandSettings), env),
  env: process.env,
  run: async ({ db }) => {
    const { rows } = await sql<{ notes: number }>`select count(*)::int as notes from notes`.execute(db);
    return { ...rows[0] };
  },
});
