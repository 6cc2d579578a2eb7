import { join } from 'node:path';
import { loadConfig, Type } from '@reelwright/config';
import { createLogger } from '@reelwright/logger';
import { loadMigrations, runMigrations } from '@reelwright/postgres';

const logger = createLogger({ service: 'publishing' });
const { DATABASE_URL } = loadConfig(Type.Object({ DATABASE_URL: Type.String({ minLength: 1 }) }), process.env);
try {
  const migrations = await loadMigrations(join(import.meta.dirname, '../migrations'));
  await runMigrations({ url: DATABASE_URL, migrations, logger });
} catch (error) {
  logger.error({ err: error }, 'migrations failed');
  process.exitCode = 1;
}
