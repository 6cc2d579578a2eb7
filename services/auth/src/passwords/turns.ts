import { AppError } from '@reelwright/errors';
import { createTurns } from '../turns.ts';

/** One password is computed while the database is asked about the next one. */
const AT_ONCE = 2;
/** About two seconds of waiting. */
const WAITING = 128;

/**
 * Does work that ends in checking or making a password when its turn has come. A flood of logins must not take the process
 * from the check that every request waits for, so one that waits has cost no more than its arrival; and many guesses at
 * once come one after the other to the count of failures.
 *
 * @throws AppError SIGN_IN_BUSY when too many wait already
 */
export const inTurn = createTurns({
  atOnce: AT_ONCE,
  waiting: WAITING,
  busy: () =>
    new AppError('UNAVAILABLE', 'SIGN_IN_BUSY', 'Many people are signing in right now. Please try again.', {
      retryAfterSeconds: 2,
    }),
});
