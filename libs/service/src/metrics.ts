import type { EndedCall } from '@reelwright/grpc';
import type { Measurements } from '@reelwright/measurements';
import type { Metrics } from '@reelwright/metrics';
import { isDatabaseCurrent, type OutboxTables, oldestUnpublishedSeconds } from '@reelwright/outbox';
import type { Database } from '@reelwright/postgres';
import type { Kysely } from 'kysely';

/** Histograms of the gRPC calls that the service makes and answers. */
export function observeCalls(metrics: Metrics) {
  const labels = ['rpc', 'code'] as const;
  const made = metrics.histogram('grpc_client_duration_seconds', 'Time of a call, with its repeats', labels);
  const answered = metrics.histogram('grpc_server_duration_seconds', 'Time to answer a call', labels);
  return {
    client: ({ rpc, code, seconds }: EndedCall) => made.observe({ rpc, code }, seconds),
    server: ({ rpc, code, seconds }: EndedCall) => answered.observe({ rpc, code }, seconds),
  };
}

/** The connections of the pool, and what waits for one. */
export function observePool(metrics: Metrics, pool: Database<unknown>['pool']): void {
  metrics.gauge('database_connections', 'Connections of the pool', ['state'], (gauge) => {
    gauge.set({ state: 'idle' }, pool.idleCount);
    gauge.set({ state: 'used' }, pool.totalCount - pool.idleCount);
  });
  metrics.gauge('database_waiting', 'Queries and transactions that wait for a connection', [], (gauge) =>
    gauge.set(pool.waitingCount),
  );
}

/** How far the outbox is behind, and whether the database is, whether a relay is active or not. */
export function measureOutbox<Tables extends OutboxTables>(measurements: Measurements, db: Kysely<Tables>): void {
  const definitions = {
    outbox_oldest_unpublished_seconds: {
      type: 'gauge',
      help: 'Age of the oldest event that the broker does not have, s',
    },
    outbox_database_behind: {
      type: 'gauge',
      help: '1 while the database may lack events that its service has published, because it was restored or has started again',
    },
  } as const;
  measurements.add('outbox', definitions, async () => ({
    outbox_oldest_unpublished_seconds: await oldestUnpublishedSeconds(db),
    outbox_database_behind: (await isDatabaseCurrent(db)) ? 0 : 1,
  }));
}
