import { join } from 'node:path';
import type { Folders } from './folders.ts';
import { portsFrom, SERVICES } from './ports.ts';
import { runningStack } from './running-stack.ts';
import { say } from './say.ts';
import { readSecrets } from './secrets.ts';
import { runSuite, type SuiteResult } from './suite.ts';
import { bringChromium } from './toolchain/chromium.ts';
import { runCommand } from './toolchain/command.ts';

const PORT_BASE = 18_080;

/**
 * Runs the browser journeys against a stack of their own, beside whatever else runs here, and drops it. JOURNEY=admin runs
 * those with that in their file's name only.
 */
export async function runJourneys(
  folders: Folders,
  env: NodeJS.ProcessEnv,
  seed: number | undefined,
): Promise<SuiteResult> {
  const { value: chromium } = await bringChromium(env);
  const ports = portsFrom(PORT_BASE);
  const home = join(folders.home, 'journeys');
  const stackEnv = {
    ...env,
    ONLY: '',
    PORT_BASE: String(PORT_BASE),
    REELWRIGHT_HOME: home,
    RENDERER_QUALITY: 'instant',
    // Given servers may hold a developer's data; the journeys make and lose their own.
    DATABASE_URL: '',
    KAFKA_BROKERS: '',
  };
  const verb = (name: string, extra: NodeJS.ProcessEnv = {}) =>
    runCommand(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, `${name}.ts`)], {
      cwd: folders.root,
      env: { ...stackEnv, ...extra },
    });
  await verb('reset');
  try {
    const up = await verb('up', { DETACH: '1' });
    if (up.code !== 0) return { name: 'web/e2e', passed: 0, failed: 1, took: '', output: up.output };
    const stack = runningStack(stackEnv);
    const databases = stack.databases();
    return await runSuite({
      root: folders.root,
      folder: 'web/e2e',
      env: {
        ...stackEnv,
        CHROME_PATH: chromium,
        BASE_URL: `http://localhost:${ports.gateway.http}`,
        SANDBOX_URL: `http://localhost:${ports.sandbox.console}`,
        // What a screen says is held against what the services themselves have written down.
        DATABASES: JSON.stringify(Object.fromEntries(SERVICES.map((name) => [name, databases.service(name)]))),
        ADMIN_CODE: readSecrets(stack.folders.run)?.adminCode,
      },
      reports: join(folders.home, 'test', 'reports'),
      seed,
      args: ['--runInBand', ...(env.JOURNEY ? [`e2e/[^/]*${env.JOURNEY}`] : [])],
    });
  } finally {
    if (env.KEEP_JOURNEYS === '1') say(`The journeys' stack still runs; its logs are in ${join(home, 'run/logs')}.`);
    else await verb('reset');
  }
}
