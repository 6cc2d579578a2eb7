import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { credentials } from '../src/credentials.ts';
import { consent } from './consent.ts';
import { bringPython } from './python/environment.ts';
import { type Running, runSandbox } from './running.ts';

const folder = join(import.meta.dirname, 'python');
const { google } = credentials;

/** Official SDKs in another language than the product's, unchanged, against the sandbox. */
describe.each([
  ['google-api-python-client and google-auth on Drive', 'drive_test'],
  ['google-api-python-client on YouTube', 'youtube_test'],
  ['stripe for Python', 'stripe_test'],
  ['google-genai for Python', 'genai_test'],
])('%s', (_title, module) => {
  const outcomes = new Map<string, string | null>();
  let sandbox: Running;
  const receiver = createServer();

  beforeAll(async () => {
    const python = await bringPython();
    sandbox = await runSandbox({ videoSeconds: 0.2 });
    const received = await receiveEvents();
    // Nothing else from around here: proxies and other people's Google settings would be found by the SDKs.
    const env = {
      PATH: process.env.PATH,
      PYTHONUTF8: '1',
      // Compiled code lies beside the packages, not beside the scripts.
      PYTHONPYCACHEPREFIX: join(python, '../../pycache'),
      SANDBOX: JSON.stringify(await given(received)),
    };
    const { stdout } = await promisify(execFile)(python, ['outcomes.py', module], {
      cwd: folder,
      env,
      timeout: 100_000,
    });
    for (const line of stdout.trim().split('\n')) {
      const { name, failure } = JSON.parse(line) as { name: string; failure: string | null };
      outcomes.set(name, failure);
    }
  }, 450_000);
  afterAll(async () => {
    await sandbox?.end();
    receiver.closeAllConnections();
    receiver.close();
  });

  it.each(testsOf(module).map((name) => [name.slice('test_'.length).replaceAll('_', ' '), name]))(
    '%s',
    (_name, test) => {
      if (!outcomes.has(test)) throw new Error('Python did not run it.');
      const failure = outcomes.get(test);
      if (failure) throw new Error(failure);
    },
  );

  /** Takes Stripe's events and writes them down, signature beside the raw body, for the SDK to judge. */
  const receiveEvents = async (): Promise<string> => {
    const file = join(sandbox.dir, 'received.jsonl');
    writeFileSync(file, '');
    receiver.on('request', async (request, response) => {
      const signature = request.headers['stripe-signature'];
      appendFileSync(file, `${JSON.stringify({ signature, body: await text(request) })}\n`);
      response.end('{}');
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    await fetch(`${sandbox.origins.server('stripe')}/v1/webhook_endpoints/we_reelwright`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credentials.stripe.secretKey}` },
      body: new URLSearchParams({ url: `http://127.0.0.1:${port}/hook` }),
    });
    return file;
  };

  const given = async (received: string) => ({
    google: sandbox.origins.server('google'),
    console: sandbox.origins.server('console'),
    drive: {
      clientId: google.driveClientId,
      clientSecret: google.driveClientSecret,
      refreshToken: google.driveRefreshToken,
    },
    youtube: await channel(['youtube.upload', 'youtube.readonly']),
    youtubeReader: await channel(['youtube.readonly']),
    genai: { ...credentials.genai, origin: sandbox.origins.server('genai') },
    stripe: { ...credentials.stripe, origin: sandbox.origins.server('stripe'), received },
  });

  const channel = async (scopes: readonly string[]) => {
    const client = { client_id: google.youtubeClientId, redirect_uri: 'http://localhost:8080/callback' };
    const query = new URLSearchParams({
      ...client,
      response_type: 'code',
      scope: scopes.map((scope) => `https://www.googleapis.com/auth/${scope}`).join(' '),
      access_type: 'offline',
      prompt: 'consent',
    });
    const origin = sandbox.origins.server('google');
    const person = { email: 'ada.marlow@example.com', channel: 'Marlow Studio' };
    const code = (await consent(`${origin}/o/oauth2/v2/auth?${query}`, person)).get('code') ?? '';
    const secret = google.youtubeClientSecret;
    const form = { ...client, client_secret: secret, grant_type: 'authorization_code', code };
    const reply = await fetch(`${origin}/token`, { method: 'POST', body: new URLSearchParams(form) });
    const { refresh_token: refreshToken } = (await reply.json()) as { refresh_token: string };
    return { clientId: google.youtubeClientId, clientSecret: secret, refreshToken };
  };
});

function testsOf(module: string): string[] {
  const source = readFileSync(join(folder, `${module}.py`), 'utf8');
  return [...source.matchAll(/^ {4}def (test_\w+)/gm)].map(([, name = '']) => name);
}
