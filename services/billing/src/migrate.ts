import { join } from 'node:path';
import { loadConfig, Type } from '@reelwright/config';
import { createLogger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';

const Settings = Type.Object({
  DATABASE_URL: Type.String({ minLength: 1 }),
  LOG_LEVEL: Type.String({ default: 'info' }),
});

const { DATABASE_URL: url, LOG_LEVEL: level } = loadConfig(Settings, process.env);
const logger = createLogger({ service: 'billing', level });
const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
await runMigrations({ url, migrations, logger });
