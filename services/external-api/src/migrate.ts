import { join } from 'node:path';
import { loadConfig, Type } from '@reelwright/config';
import { createLogger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';

const { DATABASE_URL } = loadConfig(Type.Object({ DATABASE_URL: Type.String({ minLength: 1 }) }), process.env);
const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
await runMigrations({ url: DATABASE_URL, migrations, logger: createLogger({ service: 'external-api-migrate' }) });
