import { AppError } from '@reelwright/errors';

/** One password is computed while the database is asked about the next one. */
const AT_ONCE = 2;
/** About two seconds of waiting. */
const WAITING = 128;

let running = 0;
const queue: (() => void)[] = [];

/**
 * Does work that ends in checking or making a password when its turn has come. A flood of logins must not take the process
 * from the check that every request waits for, so one that waits has cost no more than its arrival; and many guesses at
 * once come one after the other to the count of failures.
 *
 * @throws AppError SIGN_IN_BUSY when too many wait already
 */
export async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (queue.length >= WAITING) {
      throw new AppError('UNAVAILABLE', 'SIGN_IN_BUSY', 'Many people are signing in right now. Please try again.', {
        retryAfterSeconds: 2,
      });
    }
    // Whoever is done hands its place on, so nobody who comes later slips in between.
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}
