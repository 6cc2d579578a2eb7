import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { credentials } from '../src/credentials.ts';
import { personFor } from '../src/facebook/accounts.ts';
import { sampleClip } from '../src/social/sample-clip.ts';
import type { RunningSandbox } from '../src/start.ts';
import { consent } from './consent.ts';
import { runSandbox } from './running.ts';

const { google } = credentials;

/** The failure of each test by name; null for a pass. */
export type Outcomes = ReadonlyMap<string, string | null>;

/** Runs tests in another language against a new sandbox, whose addresses they read from SANDBOX (JSON). */
export async function runAgainstSandbox(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<string> {
  const sandbox = await runSandbox({ videoSeconds: 0.2 });
  try {
    // No other variables, because the SDKs would read proxies and settings from them.
    const whole = {
      PATH: process.env.PATH,
      HOME: sandbox.dir,
      ...env,
      SANDBOX: JSON.stringify(await givenTo(sandbox)),
    };
    const run = promisify(execFile)(command, args, { cwd, env: whole, timeout: 100_000, maxBuffer: 16 * 1024 ** 2 });
    // The exit code is ignored: failures are read from the output.
    const { stdout } = await run.catch((error: Error & { stdout?: string }) => {
      if (error.stdout) return { stdout: error.stdout };
      throw error;
    });
    return stdout;
  } finally {
    await sandbox.end();
  }
}

/** Adds a Jest test for each test of the other language, by its name. */
export function reportEach(names: readonly string[], outcomes: () => Outcomes): void {
  it.each(names.map((name) => [name.replace(/^test_/i, '').replaceAll('_', ' '), name]))('%s', (_title, name) => {
    const failure = outcomes().get(name);
    if (failure === undefined) throw new Error('It was not run.');
    if (failure !== null) throw new Error(failure);
  });
}

async function givenTo(sandbox: RunningSandbox): Promise<object> {
  const { origins } = sandbox;
  const { driveClientId, driveClientSecret, driveRefreshToken } = google;
  return {
    google: origins.server('google'),
    console: origins.server('console'),
    signIn: { clientId: google.clientId, clientSecret: google.clientSecret },
    drive: { clientId: driveClientId, clientSecret: driveClientSecret, refreshToken: driveRefreshToken },
    youtube: await channel(sandbox, ['youtube.upload', 'youtube.readonly']),
    youtubeReader: await channel(sandbox, ['youtube.readonly']),
    genai: { ...credentials.genai, origin: origins.server('genai') },
    tiktok: { ...credentials.tiktok, origin: origins.server('tiktok') },
    facebook: { ...credentials.facebook, origin: origins.server('facebook'), pages: pagesOfAda(sandbox) },
    instagram: { ...credentials.instagram, origin: origins.server('instagram') },
    clip: sampleClip().toString('base64'),
    stripe: { ...credentials.stripe, origin: origins.server('stripe') },
  };
}

/** Created by the first read of the people. */
function pagesOfAda({ store }: RunningSandbox): string[] {
  return personFor(store, 'ada.marlow')?.pages.map(({ id }) => id) ?? [];
}

async function channel({ origins }: RunningSandbox, scopes: readonly string[]) {
  const client = { client_id: google.youtubeClientId, redirect_uri: 'http://localhost:8080/callback' };
  const query = new URLSearchParams({
    ...client,
    response_type: 'code',
    scope: scopes.map((scope) => `https://www.googleapis.com/auth/${scope}`).join(' '),
    access_type: 'offline',
    prompt: 'consent',
  });
  const origin = origins.server('google');
  const person = { email: 'ada.marlow@example.com', channel: 'Marlow Studio' };
  const code = (await consent(`${origin}/o/oauth2/v2/auth?${query}`, person)).get('code') ?? '';
  const secret = google.youtubeClientSecret;
  const form = { ...client, client_secret: secret, grant_type: 'authorization_code', code };
  const reply = await fetch(`${origin}/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { refresh_token: refreshToken } = (await reply.json()) as { refresh_token: string };
  return { clientId: google.youtubeClientId, clientSecret: secret, refreshToken };
}
