/** A part of a process that is started and stopped: a pool, a server, a consumer, a worker. */
export interface Component {
  readonly name: string;
  start?(): Promise<void> | void;
  stop?(): Promise<void> | void;
}
