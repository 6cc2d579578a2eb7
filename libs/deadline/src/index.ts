import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  readonly deadline: number;
  isServed: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/** The time until which a caller waits for the call that is being served. */
export interface DeadlineScope {
  /** Runs work with this deadline. */
  run<Result>(work: () => Result): Result;
  /** The call was answered. What still runs because of it has no deadline. */
  close(): void;
}

/** @param deadline in milliseconds since 1970, by the machine's clock */
export function openDeadline(deadline: number): DeadlineScope {
  const scope: Scope = { deadline, isServed: false };
  return {
    run: (work) => scopes.run(scope, work),
    close() {
      scope.isServed = true;
    },
  };
}

/** The deadline of the call that is being served, in milliseconds since 1970; undefined if there is none. */
export function currentDeadline(): number | undefined {
  const scope = scopes.getStore();
  return scope && !scope.isServed ? scope.deadline : undefined;
}
