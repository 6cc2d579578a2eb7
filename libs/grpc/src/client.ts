import {
  type CallOptions,
  type ChannelCredentials,
  type Client,
  type ClientOptions,
  type ClientUnaryCall,
  credentials,
  Metadata,
  type ServiceDefinition,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { type CauseData, CauseError, readCause } from '@reelwright/causes';
import { currentDeadline } from '@reelwright/deadline';
import { AppError, kindOfGrpcStatus } from '@reelwright/errors';
import type { IdentitySigner } from '@reelwright/identity';
import { currentTraceparent, runSpan } from '@reelwright/tracing';
import { audienceOf } from './audience.ts';
import { serviceConfig } from './service-config.ts';
import { targetOf } from './target.ts';

interface CallSettings {
  /** The user this call is made for. */
  readonly actingFor?: string;
  readonly timeoutMs?: number;
}

/** A call that has ended: its full path, the name of its gRPC status, and how long it took. */
export interface EndedCall {
  readonly rpc: string;
  readonly code: string;
  readonly seconds: number;
}

interface GrpcClientOptions {
  /** `name:port`, which stands for all replicas of the name, or IPv4 addresses with commas. */
  readonly address: string;
  readonly signer: IdentitySigner;
  readonly timeoutMs?: number;
  /** Called when a call has ended, with all its repeats. */
  readonly onCallEnded?: (call: EndedCall) => void;
  /** The rpcs, by full path, that change nothing and so may be repeated; none by default. */
  readonly readOnly?: ReadonlySet<string>;
}

/** The unary methods of a generated client, as promises. */
export type AsyncClient<C> = {
  [Method in keyof C as C[Method] extends Unary<infer _Request, infer _Response>
    ? Method
    : never]: C[Method] extends Unary<infer Request, infer Response>
    ? (request: Request, settings?: CallSettings) => Promise<Response>
    : never;
};

type Unary<Request, Response> = (
  request: Request,
  metadata: Metadata,
  options: Partial<CallOptions>,
  callback: (error: ServiceError | null, response: Response) => void,
) => ClientUnaryCall;

export type GrpcClient<C> = AsyncClient<C> & { readonly name: string; stop(): Promise<void> };

/** A generated client class. */
export interface ClientConstructor<C> {
  new (address: string, creds: ChannelCredentials, options?: Partial<ClientOptions>): C;
  readonly service: ServiceDefinition;
}

const DEADLINE_MS = 2_000;

/**
 * Details of a call that no server began to process: its connection had just reached its age. grpc-js sends it again once,
 * but the connections of several replicas may reach their age together.
 */
const REFUSED = 'Stream refused by server';
const MAX_SENT = 5;

/**
 * A client whose calls return promises, carry this service's own token, throw AppErrors, and end at their deadline or that
 * of the call being served, whichever is earlier. The replicas of the server are called in turn.
 */
export function createGrpcClient<C extends Client>(
  Constructor: ClientConstructor<C>,
  options: GrpcClientOptions,
): GrpcClient<C> {
  const { signer } = options;
  const client = new Constructor(targetOf(options.address), credentials.createInsecure(), {
    'grpc.service_config': serviceConfig(Constructor.service, options.readOnly),
    // DNS may not replace it.
    'grpc.service_config_disable_resolution': 1,
    // A lost connection leads to another look-up, but not to more than one in this time.
    'grpc.dns_min_time_between_resolutions_ms': 5_000,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
    // A server that is gone without a word is noticed after 15 s.
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.keepalive_permit_without_calls': 1,
  });

  const call = (method: string, request: unknown, settings?: CallSettings): Promise<unknown> =>
    runSpan({ name: nameOf(method), kind: 'client' }, () => send(method, request, settings));

  /** The name of its span, as OpenTelemetry has it: `package.Service/Method`. */
  const nameOf = (method: string) => Constructor.service[method]?.path.slice(1) ?? method;

  async function send(method: string, request: unknown, settings: CallSettings = {}): Promise<unknown> {
    const metadata = new Metadata();
    const token = await signer.sign({
      aud: audienceOf(Constructor.service[method]?.path ?? ''),
      sub: `svc:${signer.issuer}`,
      cred: 'service',
      ...(settings.actingFor && { actingFor: settings.actingFor }),
    });
    metadata.set('x-auth-identity', token);
    const traceparent = currentTraceparent();
    if (traceparent) metadata.set('traceparent', traceparent);
    const startedAt = performance.now();
    const ownDeadline = Date.now() + (settings.timeoutMs ?? options.timeoutMs ?? DEADLINE_MS);
    const deadline = Math.min(ownDeadline, currentDeadline() ?? ownDeadline);
    const invoke = (client as unknown as Record<string, Unary<unknown, unknown>>)[method];
    let cuts = 0;
    for (let sent = 1; ; sent++) {
      let responseBegan = false;
      const { error, response } = await new Promise<{ error: ServiceError | null; response: unknown }>((resolve) => {
        invoke
          ?.call(client, request, metadata, { deadline }, (error, response) => resolve({ error, response }))
          .on('metadata', () => {
            responseBegan = true;
          });
      });
      if (!error) {
        ended(method, status.OK, startedAt);
        return response;
      }
      const isRefused = error.code === status.UNAVAILABLE && error.details === REFUSED;
      // A read is repeated once. A response that is cut twice has a cause that a third call would meet too.
      const isCut = responseBegan && error.code === status.UNAVAILABLE && isReadOnly(method);
      if ((isRefused && sent < MAX_SENT) || (isCut && cuts++ === 0)) continue;
      ended(method, error.code, startedAt);
      throw toAppError(error);
    }
  }

  function ended(method: string, code: status, startedAt: number): void {
    const rpc = Constructor.service[method]?.path ?? method;
    options.onCallEnded?.({ rpc, code: status[code], seconds: (performance.now() - startedAt) / 1_000 });
  }

  /** grpc-js repeats a read whose server was lost, unless its response had begun. */
  function isReadOnly(method: string): boolean {
    return options.readOnly?.has(Constructor.service[method]?.path ?? '') ?? false;
  }

  const calls = Object.fromEntries(
    Object.keys(Constructor.service).map((method) => [
      method,
      (request: unknown, settings?: CallSettings) => call(method, request, settings),
    ]),
  );
  return {
    ...calls,
    name: `grpc client ${options.address}`,
    stop: async () => client.close(),
  } as unknown as GrpcClient<C>;
}

function toAppError(error: ServiceError): AppError {
  const kind = kindOfGrpcStatus(error.code);
  const [code] = error.metadata?.get('error-code') ?? [];
  if (typeof code !== 'string')
    return new AppError(kind, kind, 'A part of Reelwright did not answer.', { cause: error });
  const [shown] = error.metadata.get('error-cause');
  if (typeof shown !== 'string') return new AppError(kind, code, error.details, { cause: error });
  const { code: shownCode, data } = JSON.parse(shown) as { code: string; data: CauseData };
  return new CauseError(kind, readCause(shownCode, data), { code, cause: error });
}
