import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, rolledOut } from '../cluster.ts';
import type { Step } from './follow-runbook.ts';

const FAILED_MS = 100;
/** The session that lockTable leaves open. */
const LOCKS = /"pid":(\d+)\b[^\n]*"lock table/;

/** Somebody waits for a session that waits for nobody. */
export const WAITS_FOR_A_LOCK = /"waits_for":0\b/;

/** The runbook that finds and ends a session of lockTable. */
export const endLock = (service: string, runbook = 'DatabasePoolFull', cause = 'A transaction holds locks'): Step => ({
  runbook,
  service,
  cause,
  shown: LOCKS,
  mend: 'select pg_terminate_backend(<pid>)',
  values: { pid: LOCKS },
});

/** The runbook that finds a deployment without pods and brings them back. */
export const scaleUp = (service: string): Step => ({
  runbook: 'TargetMissing',
  service,
  cause: 'There is no pod',
  shown: new RegExp(`^${service} +0/0`, 'm'),
  mend: 'kubectl scale deployment/<service> --replicas=<n>',
  values: { n: '2' },
});

/** Locks a table until the returned function is called. `exclusive` lets others read, `access exclusive` does not. */
export async function lockTable(
  cluster: Cluster,
  { service, table, mode }: { service: string; table: string; mode: 'exclusive' | 'access exclusive' },
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: cluster.databaseUrl(service) });
  // The lock ends with the connection; a lost one shows in the alert that ends too early.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // The service's role may hold a transaction open for seconds only.
    await client.query('set idle_in_transaction_session_timeout = 0');
    await client.query('set transaction_timeout = 0');
    await client.query('begin');
    await client.query(`lock table ${table} in ${mode} mode`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return () => client.end();
}

/** Locks a table for a while, again and again: what needs it is slow. @returns what stops it */
export function lockInTurns(
  cluster: Cluster,
  { heldMs, freeMs = 0, ...table }: Parameters<typeof lockTable>[1] & { heldMs: number; freeMs?: number },
): () => Promise<void> {
  return inTurns(async () => {
    const release = await lockTable(cluster, table);
    await delay(heldMs);
    await release();
    await delay(freeMs);
  });
}

/** Does something again and again, one call after the other, whatever comes of it. @returns what stops it */
export function inTurns(work: () => Promise<unknown>): () => Promise<void> {
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) await work().catch(() => delay(FAILED_MS));
  })();
  return async () => {
    isStopped = true;
    await running;
  };
}

/**
 * Call it before a deployment is changed. @returns what returns it to its pods before that change, unless somebody has
 * already, and waits for them
 */
export async function rollBack(cluster: Cluster, deployment: string): Promise<() => Promise<void>> {
  const template = () => cluster.kubectl(['get', 'deployment', deployment, '-o', 'jsonpath={.spec.template}']);
  const before = await template();
  return async () => {
    if ((await template()) !== before) await cluster.kubectl(['rollout', 'undo', `deployment/${deployment}`]);
    await rolledOut(cluster, deployment);
  };
}

/** Takes all pods of a deployment or a stateful set away. @returns what brings them back */
export async function scaleToNothing(cluster: Cluster, object: `${'deployment' | 'statefulset'}/${string}`) {
  const replicas = await cluster.kubectl(['get', object, '-o', 'jsonpath={.spec.replicas}']);
  await cluster.kubectl(['scale', object, '--replicas=0']);
  return async () => {
    await cluster.kubectl(['scale', object, `--replicas=${replicas}`]);
    await rolledOut(cluster, object);
  };
}

/** Calls something so many times a second, whatever comes of it. @returns what stops it */
export function repeat(perSecond: number, send: () => Promise<unknown>): () => Promise<void> {
  let isStopped = false;
  const open = new Set<Promise<unknown>>();
  const running = (async () => {
    while (!isStopped) {
      const call = send().catch(() => undefined);
      open.add(call);
      void call.finally(() => open.delete(call));
      await delay(1_000 / perSecond);
    }
    await Promise.all(open);
  })();
  return async () => {
    isStopped = true;
    await running;
  };
}
