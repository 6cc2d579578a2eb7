import { type Clock, createClock } from '@reelwright/clock';
import { serviceSettings } from '@reelwright/config';
import { createLogger, type Logger } from '@reelwright/logger';
import { createDatabase } from '@reelwright/postgres';
import type { Kysely } from 'kysely';
import { refuseStart } from './refused-start.ts';
import { loadSettings } from './run-service.ts';

const { ENVIRONMENT, DATABASE_URL, CLOCK_URL, LOG_LEVEL } = serviceSettings;

/** The settings of every command; spread into its own schema. */
export const commandSettings = { ENVIRONMENT, DATABASE_URL, CLOCK_URL, LOG_LEVEL };

interface CommandConfig {
  readonly DATABASE_URL: string;
  readonly CLOCK_URL?: string;
  readonly LOG_LEVEL: string;
}

export interface CommandParts<Tables, Config> {
  readonly config: Config;
  readonly db: Kysely<Tables>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Runs a command of operators with the settings of its service. Its result is printed as a line of JSON, at any LOG_LEVEL.
 * What keeps it from its end is one line that says why, and exit code 1.
 */
export async function runCommand<Tables, Config extends CommandConfig>(options: {
  /** Whose command it is. */
  service: string;
  /** The name of its connections. */
  name: string;
  loadConfig: (env: NodeJS.ProcessEnv) => Config;
  env: NodeJS.ProcessEnv;
  run: (parts: CommandParts<Tables, Config>) => Promise<object>;
}): Promise<void> {
  const { service, name, loadConfig, env } = options;
  const config = loadSettings({ name: service, env, loadConfig });
  const logger = createLogger({ service, level: config.LOG_LEVEL });
  const clock = createClock({ url: config.CLOCK_URL, logger });
  const database = createDatabase<Tables>({ url: config.DATABASE_URL, logger, applicationName: name });
  try {
    await clock.start();
    await database.start();
    const result = await options.run({ config, db: database.db, clock, logger });
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } catch (error) {
    refuseStart(error, logger, 'did not finish');
  }
  await database.stop();
  await clock.stop();
}
