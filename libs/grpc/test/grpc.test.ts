import { AsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { credentials, Metadata, makeClientConstructor } from '@grpc/grpc-js';
import { CauseError } from '@reelwright/causes';
import {
  BillingServiceClient,
  type BillingServiceServer,
  BillingServiceService,
  GetEntitlementResponse,
} from '@reelwright/contracts';
import { currentDeadline } from '@reelwright/deadline';
import { AppError } from '@reelwright/errors';
import { createIdentitySigner, createIdentityVerifier } from '@reelwright/identity';
import { createLogger, type Logger, silentLogger } from '@reelwright/logger';
import { createTestIdentity, eventually, type TestIdentity } from '@reelwright/testing';
import { continueTrace, currentTrace, runInTrace } from '@reelwright/tracing';
import { service as healthService } from 'grpc-health-check';
import {
  type CallContext,
  createGrpcClient,
  createGrpcServer,
  type EndedCall,
  type GrpcServer,
  implement,
} from '../src/index.ts';

const PATH = '/reelwright.billing.v1.BillingService/GetEntitlement';
const AUDIENCE = 'reelwright.billing.v1.BillingService';
type Handler = (request: { userId: string }, context: CallContext) => Promise<GetEntitlementResponse>;

const entitlement = (userId: string) => GetEntitlementResponse.fromPartial({ userId, tier: 'pro', revision: 3 });
const state: { handler: Handler; contexts: CallContext[] } = {
  handler: async ({ userId }) => entitlement(userId),
  contexts: [],
};
let identity: TestIdentity;
let server: GrpcServer;
const open: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  identity = await createTestIdentity(['scheduling', 'publishing', 'drive']);
  server = await start(0);
});
afterAll(async () => {
  for (const client of open) await client.stop();
  await server.stop();
  identity.remove();
});
beforeEach(() => {
  state.handler = async ({ userId }) => entitlement(userId);
  state.contexts = [];
});

async function start(
  port: number,
  options: { drainMs?: number; stopMs?: number; logger?: Logger; onCallEnded?: (call: EndedCall) => void } = {},
): Promise<GrpcServer> {
  const running = createGrpcServer({
    host: '127.0.0.1',
    port,
    logger: silentLogger,
    verifier: createIdentityVerifier({ jwksFile: identity.jwksFile }),
    access: { [PATH]: ['scheduling', 'publishing'] },
    services: [
      implement<BillingServiceServer>(BillingServiceService, {
        getEntitlement: (request, context) => {
          state.contexts.push(context);
          return state.handler(request, context);
        },
      }),
    ],
    ...options,
  });
  await running.start();
  return running;
}

function clientOf(service: string, port = server.port(), timeoutMs?: number, onCallEnded?: (call: EndedCall) => void) {
  const client = createGrpcClient(BillingServiceClient, {
    address: `127.0.0.1:${port}`,
    signer: createIdentitySigner({ issuer: service, keyFile: identity.keyFile(service) }),
    readOnly: new Set([PATH]),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(onCallEnded && { onCallEnded }),
  });
  open.push(client);
  return client;
}

/** A call with the test's own metadata. */
function callWith(token: string | undefined): Promise<string> {
  const client = new BillingServiceClient(`127.0.0.1:${server.port()}`, credentials.createInsecure());
  const metadata = new Metadata();
  if (token) metadata.set('x-auth-identity', token);
  return new Promise((resolve) => {
    client.getEntitlement({ userId: 'u1' }, metadata, (error) => {
      client.close();
      resolve(error ? `${error.code} ${error.metadata.get('error-code')[0]}` : 'ok');
    });
  });
}

describe('a call', () => {
  it('of a listed service reaches the handler, and names the user it acts for', async () => {
    const response = await clientOf('scheduling').getEntitlement({ userId: 'u1' }, { actingFor: 'u1' });
    expect(response).toMatchObject({ userId: 'u1', tier: 'pro', revision: 3 });
    expect(state.contexts).toEqual([{ caller: 'scheduling', userId: 'u1' }]);
  });

  it('that has ended is reported on both sides, with its path, code and duration', async () => {
    const [made, answered]: EndedCall[][] = [[], []];
    const observed = await start(0, { onCallEnded: (call) => void answered?.push(call) });
    const client = clientOf('scheduling', observed.port(), undefined, (call) => void made?.push(call));
    await client.getEntitlement({ userId: 'u1' });
    state.handler = () => Promise.reject(new AppError('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.'));
    await expect(client.getEntitlement({ userId: 'u1' })).rejects.toMatchObject({ code: 'NO_SUCH_USER' });
    const ended = (code: string) => ({ rpc: PATH, code, seconds: expect.any(Number) });
    expect(made).toEqual([ended('OK'), ended('NOT_FOUND')]);
    expect(answered).toEqual([ended('OK'), ended('NOT_FOUND')]);
    await observed.stop();
  });

  it('runs in the trace of its caller, and in one of its own without', async () => {
    const traceIds: (string | undefined)[] = [];
    state.handler = async ({ userId }) => {
      traceIds.push(currentTrace()?.traceId);
      return entitlement(userId);
    };
    const client = clientOf('scheduling');
    const trace = continueTrace(undefined);
    await runInTrace(trace, () => client.getEntitlement({ userId: 'u1' }));
    await client.getEntitlement({ userId: 'u1' });
    expect(traceIds).toEqual([trace.traceId, expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(traceIds[1]).not.toBe(trace.traceId);
  });

  it('of a service that is not listed is rejected and reaches no handler', async () => {
    await expect(clientOf('drive').getEntitlement({ userId: 'u1' })).rejects.toMatchObject({
      kind: 'PERMISSION_DENIED',
      code: 'RPC_NOT_ALLOWED',
    });
    expect(state.contexts).toEqual([]);
  });

  it.each<[string, () => Promise<string | undefined>, string]>([
    ['without a token', async () => undefined, '16 IDENTITY_MISSING'],
    ['with a made-up token', async () => 'svc:scheduling', '16 IDENTITY_INVALID'],
    [
      'with a token for another service',
      () => identity.asService('scheduling', 'reelwright.drive.v1.DriveService'),
      '16 IDENTITY_INVALID',
    ],
    [
      'with the token of a person',
      async () => (await identity.asUser('u1', AUDIENCE))['x-auth-identity'],
      '7 RPC_NOT_ALLOWED',
    ],
    ['with the token of an admin', async () => (await identity.asAdmin())['x-auth-identity'], '16 IDENTITY_INVALID'],
  ])('%s is rejected', async (_how, token, status) => {
    expect(await callWith(await token())).toBe(status);
    expect(state.contexts).toEqual([]);
  });

  it.each<AppError>([
    new AppError('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.'),
    new AppError('RESOURCE_EXHAUSTED', 'PLAN_LIMIT_REACHED', 'You have used 100 % of „pro“ – 30 vidéos 🎬.'),
    new AppError('ABORTED', 'STALE', 'Somebody was quicker.'),
    new AppError('UNAVAILABLE', 'STRIPE_AWAY', 'Stripe does not answer.'),
  ])('that throws an AppError returns its kind, code and message: $code', async (error) => {
    state.handler = () => Promise.reject(error);
    const { kind, code, message } = error;
    await expect(clientOf('scheduling').getEntitlement({ userId: 'u1' })).rejects.toMatchObject({
      kind,
      code,
      message,
    });
    expect(state.contexts).toHaveLength(1);
  });

  it('that throws a CauseError returns the code and data of its cause, and no text', async () => {
    const cause = { code: 'PLAN_FEATURE', data: { feature: 'posting' } } as const;
    state.handler = () => Promise.reject(new CauseError('PERMISSION_DENIED', cause));
    const error = await clientOf('scheduling')
      .getEntitlement({ userId: 'u1' })
      .catch((caught: AppError) => caught);
    expect(error).toBeInstanceOf(CauseError);
    expect(error).toMatchObject({ kind: 'PERMISSION_DENIED', code: 'PLAN_FEATURE', shownCause: cause });
    expect((error as CauseError).message).toBe('PLAN_FEATURE');
  });

  it('that throws any other error reveals no details', async () => {
    state.handler = () => Promise.reject(new Error('select * from secrets'));
    const error = await clientOf('scheduling')
      .getEntitlement({ userId: 'u1' })
      .catch((caught: AppError) => caught);
    expect(error).toMatchObject({ kind: 'INTERNAL', code: 'INTERNAL' });
    expect((error as AppError).message).not.toContain('secrets');
  });

  it('whose response does not fit its message fails as one whose handler throws: it is logged and counted', async () => {
    const logged: unknown[] = [];
    const answered: EndedCall[] = [];
    const logger = createLogger({ service: 'test' }, { write: (line) => void logged.push(JSON.parse(line)) });
    const observed = await start(0, { logger, onCallEnded: (call) => void answered.push(call) });
    state.handler = async ({ userId }) => ({ ...entitlement(userId), videosPerMonth: 1.5 });
    await expect(clientOf('scheduling', observed.port()).getEntitlement({ userId: 'u1' })).rejects.toMatchObject({
      kind: 'INTERNAL',
      code: 'INTERNAL',
    });
    expect(logged).toEqual([expect.objectContaining({ msg: 'rpc failed', rpc: PATH })]);
    expect(answered).toMatchObject([{ code: 'INTERNAL' }]);
    await observed.stop();
  });

  it('to a handler that throws before its first await fails with the same error', async () => {
    state.handler = () => {
      throw new AppError('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.');
    };
    await expect(clientOf('scheduling').getEntitlement({ userId: 'u1' })).rejects.toMatchObject({
      code: 'NO_SUCH_USER',
    });
  });

  it('that takes too long ends at its deadline', async () => {
    let release = () => undefined as unknown;
    state.handler = () =>
      new Promise((resolve) => {
        release = () => resolve(entitlement('u1'));
      });
    const began = Date.now();
    const call = clientOf('scheduling', server.port(), 5_000).getEntitlement({ userId: 'u1' }, { timeoutMs: 200 });
    await expect(call).rejects.toMatchObject({ kind: 'DEADLINE_EXCEEDED', code: 'DEADLINE_EXCEEDED' });
    expect(Date.now() - began).toBeLessThan(2_000);
    release();
  });
});

describe('a call made for another call', () => {
  it('ends at the deadline of the other call, if it is the earlier one', async () => {
    const deadlines: (number | undefined)[] = [];
    const client = clientOf('scheduling', server.port(), 10_000);
    state.handler = async ({ userId }) => {
      deadlines.push(currentDeadline());
      return userId === 'outer' ? client.getEntitlement({ userId: 'inner' }) : entitlement(userId);
    };
    await client.getEntitlement({ userId: 'outer' }, { timeoutMs: 3_000 });
    const [outer = 0, inner = 0] = deadlines;
    expect(inner - outer).toBeLessThan(1_000);
    await client.getEntitlement({ userId: 'inner' });
    expect((deadlines[2] ?? 0) - outer).toBeGreaterThan(5_000);
  });

  it('has its own deadline when the other call was answered', async () => {
    let laterDeadline: () => number | undefined = () => 0;
    state.handler = async ({ userId }) => {
      laterDeadline = AsyncResource.bind(currentDeadline);
      return entitlement(userId);
    };
    await clientOf('scheduling').getEntitlement({ userId: 'u1' });
    expect(laterDeadline()).toBeUndefined();
  });
});

it('an address is a name, or a list of IPv4 addresses', () => {
  const signer = createIdentitySigner({ issuer: 'scheduling', keyFile: identity.keyFile('scheduling') });
  const create = (address: string) => createGrpcClient(BillingServiceClient, { address, signer });
  expect(() => create('one:1,two:2')).toThrow('Only IPv4 addresses');
});

describe('a server', () => {
  it('says at once that it drains, to callers without a token', async () => {
    const own = await start(0, { drainMs: 500 });
    const HealthClient = makeClientConstructor(healthService, 'Health');
    const client = new HealthClient(`127.0.0.1:${own.port()}`, credentials.createInsecure());
    const check = () =>
      new Promise((resolve, reject) => {
        client['check']?.({ service: '' }, (error: Error | null, response: unknown) =>
          error ? reject(error) : resolve(response),
        );
      });
    expect(await check()).toEqual({ status: 'SERVING' });
    const drained = own.drain();
    expect(await check()).toEqual({ status: 'NOT_SERVING' });
    client.close();
    await drained;
  });

  it('that is unavailable is reported at once, and is reached again when it is back', async () => {
    const first = await start(0);
    const port = first.port();
    const client = clientOf('scheduling', port);
    await client.getEntitlement({ userId: 'u1' });
    await first.stop();
    await expect(client.getEntitlement({ userId: 'u1' })).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    const second = await start(port);
    const back = Date.now();
    await eventually(() => client.getEntitlement({ userId: 'u1' }));
    expect(Date.now() - back).toBeLessThan(4_000);
    await second.stop();
  });

  it('that drains accepts calls for a while, and waits for running calls', async () => {
    const own = await start(0, { drainMs: 500, stopMs: 60_000 });
    const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    state.handler = async ({ userId }) => {
      started.resolve();
      await finish.promise;
      return entitlement(userId);
    };
    const call = clientOf('scheduling', own.port(), 30_000).getEntitlement({ userId: 'u1' });
    await started.promise;
    const drained = own.drain();
    state.handler = async ({ userId }) => entitlement(userId);
    const other = () => clientOf('scheduling', own.port()).getEntitlement({ userId: 'u2' });
    expect(await other()).toMatchObject({ userId: 'u2' });
    await eventually(() => expect(other()).rejects.toMatchObject({ kind: 'UNAVAILABLE' }));
    finish.resolve();
    expect(await call).toMatchObject({ userId: 'u1' });
    await drained;
  });

  it('that stops waits for running calls', async () => {
    const own = await start(0);
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    state.handler = async ({ userId }) => {
      started.resolve();
      await finish.promise;
      return entitlement(userId);
    };
    const call = clientOf('scheduling', own.port(), 5_000).getEntitlement({ userId: 'u1' });
    await started.promise;
    const stopped = own.stop();
    finish.resolve();
    expect(await call).toMatchObject({ tier: 'pro' });
    await stopped;
  });

  it('does not start on a port that is taken', async () => {
    await expect(start(server.port())).rejects.toThrow();
  });
});

describe('a call whose server is lost after its response began', () => {
  /** A server of bare frames: the first responses end after their headers, with their connections. */
  async function startCuttingServer(cuts = 1) {
    let calls = 0;
    const cutting = createHttp2Server();
    cutting.on('stream', (stream) => {
      calls += 1;
      stream.on('error', () => undefined).resume();
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
      if (calls <= cuts) return void stream.session?.ping(() => stream.session?.destroy());
      const message = GetEntitlementResponse.encode(entitlement('u1')).finish();
      const head = Buffer.alloc(5);
      head.writeUInt32BE(message.length, 1);
      stream.end(Buffer.concat([head, message]));
    });
    cutting.listen(0, '127.0.0.1');
    await once(cutting, 'listening');
    const { port } = cutting.address() as AddressInfo;
    open.push({ stop: async () => void cutting.close() });
    return { address: `127.0.0.1:${port}`, calls: () => calls };
  }

  const clientOf = (address: string, readOnly: ReadonlySet<string>) => {
    const signer = createIdentitySigner({ issuer: 'scheduling', keyFile: identity.keyFile('scheduling') });
    const client = createGrpcClient(BillingServiceClient, { address, signer, readOnly });
    open.unshift(client);
    return client;
  };

  it('is repeated when it is read-only', async () => {
    const cutting = await startCuttingServer();
    const response = await clientOf(cutting.address, new Set([PATH])).getEntitlement({ userId: 'u1' });
    expect(response.tier).toBe('pro');
    expect(cutting.calls()).toBe(2);
  });

  it('is repeated once', async () => {
    const cutting = await startCuttingServer(2);
    const call = clientOf(cutting.address, new Set([PATH])).getEntitlement({ userId: 'u1' });
    await expect(call).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    expect(cutting.calls()).toBe(2);
  });

  it('is not repeated when it may have changed something', async () => {
    const cutting = await startCuttingServer();
    const call = clientOf(cutting.address, new Set()).getEntitlement({ userId: 'u1' });
    await expect(call).rejects.toMatchObject({ kind: 'UNAVAILABLE' });
    expect(cutting.calls()).toBe(1);
  });
});
