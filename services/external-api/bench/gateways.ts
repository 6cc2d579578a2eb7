import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ExternalApi } from '../test/harness.ts';

const FRONT = join(import.meta.dirname, '../../../gateway/bench/front-process.ts');

/** Starts a gateway for each of these service addresses, and the auth service that all of them call. */
export async function startGateways(identity: ExternalApi['identity'], services: readonly string[]) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', FRONT], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      IDENTITY_KEY_FILE: identity.keyFile('auth'),
      IDENTITY_JWKS_FILE: identity.jwksFile,
      FRONT_SERVICES: JSON.stringify(
        services.map((url) => ({ 'external-api': { host: '127.0.0.1', port: Number(new URL(url).port) } })),
      ),
    },
  });
  const exited = once(child, 'exit');
  const output = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(output, 'line'), exited.then(() => ['{}'])])) as [string];
  const { urls } = JSON.parse(line) as { urls?: string[] };
  if (!urls) throw new Error('the gateways did not start');
  return {
    urls,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Creates an account with an API key through the public routes. */
export async function newKey(gateway: string): Promise<{ userId: string; apiKey: string }> {
  const signup = await fetch(`${gateway}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: `p-${randomUUID()}@example.com`,
      password: randomUUID(),
      firstName: 'Ada',
      lastName: 'Byron',
    }),
  });
  const { id } = (await signup.json()) as { id: string };
  const cookies = signup.headers.getSetCookie().map((line) => line.split(';')[0]);
  const cookie = cookies.join('; ');
  const made = await fetch(`${gateway}/api/generate-api-key`, { method: 'POST', headers: { cookie } });
  const { apiKey } = (await made.json()) as { apiKey: string };
  return { userId: id, apiKey };
}
