import { setTimeout as delay } from 'node:timers/promises';
import {
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { CauseError } from '@reelwright/causes';
import { openDeadline } from '@reelwright/deadline';
import { AppError } from '@reelwright/errors';
import type { Identity, IdentityVerifier } from '@reelwright/identity';
import type { Logger } from '@reelwright/logger';
import { continueTrace, runInTrace, runSpan } from '@reelwright/tracing';
import { HealthImplementation } from 'grpc-health-check';
import { audienceOf } from './audience.ts';
import type { EndedCall } from './client.ts';

export interface CallContext {
  /** The calling service. */
  readonly caller: string;
  /** The user it acts for, if it names one. */
  readonly userId: string | undefined;
}

/** The methods of a generated `...Server` interface, as async functions. */
export type AsyncHandlers<Server> = {
  [Method in keyof Server as string extends Method ? never : Method]: Server[Method] extends handleUnaryCall<
    infer Request,
    infer Response
  >
    ? (request: Request, context: CallContext) => Promise<Response>
    : never;
};

interface Implementation {
  readonly definition: ServiceDefinition;
  readonly handlers: Record<string, (request: never, context: CallContext) => Promise<unknown>>;
}

/** Pairs a generated service definition with async handlers. Give the generated `...Server` interface as type. */
export function implement<ServerInterface>(
  definition: ServiceDefinition,
  handlers: AsyncHandlers<ServerInterface>,
): Implementation {
  return { definition, handlers: handlers as Implementation['handlers'] };
}

export interface GrpcServer {
  readonly name: string;
  start(): Promise<void>;
  drain(): Promise<void>;
  readonly drainLimitMs: number;
  stop(): Promise<void>;
  port(): number;
}

export interface GrpcServerOptions {
  readonly host: string;
  readonly port: number;
  readonly logger: Logger;
  readonly verifier: IdentityVerifier;
  /** The services that may call each rpc, by its full path. An rpc that is not listed may not be called. */
  readonly access: Readonly<Record<string, readonly string[]>>;
  readonly services: readonly Implementation[];
  /** Called when a call has been answered. */
  readonly onCallEnded?: (call: EndedCall) => void;
  /** How long the server accepts calls after it began to drain, so that callers can notice; 0 by default. */
  readonly drainMs?: number;
  /** How long the calls under way may take to end when the server stops or no longer accepts calls; 3 s by default. */
  readonly stopMs?: number;
  /** The age at which a client has to connect again, so that new replicas get calls; 30 s by default. */
  readonly connectionAgeMs?: number;
}

const CONNECTION_AGE_MS = 30_000;
/** For the calls under way on a connection that has reached its age. */
const CONNECTION_GRACE_MS = 60_000;
/** For the end of connections that were closed by force. */
const MARGIN_MS = 1_000;

/** Responses are encoded with the handler's answer: a value that can't be is a failure of the rpc, which is logged. */
function withEncodedResponses(definition: ServiceDefinition): ServiceDefinition {
  const methods = Object.entries(definition).map(([name, method]) => {
    return [name, { ...method, responseSerialize: (encoded: Buffer) => encoded }] as const;
  });
  return Object.fromEntries(methods);
}

/**
 * A gRPC server whose handlers return or throw AppErrors. Each call must carry a token of a service that the access
 * table lists for the rpc.
 */
export function createGrpcServer(options: GrpcServerOptions): GrpcServer {
  const { logger, verifier, access, drainMs = 0, stopMs = 3_000 } = options;
  const server = new Server({
    'grpc.max_connection_age_ms': options.connectionAgeMs ?? CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
  });
  // grpc.health.v1, the only service that takes calls without a token. It speaks for the whole server.
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  let boundPort = 0;

  for (const { definition, handlers } of options.services) {
    const implementation: UntypedServiceImplementation = {};
    for (const [method, { path, responseSerialize: encode }] of Object.entries(definition)) {
      const handle: handleUnaryCall<unknown, Buffer> = (call, respond) => {
        const handler = handlers[method];
        const startedAt = performance.now();
        const ended = (code: status) =>
          options.onCallEnded?.({ rpc: path, code: status[code], seconds: (performance.now() - startedAt) / 1_000 });
        const scope = openDeadline(Number(call.getDeadline()));
        const answer = () =>
          authorise(call.metadata, path)
            .then((context) => {
              if (!handler) throw new AppError('NOT_FOUND', 'UNKNOWN_RPC', 'There is no such call.');
              return scope.run(() => handler(call.request as never, context));
            })
            .then(encode)
            .finally(() => scope.close());
        const traceparent = call.metadata.get('traceparent')[0]?.toString();
        const context = continueTrace(traceparent);
        void runSpan({ name: path.slice(1), kind: 'server', context }, answer).then(
          (response) => {
            ended(status.OK);
            respond(null, response);
          },
          (error: unknown) => {
            const failure = runInTrace(context, () => toServiceError(error, path));
            ended(failure.code);
            respond(failure);
          },
        );
      };
      implementation[method] = handle;
    }
    server.addService(withEncodedResponses(definition), implementation);
  }

  async function authorise(metadata: Metadata, path: string): Promise<CallContext> {
    const token = metadata.get('x-auth-identity')[0];
    if (typeof token !== 'string') throw new AppError('UNAUTHENTICATED', 'IDENTITY_MISSING', 'Who is calling?');
    const identity: Identity = await verifier.verify(token, audienceOf(path));
    if (!identity.service || !access[path]?.includes(identity.service)) {
      throw new AppError('PERMISSION_DENIED', 'RPC_NOT_ALLOWED', 'This service may not make this call.');
    }
    return { caller: identity.service, userId: identity.userId };
  }

  function toServiceError(error: unknown, path: string) {
    const appError = error instanceof AppError ? error : undefined;
    if (!appError || appError.httpStatus >= 500) logger.error({ err: error, rpc: path }, 'rpc failed');
    const metadata = new Metadata();
    metadata.set('error-code', appError?.code ?? 'INTERNAL');
    if (error instanceof CauseError) metadata.set('error-cause', JSON.stringify(error.shownCause));
    // A response, whichever it is: the client does not repeat the call.
    metadata.set('grpc-retry-pushback-ms', '-1');
    return {
      code: appError?.grpcStatus ?? status.INTERNAL,
      details: appError?.message ?? 'Something went wrong on our side.',
      metadata,
    };
  }

  /** Tells clients to connect elsewhere (GOAWAY) and waits for the calls under way. */
  async function stop(): Promise<void> {
    const timer = setTimeout(() => server.forceShutdown(), stopMs);
    await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
    clearTimeout(timer);
  }

  return {
    name: 'grpc server',
    async start() {
      boundPort = await new Promise<number>((resolve, reject) => {
        server.bindAsync(`${options.host}:${options.port}`, ServerCredentials.createInsecure(), (error, port) =>
          error ? reject(error) : resolve(port),
        );
      });
      health.setStatus('', 'SERVING');
    },
    async drain() {
      health.setStatus('', 'NOT_SERVING');
      await delay(drainMs);
      await stop();
    },
    drainLimitMs: drainMs + stopMs + MARGIN_MS,
    stop,
    port: () => boundPort,
  };
}
