import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuthServiceClient } from '@reelwright/contracts';
import { createGrpcClient } from '@reelwright/grpc';
import { createIdentitySigner } from '@reelwright/identity';
import { finishPart } from '../src/accounts/receipt.repository.ts';
import { SERVICES } from '../src/accounts/receipt.ts';
import { type Auth, cookieOf, startAuth } from './harness.ts';

let auth: Auth;
let client: ReturnType<typeof clientOf>;
beforeAll(async () => {
  auth = await startAuth();
  client = clientOf('publishing');
});
afterAll(async () => {
  await client.stop();
  await auth.stop();
});

function clientOf(service: string) {
  return createGrpcClient(AuthServiceClient, {
    address: `127.0.0.1:${auth.grpc.port()}`,
    signer: createIdentitySigner({ issuer: service, keyFile: auth.identity.keyFile(service) }),
  });
}

async function newcomer() {
  const person = auth.newPerson();
  const signup = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: person });
  return { ...person, userId: signup.json().id as string, cookie: cookieOf(signup) };
}

const NO_SUCH_USER = { kind: 'NOT_FOUND', code: 'NO_SUCH_USER' };
const ACCOUNT_DELETED = { kind: 'NOT_FOUND', code: 'ACCOUNT_DELETED' };

describe('GetUser', () => {
  it('returns the profile', async () => {
    const { userId, email, firstName, lastName } = await newcomer();
    expect(await client.getUser({ userId })).toEqual({ userId, email, firstName, lastName, emailVerified: false });
  });

  it('says that an account was deleted until every service has erased its data', async () => {
    const { userId, password, cookie } = await newcomer();
    const headers = { cookie, ...(await auth.identity.asUser(userId)) };
    const left = await auth.app.inject({ method: 'DELETE', url: '/api/auth/user', headers, payload: { password } });
    expect(left.statusCode).toBe(202);
    await expect(client.getUser({ userId })).rejects.toMatchObject(ACCOUNT_DELETED);
    const [last = '', ...others] = [...SERVICES].reverse();
    const finish = (service: string) =>
      auth.db.transaction().execute((trx) => finishPart(trx, { userId, service, erased: [], at: new Date() }));
    for (const service of others) await finish(service);
    await expect(client.getUser({ userId })).rejects.toMatchObject(ACCOUNT_DELETED);
    await finish(last);
    await expect(client.getUser({ userId })).rejects.toMatchObject(NO_SUCH_USER);
  });

  it.each(['999999999999', 'nobody', ''])('knows no user %p', async (userId) => {
    await expect(client.getUser({ userId })).rejects.toMatchObject(NO_SUCH_USER);
  });

  it('[ASVS 8.3.1] is refused to a service that has no use for it', async () => {
    const external = clientOf('external-api');
    await expect(external.getUser({ userId: '1' })).rejects.toMatchObject({ code: 'RPC_NOT_ALLOWED' });
    await external.stop();
  });
});
