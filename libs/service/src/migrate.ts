import { loadConfig, serviceSettings, Type } from '@reelwright/config';
import { createLogger } from '@reelwright/logger';
import { loadMigrations, runMigrations, setRoleLimits } from '@reelwright/postgres';
import { refuseStart } from './refused-start.ts';
import { loadSettings } from './run-service.ts';

const { ENVIRONMENT, DATABASE_URL, LOG_LEVEL } = serviceSettings;
const Settings = Type.Object({ ENVIRONMENT, DATABASE_URL, LOG_LEVEL });

/**
 * Sets the limits of the service's role and brings its database to its newest form. The last line of every `migrate.ts`:
 * wrong settings or a server that can't be used end the process with one line that says why.
 */
export async function migrateService(options: {
  name: string;
  /** The folder of its migrations. */
  folder: string;
  env: NodeJS.ProcessEnv;
}): Promise<void> {
  const config = loadSettings({ ...options, loadConfig: (env) => loadConfig(Settings, env) });
  const { DATABASE_URL: url, LOG_LEVEL: level } = config;
  const logger = createLogger({ service: options.name, level });
  await setRoleLimits(url).catch((error: unknown) => refuseStart(error, logger));
  await runMigrations({ url, migrations: await loadMigrations(options.folder), logger });
}
