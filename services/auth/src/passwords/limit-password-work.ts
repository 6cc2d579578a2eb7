import { AppError } from '@reelwright/errors';
import { limitConcurrency } from '../limit-concurrency.ts';

/** One password is hashed while the row of the next one is read. */
const CONCURRENCY = 2;
/** About two seconds of waiting at the default cost of a hash. */
const QUEUE_LIMIT = 128;

/**
 * Runs work that checks or hashes a password, two at a time, so that many logins do not slow the check of every
 * request, and simultaneous guesses are counted one after the other.
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
