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
} from '@grpc/grpc-js';
import { type CauseData, CauseError, readCause } from '@reelwright/causes';
import { AppError, kindOfGrpcStatus } from '@reelwright/errors';
import type { IdentitySigner } from '@reelwright/identity';
import { audienceOf } from './audience.ts';

interface CallSettings {
  /** The user this call is made for. */
  readonly actingFor?: string;
  readonly timeoutMs?: number;
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
 * A client whose calls return promises, carry this service's own token, end at a deadline and throw AppErrors.
 * A server that was unavailable is tried again within two seconds of its return.
 */
export function createGrpcClient<C extends Client>(
  Constructor: ClientConstructor<C>,
  options: { address: string; signer: IdentitySigner; timeoutMs?: number },
): GrpcClient<C> {
  const { signer } = options;
  const client = new Constructor(options.address, credentials.createInsecure(), {
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 2_000,
    'grpc.keepalive_time_ms': 30_000,
    'grpc.service_config_disable_resolution': 1,
  });

  async function call(method: string, request: unknown, settings: CallSettings = {}): Promise<unknown> {
    const metadata = new Metadata();
    const token = await signer.sign({
      aud: audienceOf(Constructor.service[method]?.path ?? ''),
      sub: `svc:${signer.issuer}`,
      cred: 'service',
      ...(settings.actingFor && { actingFor: settings.actingFor }),
    });
    metadata.set('x-auth-identity', token);
    const deadline = Date.now() + (settings.timeoutMs ?? options.timeoutMs ?? DEADLINE_MS);
    const invoke = (client as unknown as Record<string, Unary<unknown, unknown>>)[method];
    return new Promise((resolve, reject) => {
      invoke?.call(client, request, metadata, { deadline }, (error, response) => {
        if (error) reject(toAppError(error));
        else resolve(response);
      });
    });
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
