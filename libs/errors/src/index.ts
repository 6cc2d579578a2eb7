export { neverConnected } from './never-connected.ts';
export { untrustedCertificate } from './untrusted-certificate.ts';

/**
 * The kinds of failure, named as gRPC names its statuses, so that one table serves every edge.
 * A kind decides the HTTP status, the gRPC status and whether a consumer tries again.
 */
export const kinds = {
  INVALID_ARGUMENT: { http: 400, grpc: 3, retry: false },
  FAILED_PRECONDITION: { http: 400, grpc: 9, retry: false },
  UNAUTHENTICATED: { http: 401, grpc: 16, retry: false },
  PERMISSION_DENIED: { http: 403, grpc: 7, retry: false },
  NOT_FOUND: { http: 404, grpc: 5, retry: false },
  ALREADY_EXISTS: { http: 409, grpc: 6, retry: false },
  ABORTED: { http: 409, grpc: 10, retry: true },
  RESOURCE_EXHAUSTED: { http: 429, grpc: 8, retry: true },
  UNAVAILABLE: { http: 503, grpc: 14, retry: true },
  DEADLINE_EXCEEDED: { http: 504, grpc: 4, retry: true },
  INTERNAL: { http: 500, grpc: 13, retry: true },
} as const;

export type ErrorKind = keyof typeof kinds;

export interface AppErrorOptions {
  readonly cause?: unknown;
  /** Seconds until a retry makes sense; becomes the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** An HTTP status that is more exact than the kind's. */
  readonly httpStatus?: 413 | 415 | 416 | 417 | 422 | 501;
}

/**
 * A failure that may be shown. `code` is stable and listed in the README of the service that throws it; `message` is a
 * plain sentence for the reader, without internals.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  readonly httpStatus: number;

  constructor(kind: ErrorKind, code: string, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.httpStatus = options.httpStatus ?? kinds[kind].http;
  }

  get grpcStatus(): number {
    return kinds[this.kind].grpc;
  }
}

/** For a caller who is not signed in, or whose account is deleted. */
export const signedOut = (): AppError => new AppError('UNAUTHENTICATED', 'SIGNED_OUT', 'Please sign in.');

/** The kind of a gRPC status; INTERNAL for an unknown one. */
export function kindOfGrpcStatus(status: number): ErrorKind {
  for (const [kind, { grpc }] of Object.entries(kinds)) if (grpc === status) return kind as ErrorKind;
  return 'INTERNAL';
}

/** Whether a retry can succeed. Unknown errors are transient. */
export function isTransient(error: unknown): boolean {
  return error instanceof AppError ? kinds[error.kind].retry : true;
}
