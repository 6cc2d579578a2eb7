import { installDebianPackages } from './apt.ts';
import { askVersion } from './command.ts';
import { fetched, given, type Tool } from './tool.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser of the journeys: CHROME_PATH, else one on the PATH, else Debian's chromium. */
export async function bringChromium(env: NodeJS.ProcessEnv): Promise<Tool<string>> {
  for (const name of env.CHROME_PATH ? [env.CHROME_PATH] : NAMES) {
    const version = await versionOf(name);
    if (version) return given('chromium', name, `${version}, found`);
  }
  const started = performance.now();
  const megabytes = await installDebianPackages('Chromium', ['chromium']);
  return fetched('chromium', 'chromium', (await versionOf('chromium')) ?? 'unknown version', megabytes, started);
}

async function versionOf(command: string): Promise<string | undefined> {
  return /(\d+)(\.\d+)+/.exec((await askVersion(command, ['--version'])) ?? '')?.[0];
}
