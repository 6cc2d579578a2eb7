/** A part of a process that is started and stopped: a pool, a server, a consumer, a worker. */
export interface Component {
  readonly name: string;
  /** @param ending aborts at a signal: a start that waits returns then, and no further part starts */
  start?(ending?: AbortSignal): Promise<void> | void;
  /**
   * Takes no new work, and resolves when the work under way has ended. At a signal all parts drain side by side, before
   * any part stops; a part that has drained is not stopped.
   */
  drain?(): Promise<void> | void;
  /** How long draining may take; 8 s by default. */
  readonly drainLimitMs?: number;
  stop?(): Promise<void> | void;
}

/** A part that takes work by itself, so that only draining keeps it from beginning more while others drain. */
export type DrainableComponent = Component & Required<Pick<Component, 'drain'>>;
