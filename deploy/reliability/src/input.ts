import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '@reelwright/local/random';
import { type BadRequest, badRequests } from './input-bad.ts';
import { createCanaries, findSecrets, stackSecrets } from './input-canaries.ts';
import { type Client, createClient } from './input-client.ts';
import { problemOf } from './input-judge.ts';
import { judgeAccess, readEverything } from './input-matrix.ts';
import { type Cast, castPeople } from './input-people.ts';
import { type Call, calls } from './input-samples.ts';
import { changedTables, readTables } from './input-tables.ts';
import { eventually, signUp } from './people.ts';
import { say } from './say.ts';
import { REMOTE_MODEL, type Stack, withStack } from './stack.ts';

/**
 * Bad input on every route of a running stack: each request is rejected with `{error, message}`, nothing is written, no
 * answer shows internals, and no log has a secret. Then every call is made without the permission for it.
 */

const SEED = Number(process.env.SEED || randomInt(2 ** 31));
const AT_ONCE = 4;
/** An API key has a hundred requests an hour. */
const REQUESTS_A_KEY = 90;
const SHOWN = 40;
const CODES_BEFORE_THE_ROUTE = [
  'SIGNED_OUT',
  'SESSION_EXPIRED',
  'ADMIN_LOCKED',
  'API_KEY_INVALID',
  'TOO_MANY_REQUESTS',
  'TOO_MANY_ATTEMPTS',
];

say(`SEED=${SEED}`);
process.exitCode = (await withStack({ env: { ...REMOTE_MODEL, LOG_LEVEL: 'info' } }, run)) ? 0 : 1;

async function run(stack: Stack): Promise<boolean> {
  const { adminCode } = JSON.parse(readFileSync(join(stack.home, 'run/secrets.json'), 'utf8')) as { adminCode: string };
  const client = createClient(stack.baseUrl);
  const cast = await castPeople(stack, adminCode);
  const random = createRandom(SEED);
  const requests = await Promise.all(
    calls.map(async (call) => ({ call, badRequest: badRequests(call, methodsOf(call), random) })),
  );
  const keys = await manyKeys(
    stack,
    requests.filter(({ call }) => call.route.policy === 'api_key').flatMap(({ badRequest }) => badRequest).length,
  );
  const before = await quiet(stack);
  say(`${cast.ada.person.name} and ${cast.bob.person.name} are signed up; ${before.size} tables are quiet`);

  const withCredentials = requests.flatMap(({ call, badRequest }) =>
    badRequest.map((request) => ({ ...request, headers: { ...credentials(call, cast, keys), ...request.headers } })),
  );
  const codes = new Map<string, number>();
  const problems = await sendAll(client, withCredentials, codes);
  // A request that is rejected before it reaches the route tests nothing.
  for (const code of CODES_BEFORE_THE_ROUTE)
    if (codes.has(code)) problems.push(`${codes.get(code)} requests got no further than ${code}`);
  say(
    `${withCredentials.length} bad requests on ${calls.length} calls: ${problems.length} were not refused as they should be`,
  );
  const counted = [...codes].sort(([, one], [, other]) => other - one);
  say(`  ${counted.map(([code, count]) => `${code} ${count}`).join(', ')}`);

  const { person, apiKey } = cast.ada;
  const { requests: secretRequests, secrets } = createCanaries(person, apiKey);
  problems.push(...(await sendAll(client, secretRequests)));
  const reads = await readEverything(client, cast);
  say(`[ASVS 3.5.3] ${reads} reads, sent as for a link on another site`);
  const changes = changedTables(before, await readTables(stack));
  say(`${changes.length} tables changed`);

  const access = await judgeAccess(client, cast);
  say(
    `[ASVS 8.2.1, 8.2.2] ${access.requestCount} calls without permission: ${access.problems.length} were not refused as they should be`,
  );
  const { lines, foundSecrets } = findSecrets(stack.home, new Map([...secrets, ...stackSecrets(stack.home)]));
  say(`[ASVS 16.2.5] ${secrets.size} secrets sent: ${foundSecrets.length} found in ${lines} lines of logs`);
  client.close();

  const all = [...problems, ...changes.map((table) => `written: ${table}`), ...access.problems, ...foundSecrets];
  for (const line of all.slice(0, SHOWN)) say(`  ${line}`);
  if (all.length > SHOWN) say(`  and ${all.length - SHOWN} more`);
  say(
    all.length === 0
      ? `All were refused; SEED=${SEED} repeats the run`
      : `${all.length} failures; SEED=${SEED} repeats the run`,
  );
  return all.length === 0;
}

function methodsOf({ path }: Call): ReadonlySet<string> {
  return new Set(calls.filter((other) => other.path === path).map(({ method }) => method));
}

/** A credential of the kind that the route requires. Several keys, or the hourly limit would reject the calls. */
function credentials({ route }: Call, cast: Cast, keys: () => string): Record<string, string> {
  if (route.policy === 'api_key') return { 'x-api-key': keys() };
  return { cookie: route.policy === 'admin' ? cast.adminCookie : cast.ada.person.cookie };
}

async function manyKeys(stack: Stack, requests: number): Promise<() => string> {
  const keys: string[] = [];
  while (keys.length * REQUESTS_A_KEY < requests) {
    const person = await signUp(stack);
    keys.push((await person.api<{ apiKey: string }>('/api/generate-api-key', { method: 'POST', body: {} })).apiKey);
  }
  let used = 0;
  return () => keys[used++ % keys.length] ?? '';
}

/** The tables after all writes that were started have ended. */
async function quiet(stack: Stack): Promise<Map<string, string>> {
  return eventually(
    async () => {
      const first = await readTables(stack);
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const second = await readTables(stack);
      const moving = changedTables(first, second);
      if (moving.length > 0) throw new Error(`still changing: ${moving.join('; ')}`);
      return second;
    },
    { withinMs: 90_000 },
  );
}

/** Makes several calls at once. @returns what was wrong */
async function sendAll(
  client: Client,
  requests: readonly BadRequest[],
  codes = new Map<string, number>(),
): Promise<string[]> {
  const waiting = [...requests].reverse();
  const problems: string[] = [];
  const worker = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const problem = await client.send(request).then(
        (response) => {
          const code = /"error":"(\w+)"/.exec(response.text)?.[1] ?? String(response.status);
          codes.set(code, (codes.get(code) ?? 0) + 1);
          return problemOf(request, response);
        },
        (error: unknown) => `got no answer: ${String(error)}`,
      );
      if (problem) problems.push(`${request.method} ${request.path.slice(0, 80)} with ${request.what}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return problems;
}
