import { AsyncLocalStorage } from 'node:async_hooks';

const scopes = new AsyncLocalStorage<Scope>();

/** The time until which a caller waits for the call that is being served. */
export interface DeadlineScope {
  /** Runs work with this deadline. */
  run<Result>(work: () => Result): Result;
  /** The call was answered. What still runs because of it has no deadline. */
  close(): void;
}

class Scope implements DeadlineScope {
  readonly deadline: number;
  isServed = false;

  constructor(deadline: number) {
    this.deadline = deadline;
  }

  run<Result>(work: () => Result): Result {
    return scopes.run(this, work);
  }

  close(): void {
    this.isServed = true;
  }
}

/** @param deadline in milliseconds since 1970, by the machine's clock */
export const openDeadline = (deadline: number): DeadlineScope => new Scope(deadline);

/** The deadline of the call that is being served, in milliseconds since 1970; undefined if there is none. */
export function currentDeadline(): number | undefined {
  const scope = scopes.getStore();
  return scope && !scope.isServed ? scope.deadline : undefined;
}
