import { AppError, type ErrorKind, isTransient, kindOfGrpcStatus, kinds, neverConnected } from '../src/index.ts';

const allKinds = Object.keys(kinds) as ErrorKind[];

describe('the table of kinds', () => {
  it('gives each kind its HTTP status', () => {
    const statuses = Object.fromEntries(allKinds.map((kind) => [kind, new AppError(kind, 'CODE', 'words').httpStatus]));
    expect(statuses).toEqual({
      INVALID_ARGUMENT: 400,
      FAILED_PRECONDITION: 400,
      UNAUTHENTICATED: 401,
      PERMISSION_DENIED: 403,
      NOT_FOUND: 404,
      ALREADY_EXISTS: 409,
      ABORTED: 409,
      RESOURCE_EXHAUSTED: 429,
      INTERNAL: 500,
      UNAVAILABLE: 503,
      DEADLINE_EXCEEDED: 504,
    });
  });

  it('gives each kind a gRPC status of its own, which leads back to it', () => {
    for (const kind of allKinds) expect(kindOfGrpcStatus(new AppError(kind, 'CODE', 'words').grpcStatus)).toBe(kind);
    expect(new Set(allKinds.map((kind) => kinds[kind].grpc)).size).toBe(allKinds.length);
  });

  it('treats an unknown gRPC status as an internal error', () => {
    for (const status of [0, 1, 2, 11, 12, 15, 99]) expect(kindOfGrpcStatus(status)).toBe('INTERNAL');
  });
});

describe('a retry', () => {
  it('can succeed after a transient failure, never after a permanent one', () => {
    const transientKinds = allKinds.filter((kind) => isTransient(new AppError(kind, 'CODE', 'words'))).sort();
    expect(transientKinds).toEqual(['ABORTED', 'DEADLINE_EXCEEDED', 'INTERNAL', 'RESOURCE_EXHAUSTED', 'UNAVAILABLE']);
  });

  it('can succeed after an unknown error', () => {
    for (const error of [new TypeError('x is not a function'), 'a string', undefined]) {
      expect(isTransient(error)).toBe(true);
    }
  });
});

describe('an AppError', () => {
  it('keeps its cause and the time of a retry', () => {
    const cause = new Error('connection reset');
    const error = new AppError('UNAVAILABLE', 'STRIPE_AWAY', 'Please try again.', { cause, retryAfterSeconds: 3 });
    expect(error).toMatchObject({ name: 'AppError', kind: 'UNAVAILABLE', code: 'STRIPE_AWAY', retryAfterSeconds: 3 });
    expect(error.cause).toBe(cause);
    expect(error).toBeInstanceOf(Error);
  });

  it('has no cause unless it was given one', () => {
    expect('cause' in new AppError('NOT_FOUND', 'GONE', 'It is gone.')).toBe(false);
  });
});

describe('a call that failed', () => {
  const errorOf = (code: string, fields: object = {}) => Object.assign(new Error(code), { code, ...fields });
  const connectionRefused = errorOf('ECONNREFUSED', { syscall: 'connect' });

  it.each([
    ['on the error itself', connectionRefused],
    ['on its cause', new TypeError('fetch failed', { cause: connectionRefused })],
    [
      'on each of several addresses',
      new TypeError('fetch failed', { cause: new AggregateError([connectionRefused, connectionRefused]) }),
    ],
    ['in a wrapper among several', new AggregateError([new Error('wrapped', { cause: connectionRefused })])],
    ['as a missing route', errorOf('EHOSTUNREACH', { syscall: 'connect' })],
    ['by a certificate', errorOf('ERR_TLS_CERT_ALTNAME_INVALID')],
  ])('without a connection was never sent: reported %s', (_where, error) => {
    expect(neverConnected(error)).toBe(true);
  });

  it.each([
    ['a connection that was cut', errorOf('UND_ERR_SOCKET')],
    ['a route that was lost on the way', errorOf('EHOSTUNREACH', { syscall: 'read' })],
    ['a corrupted response', errorOf('ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC')],
    ['a time-out', new DOMException('too late', 'TimeoutError')],
    ['an undefined error', undefined],
  ])('may have been sent: %s', (_what, error) => {
    expect(neverConnected(error)).toBe(false);
  });
});
