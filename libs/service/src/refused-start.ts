import { SettingsError } from '@reelwright/config';
import { AppError } from '@reelwright/errors';
import type { Logger } from '@reelwright/logger';

/** Ends the process with one line. What an operator has to change is its message; only other errors have a stack. */
export function refuseStart(error: unknown, logger: Logger, failure = 'did not start'): never {
  if (error instanceof SettingsError || (error instanceof AppError && error.cause === undefined)) {
    logger.fatal({ code: error.code }, error.message);
  } else {
    logger.fatal({ err: error }, failure);
  }
  process.exit(1);
}
