import assert from 'node:assert/strict';
import type { TestIdentity } from './identity.ts';

interface Response {
  readonly statusCode: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** The route GET /api/account-data/<part> of a service under test. */
export interface AccountDataRoute {
  readonly part: string;
  readonly app: { inject(request: { url: string; headers?: Record<string, string> }): Promise<Response> };
  readonly identity: TestIdentity;
}

/** A person with a row in every table that the route reads: the expected data, and the secrets it must not contain. */
export interface KnownPerson {
  readonly userId: string;
  readonly data: object;
  readonly secrets: readonly string[];
}

/** The route's response to a user, as `data` and as text. Throws unless it has the common form and is not cached. */
export async function readAccountData({ part, app, identity }: AccountDataRoute, userId: string, query = '') {
  const url = `/api/account-data/${part}${query}`;
  const { statusCode, headers, body } = await app.inject({ url, headers: await identity.asUser(userId) });
  assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-store'], body);
  const { exportedAt, data, ...fields } = JSON.parse(body);
  assert.deepEqual(fields, { part });
  assert.equal(new Date(exportedAt).toISOString(), exportedAt);
  return { data, body };
}

/** Throws unless each of two people gets exactly their own data, also if they name the other, and an anonymous caller gets none. */
export async function requireOwnData(route: AccountDataRoute, one: KnownPerson, other: KnownPerson): Promise<void> {
  for (const [caller, otherPerson] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const query of ['', `?userId=${otherPerson.userId}`, `?user_id=${otherPerson.userId}`]) {
      assert.deepEqual((await readAccountData(route, caller.userId, query)).data, caller.data);
    }
  }
  const { statusCode, body } = await route.app.inject({ url: `/api/account-data/${route.part}?userId=${one.userId}` });
  assert.deepEqual([statusCode, JSON.parse(body).error], [401, 'SIGNED_OUT']);
}

/** Throws if the response contains a secret of the person, or if there is no secret to look for. */
export async function requireNoSecret(route: AccountDataRoute, { userId, secrets }: KnownPerson): Promise<void> {
  assert.ok(secrets.length > 0 && secrets.every((secret) => secret !== ''), 'a secret to look for');
  const { body } = await readAccountData(route, userId);
  assert.deepEqual(
    secrets.filter((secret) => body.includes(secret)),
    [],
  );
}
