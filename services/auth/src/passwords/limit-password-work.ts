import { AppError } from '@reelwright/errors';
import { limitConcurrency } from '../limit-concurrency.ts';

/** Two: one password is hashed while the row of the next one is read. */
const CONCURRENCY = 2;
/** About two seconds of waiting. */
const QUEUE_LIMIT = 128;

/**
 * Runs work that checks or hashes a password, two at a time. A flood of logins must not take the process from the check
 * that every request waits for, and many guesses at once are counted one after the other.
 *
 * @throws AppError SIGN_IN_BUSY when the queue is full
 */
export const limitPasswordWork = limitConcurrency({
  concurrency: CONCURRENCY,
  queueLimit: QUEUE_LIMIT,
  busy: () =>
    new AppError('UNAVAILABLE', 'SIGN_IN_BUSY', 'Many people are signing in right now. Please try again.', {
      retryAfterSeconds: 2,
    }),
});
