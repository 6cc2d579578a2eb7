import { loadConfig, serviceSettings, Type } from '@reelwright/config';
import { AppError } from '@reelwright/errors';
import { createLogger } from '@reelwright/logger';
import { loadMigrations, runMigrations, setRoleLimits } from '@reelwright/postgres';

const { ENVIRONMENT, DATABASE_URL, LOG_LEVEL } = serviceSettings;
const Settings = Type.Object({ ENVIRONMENT, DATABASE_URL, LOG_LEVEL });

/**
 * Sets the limits of the service's role and brings its database to its newest form. The last line of every `migrate.ts`:
 * a server that can't be used ends the process with one line that says why.
 */
export async function migrateService(options: {
  name: string;
  /** The folder of its migrations. */
  folder: string;
  env: NodeJS.ProcessEnv;
}): Promise<void> {
  const { DATABASE_URL: url, LOG_LEVEL: level } = loadConfig(Settings, options.env);
  const logger = createLogger({ service: options.name, level });
  await setRoleLimits(url).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    logger.fatal({ code: error.code }, error.message);
    process.exit(1);
  });
  await runMigrations({ url, migrations: await loadMigrations(options.folder), logger });
}
