import { join } from 'node:path';
import { AuthServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import type { ServiceName } from '@reelwright/local/running-stack';
import { HttpError, type Person, type StackUrls } from '../people.ts';
import { send } from '../session.ts';
import type { Stack } from '../stack.ts';
import type { Cast } from './cast.ts';
import { type Counted, callsOf, requestsOf } from './counts.ts';

/** A request that changes nothing. */
export interface Read {
  readonly shown: string;
  /** What it is counted as, once each: at its service, and at those that its service calls for it. */
  readonly counted: readonly Counted[];
  /**
   * `in part`: without what another service gives for it, the documented answer when that one takes too long.
   * @throws HttpError for a response that is not 2xx
   */
  send(): Promise<'ok' | 'in part'>;
}

const TIMEOUT_MS = 20_000;
const GET_USER = '/reelwright.auth.v1.AuthService/GetUser';

/** One read of each service through the gateway, and those that call the service of an rpc exactly once. */
export function readsOf(stack: StackUrls, cast: Cast): Read[] {
  const { owner } = cast;
  const own = (service: ServiceName, path: string, calls: readonly Counted[] = [], isWhole = always): Read => ({
    shown: path,
    counted: [requestsOf(service, path), ...calls],
    send: async () => (isWhole(await answer(path, ofPerson(stack, owner, path))) ? 'ok' : 'in part'),
  });
  let turn = 0;
  const nextKey = () => cast.apiKeys[turn++ % cast.apiKeys.length] ?? '';
  return [
    own(
      'auth',
      '/api/auth/user',
      [
        callsOf('billing', '/reelwright.billing.v1.BillingService/GetEntitlement'),
        callsOf('scheduling', '/reelwright.scheduling.v1.SchedulingService/GetUsage'),
      ],
      ({ headers }) => !headers.has('x-stale'),
    ),
    own('billing', '/api/payments'),
    own(
      'scheduling',
      '/api/videos',
      [callsOf('generation', '/reelwright.generation.v1.GenerationService/GetVideos')],
      ({ body }) => body.includes('"mediaUrl":"'),
    ),
    own(
      'scheduling',
      '/api/video-configuration',
      [callsOf('drive', '/reelwright.drive.v1.DriveService/GetFolder')],
      ({ body }) => body.includes('"folderUrl":"'),
    ),
    {
      shown: '/media/{file}',
      counted: [requestsOf('generation', '/media/:file')],
      async send() {
        await answer('/media', fetch(cast.mediaUrl, { ...limited(), headers: { range: 'bytes=0-1023' } }));
        return 'ok';
      },
    },
    own('drive', '/api/account-data/drive'),
    own('publishing', '/api/social-connections'),
    own('analytics', '/api/account-data/usage'),
    own('external-api', '/api/account-data/partner'),
    {
      shown: '/api/external/user/connections',
      counted: [
        requestsOf('external-api', '/api/external/user/connections'),
        callsOf('publishing', '/reelwright.publishing.v1.PublishingService/ListConnections'),
      ],
      async send() {
        const path = '/api/external/user/connections';
        await answer(path, fetch(`${stack.baseUrl}${path}`, { ...limited(), headers: { 'x-api-key': nextKey() } }));
        return 'ok';
      },
    },
  ];
}

/**
 * No read makes one call of auth's only rpc, so a client like those of the services calls it, with scheduling's key.
 * @param numbers the replicas that the client knows
 */
export function callsOfAuth(stack: Stack, { owner }: Cast, numbers: readonly number[]) {
  const client = createGrpcClient(AuthServiceClient, {
    address: numbers.map((number) => `127.0.0.${number}:${stack.ports.auth.grpc}`).join(','),
    signer: createIdentitySigner({
      issuer: 'scheduling',
      keyFile: join(stack.home, 'run/identity/scheduling.jwk.json'),
    }),
  });
  const read: Read = {
    shown: 'a client of this program',
    counted: [callsOf('auth', GET_USER)],
    async send() {
      await client.getUser({ userId: owner.userId });
      return 'ok';
    },
  };
  return { read, stop: client.stop };
}

interface Answer {
  readonly headers: Headers;
  readonly body: string;
}

/** @throws HttpError for a response that is not 2xx */
async function answer(path: string, responding: Promise<Response>): Promise<Answer> {
  const response = await responding;
  const body = await response.text();
  if (!response.ok) throw new HttpError(path, response.status, body);
  return { headers: response.headers, body };
}

const ofPerson = (stack: StackUrls, { cookie }: Person, path: string) =>
  send(stack, cookie, { method: 'GET', path, body: undefined, timeoutMs: TIMEOUT_MS });
const limited = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) });

const always = (_answer: Answer): boolean => true;
