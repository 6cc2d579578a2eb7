import { type KafkaConnection, kafkaConnection } from '@reelwright/kafka';
import { type DatabaseUrls, databaseUrls } from './databases.ts';
import { type Folders, foldersFrom } from './folders.ts';
import { ADMIN } from './kafka-security.ts';
import { type Ports, portBaseFrom, portsFrom, replicaNames, replicasFrom, SERVICES } from './ports.ts';
import { adminUrl } from './postgres-server.ts';
import { runningBroker } from './running-broker.ts';
import { readSecrets } from './secrets.ts';
import { holdPart, releasePart } from './supervisor/hold.ts';
import { type Effort, effortOf, isRunning, processTree, signal } from './supervisor/processes.ts';
import { isSupervised, type PartState, readState } from './supervisor/state.ts';
import { type StackStatus, stackStatus } from './supervisor/status.ts';

export { SERVICES, type ServiceName } from './ports.ts';
export type { Effort } from './supervisor/processes.ts';

/** A stack that runs under `make up`, for programs that watch and disturb it. */
export interface RunningStack {
  readonly folders: Folders;
  readonly ports: Ports;
  databases(): DatabaseUrls;
  /** How a user who may do everything connects to the broker. */
  kafka(): KafkaConnection;
  /** The names of a service's replicas; of another part, its own. */
  replicas(part: string): string[];
  /** The last state of a part that the supervisor wrote. @throws when the stack has no such part */
  part(name: string): PartState;
  status(): Promise<StackStatus>;
  /** The work of each part so far, with all processes it started; the supervisor, too. */
  efforts(): ReadonlyMap<string, Effort>;
  /** Signals the part's first process, as a power cut (SIGKILL) or an operator would. */
  signal(name: string, signal: NodeJS.Signals): void;
  /** Signals all processes of the part: SIGSTOP and SIGCONT must reach PostgreSQL's backends too. */
  signalAll(name: string, signal: NodeJS.Signals): void;
  /** The supervisor does not start the part again until `release`. */
  hold(name: string): void;
  release(name: string): void;
}

/** Finds the stack that PORT_BASE and REELWRIGHT_HOME name. */
export function runningStack(env: NodeJS.ProcessEnv): RunningStack {
  const folders = foldersFrom(env);
  const ports = portsFrom(portBaseFrom(env));
  function part(name: string): PartState {
    const state = readState(folders.run)?.parts.find((candidate) => candidate.name === name);
    if (!state) throw new Error(`the stack has no part ${name}`);
    return state;
  }
  return {
    folders,
    ports,
    databases() {
      const password = readSecrets(folders.run)?.postgresPassword;
      if (!password) throw new Error('the stack has never been started');
      return databaseUrls(adminUrl({ port: ports.postgres.server, password }));
    },
    kafka() {
      const settings = runningBroker(folders, ADMIN);
      if (!settings) throw new Error('the stack has no broker that runs');
      return kafkaConnection(settings);
    },
    replicas: (name) =>
      (SERVICES as readonly string[]).includes(name) ? replicaNames(name, replicasFrom(env)) : [name],
    part,
    status: () => stackStatus(folders.run),
    efforts() {
      const state = readState(folders.run);
      if (!isSupervised(state)) throw new Error('the stack does not run');
      const parts = state.parts.flatMap(({ name, kind, process }) =>
        kind === 'part' && process ? [{ name, process }] : [],
      );
      return new Map([
        ['supervisor', effortOf([state.supervisor])],
        ...parts.map(({ name, process }) => [name, effortOf(processTree(process))] as const),
      ]);
    },
    signal(name, signalName) {
      const { process } = part(name);
      if (!process || !isRunning(process)) throw new Error(`${name} does not run`);
      signal(process, signalName);
    },
    signalAll(name, signalName) {
      const { process } = part(name);
      for (const member of process ? processTree(process) : []) signal(member, signalName);
    },
    hold: (name) => holdPart(folders.run, name),
    release: (name) => releasePart(folders.run, name),
  };
}
