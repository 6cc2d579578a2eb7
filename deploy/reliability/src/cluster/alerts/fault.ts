import type { Person } from '../../people.ts';
import type { Cluster } from '../cluster.ts';
import type { Step } from './follow-runbook.ts';

/** Something that goes wrong, and the alerts that say so. */
export interface Fault {
  /** What is done, in words. */
  readonly what: string;
  /** The alerts that fire, each with its severity: `PostsLate page`. */
  readonly fires: readonly string[];
  /** The runbooks of its alerts, and those to which they lead, in the order in which somebody on call opens them. */
  readonly runbooks: readonly Step[];
  /** They tell of what has happened within a time, so they end long after the fault. */
  readonly endsLater?: boolean;
  /**
   * Makes it go wrong.
   * @param atEnd takes what ends a part of the fault, as soon as that part has begun. What was begun last is ended first,
   * also when a later part cannot begin
   */
  begin(scene: FaultScene, atEnd: (end: () => Promise<unknown>) => void): Promise<void>;
}

/** What the faults have in common. */
export interface FaultScene {
  readonly cluster: Cluster;
  /** An account on the largest plan with all platforms connected, which uses the product meanwhile. */
  readonly person: Person;
  /** The address of a made video, for parts inside the cluster. */
  readonly videoUrl: string;
  /** PostgreSQL's administrator. */
  readonly adminDatabaseUrl: string;
}
