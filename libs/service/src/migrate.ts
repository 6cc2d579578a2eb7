import { loadConfig, serviceSettings, Type } from '@reelwright/config';
import { createLogger } from '@reelwright/logger';
import { loadMigrations, runMigrations, setRoleLimits } from '@reelwright/postgres';

const { ENVIRONMENT, DATABASE_URL, LOG_LEVEL } = serviceSettings;
const Settings = Type.Object({ ENVIRONMENT, DATABASE_URL, LOG_LEVEL });

/** Sets the limits of the service's role and brings its database to its newest form. The last line of every `migrate.ts`. */
export async function migrateService(options: {
  name: string;
  /** The folder of its migrations. */
  folder: string;
  env: NodeJS.ProcessEnv;
}): Promise<void> {
  const { DATABASE_URL: url, LOG_LEVEL: level } = loadConfig(Settings, options.env);
  const logger = createLogger({ service: options.name, level });
  await setRoleLimits(url);
  await runMigrations({ url, migrations: await loadMigrations(options.folder), logger });
}
