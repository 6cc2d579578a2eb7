import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LimitFunction } from 'p-limit';
import type { Folders } from './folders.ts';
import { portsFrom, SERVICES } from './ports.ts';
import { runningStack } from './running-stack.ts';
import { wantsS3 } from './s3-server.ts';
import { ExpectedError, say } from './say.ts';
import { readSecrets } from './secrets.ts';
import { runSuite, type SuiteResult } from './suite.ts';
import { ensureChromium } from './toolchain/chromium.ts';
import { runCommand } from './toolchain/command.ts';

const FOLDER = 'web/e2e';

/** Journeys that share a stack. */
interface JourneyGroup {
  readonly name: string;
  readonly home: string;
  readonly portBase: number;
  readonly files: readonly string[];
}

/** Journeys that kill parts have a stack of their own. JOURNEY=admin selects those with 'admin' in their file's name. */
export function journeyGroups(root: string, env: NodeJS.ProcessEnv): JourneyGroup[] {
  const { JOURNEY: part = '' } = env;
  const files = readdirSync(join(root, FOLDER)).filter((name) => name.endsWith('.spec.ts') && name.includes(part));
  if (files.length === 0) throw new ExpectedError(`No journey has '${part}' in its file's name.`);
  const [killing, others] = [true, false].map((kills) => files.filter((name) => kills === name.startsWith('kills')));
  return [
    { name: `${FOLDER} kills`, home: 'journeys-kills', portBase: 19_080, files: killing ?? [] },
    { name: FOLDER, home: 'journeys', portBase: 18_080, files: others ?? [] },
  ].filter((group) => group.files.length > 0);
}

/** Runs browser journeys against a stack of their own, beside other stacks, and drops it. */
export async function runJourneys(
  folders: Folders,
  { name, portBase, files, ...group }: JourneyGroup,
  env: NodeJS.ProcessEnv,
  { seed, starting }: { seed: number | undefined; starting: LimitFunction },
): Promise<SuiteResult> {
  const { value: chromium } = await starting(() => ensureChromium(env));
  const ports = portsFrom(portBase);
  const home = join(folders.home, group.home);
  const baseUrl = `http://localhost:${ports.gateway.http}`;
  const keepsVideosInBucket = wantsS3(env);
  const stackEnv = {
    ...env,
    ONLY: '',
    PORT_BASE: String(portBase),
    REELWRIGHT_HOME: home,
    RENDERER_QUALITY: 'instant',
    // The developer's own servers may have data, so the journeys use servers of their own.
    DATABASE_URL: '',
    KAFKA_BROKERS: '',
  };
  const target = (targetName: string, extra: NodeJS.ProcessEnv = {}) =>
    runCommand(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, `${targetName}.ts`)],
      { cwd: folders.root, env: { ...stackEnv, ...extra } },
    );
  await target('reset');
  try {
    const up = await starting(() => target('up', { DETACH: '1' }));
    if (up.code !== 0) return { name, passed: 0, failed: 1, took: '', output: up.output };
    const stack = runningStack(stackEnv);
    const databases = stack.databases();
    return await runSuite({
      root: folders.root,
      folder: FOLDER,
      name,
      env: {
        ...stackEnv,
        CHROME_PATH: chromium,
        BASE_URL: baseUrl,
        SANDBOX_URL: `http://localhost:${ports.sandbox.console}`,
        MEDIA_ORIGIN: keepsVideosInBucket ? `http://127.0.0.1:${ports.s3.http}` : baseUrl,
        // The journeys compare screens with the services' own tables.
        DATABASES: JSON.stringify(Object.fromEntries(SERVICES.map((service) => [service, databases.service(service)]))),
        ADMIN_CODE: readSecrets(stack.folders.run)?.adminCode,
      },
      reports: join(folders.home, 'test', 'reports'),
      seed,
      args: ['--runInBand', '--runTestsByPath', ...files],
    });
  } finally {
    if (env.KEEP_JOURNEYS === '1') say(`The journeys' stack still runs; its logs are in ${join(home, 'run/logs')}.`);
    else await target('reset');
  }
}
