import type { Reader } from '@reelwright/causes';
import { type Clock, createClock } from '@reelwright/clock';
import type { ServiceConfig } from '@reelwright/config';
import { readOnlyRpcs, rpcAccess } from '@reelwright/contracts';
import {
  type Client,
  type ClientConstructor,
  createGrpcClient,
  createGrpcServer,
  type GrpcClient,
  type GrpcServer,
  type GrpcServerOptions,
} from '@reelwright/grpc';
import {
  createHttpServer,
  createOpsServer,
  type HttpServer,
  type OpsServer,
  serveAccountData,
} from '@reelwright/http-server';
import {
  createIdentitySigner,
  createIdentityVerifier,
  type IdentitySigner,
  requireIdentityKeys,
} from '@reelwright/identity';
import {
  type ConsumerCheckpoint,
  createConsumer,
  createLogReader,
  createPublisher,
  type EventConsumer,
  type InboxTables,
  kafkaConnection,
  requireAccepted,
  type Subscription,
} from '@reelwright/kafka';
import { type Component, createHourly, type DrainableComponent } from '@reelwright/lifecycle';
import type { Logger } from '@reelwright/logger';
import { createMeasurements, type Measurements } from '@reelwright/measurements';
import { createMetrics, type Metrics } from '@reelwright/metrics';
import {
  createRelay,
  createRestoreCheck,
  type OutboxTables,
  type Relay,
  type RelayCheckpoint,
} from '@reelwright/outbox';
import { createDatabase, createTableWatch, type TableWatch } from '@reelwright/postgres';
import type { Kysely } from 'kysely';
import { measureOutbox, observeCalls, observePool } from './metrics.ts';
import { createSchemaCheck, createSchemaWait } from './schema-check.ts';
import { createStartOrder } from './start-order.ts';

export type ServiceCheckpoint = RelayCheckpoint | ConsumerCheckpoint;

/** The options of every service's `buildApp`; a service adds its own. */
export interface ServiceOptions<Config extends ServiceConfig = ServiceConfig> {
  readonly config: Config;
  readonly logger: Logger;
  /** Replaces the clock that CLOCK_URL names; for tests. */
  readonly clock?: Clock | undefined;
  /** Awaited at named points, at which tests kill the process. */
  readonly checkpoint?: ((name: ServiceCheckpoint) => Promise<void>) | undefined;
}

export interface EventOptions<Tables> {
  readonly subscriptions: readonly Subscription<Tables>[];
  /** The topics that this service alone writes to. */
  readonly topics?: readonly string[];
  /** Apply events of `topics` that a restored database has lost; see libs/outbox. */
  readonly recalls?: readonly Subscription<Tables>[];
  /** Fetches from other systems what else a restored database lacks. */
  readonly finish?: (restoredTo: Date) => Promise<void>;
  /** The database is current, at the start or after a restore: claims find rows. */
  readonly onCurrent?: () => void;
}

export interface Service<Tables> {
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Metrics whose values are in the database. */
  readonly measurements: Measurements;
  readonly db: Kysely<Tables>;
  /** Routes go on `http.app`. */
  readonly http: HttpServer;
  /** The probes and metrics of the process. */
  readonly ops: OpsServer;
  /** Signs as this service; reads its private key. */
  signer(): IdentitySigner;
  /** One connection for all workers that wait for changes of their tables. */
  tableWatch(): TableWatch;
  /** A client of another service's rpcs. */
  client<C extends Client>(
    Constructor: ClientConstructor<C>,
    address: string,
    options?: { timeoutMs?: number },
  ): GrpcClient<C>;
  /** The server of this service's rpcs; who may call which is in `rpcAccess` of libs/contracts. */
  grpc(services: GrpcServerOptions['services']): GrpcServer;
  /** GET /api/account-data/<part>: the data that the service keeps about the caller. */
  serveAccountData(part: string, read: (userId: string, reader: Reader) => Promise<object>): void;
  /** Consumes events, and publishes the outbox once the database is known to be current. */
  events(options: EventOptions<Tables>): { readonly consumer: EventConsumer; readonly relay: Relay };
  /** Adds a part of the service's own. */
  add<Part extends Component>(stage: 'resource' | 'client' | 'server', component: Part): Part;
  add<Part extends DrainableComponent>(stage: 'worker', component: Part): Part;
  /** Adds work that runs at the start and every hour. */
  hourly(name: string, run: () => Promise<void>): Component;
  /** All parts in the order in which they start. */
  components(): Component[];
}

/**
 * Makes the standard parts of a service; nothing runs until its components are started.
 * @throws AppError IDENTITY_KEYS_WRONG, before anything is made
 */
export function createService<Tables extends InboxTables & OutboxTables>(
  name: string,
  options: ServiceOptions & {
    /** The folder of its migrations: it is ready once the database has all of them. */
    readonly migrations: string;
    readonly poolSize?: number;
    readonly bodyLimit?: number;
  },
): Service<Tables> {
  const { config, logger, checkpoint = async () => undefined } = options;
  const { DATABASE_URL: url, HTTP_HOST: host, IDENTITY_KEY_FILE: keyFile, IDENTITY_JWKS_FILE: jwksFile } = config;
  requireIdentityKeys({ issuer: name, keyFile, jwksFile });
  const { add, components } = createStartOrder();
  const drainTimes = { drainMs: config.DRAIN_SECONDS * 1_000, stopMs: config.STOP_SECONDS * 1_000 };
  const metrics = createMetrics({ service: name });
  const clock = options.clock ?? add('clock', createClock({ url: config.CLOCK_URL, logger }));
  const database = add(
    'database',
    createDatabase<Tables>({
      url,
      logger,
      applicationName: name,
      ...(options.poolSize && { poolSize: options.poolSize }),
    }),
  );
  const { db } = database;
  observePool(metrics, database.pool);
  const measurements = createMeasurements({ db, metrics, logger });
  const calls = observeCalls(metrics);
  const kafka = { ...kafkaConnection(config), topicPrefix: config.KAFKA_TOPIC_PREFIX, clientId: name, logger };
  add('publisher', { name: 'kafka access', start: () => requireAccepted(kafka) });
  const publisher = add('publisher', createPublisher(kafka));
  const verifier = createIdentityVerifier({ jwksFile });
  const http = add(
    'http server',
    createHttpServer({
      service: name,
      host,
      port: config.HTTP_PORT,
      publicUrl: config.PUBLIC_URL,
      trustedProxies: config.TRUSTED_PROXIES,
      logger,
      clock,
      metrics,
      verifier,
      ...drainTimes,
      ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
    }),
  );
  const checkSchema = createSchemaCheck(db, options.migrations);
  add('schema', createSchemaWait({ service: name, check: checkSchema, logger }));
  const ops = add(
    'ops server',
    createOpsServer({
      host,
      port: config.OPS_PORT,
      logger,
      metrics,
      ready: checkSchema,
    }),
  );
  add('http server', { name: 'start of service', start: async () => ops.markStarted() });
  let signer: IdentitySigner | undefined;
  let watch: TableWatch | undefined;

  const service: Service<Tables> = {
    clock,
    metrics,
    measurements,
    db,
    http,
    ops,
    signer() {
      signer ??= createIdentitySigner({ issuer: name, keyFile });
      return signer;
    },
    tableWatch() {
      watch ??= add('table watch', createTableWatch({ url, logger, clock }));
      return watch;
    },
    client: (Constructor, address, settings = {}) =>
      add(
        'client',
        createGrpcClient(Constructor, {
          address,
          signer: service.signer(),
          readOnly: readOnlyRpcs,
          onCallEnded: calls.client,
          ...settings,
        }),
      ),
    grpc: (services) =>
      add(
        'grpc server',
        createGrpcServer({
          host,
          port: config.GRPC_PORT,
          logger,
          verifier,
          access: rpcAccess,
          services,
          onCallEnded: calls.server,
          ...drainTimes,
        }),
      ),
    serveAccountData: (part, read) => serveAccountData(http.app, { part, clock, read }),
    events({ subscriptions, topics = [], recalls = [], ...onRestore }) {
      const consumer = add(
        'consumer',
        createConsumer<Tables>({ ...kafka, group: name, db, publisher, metrics, checkpoint, subscriptions }),
      );
      const log = createLogReader(kafka);
      const restoreCheck = createRestoreCheck({ db, log, topics, recalls, consumer, logger, metrics, ...onRestore });
      measureOutbox(measurements, db);
      const relay = add('relay', createRelay({ url, publisher, logger, metrics, checkpoint, restoreCheck }));
      return { consumer, relay };
    },
    add,
    hourly: (work, run) => add('worker', createHourly({ name: work, logger, run })),
    components,
  };
  return service;
}
