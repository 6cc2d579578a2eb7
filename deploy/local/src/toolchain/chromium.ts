import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { ExpectedError } from '../say.ts';
import { installDebianPackages } from './apt.ts';
import { readVersion } from './command.ts';
import { fetchedTool, foundTool, type Tool } from './tool.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser of the journeys, as an absolute path: CHROME_PATH, else one on the PATH, else Debian's chromium. */
export async function ensureChromium(env: NodeJS.ProcessEnv): Promise<Tool<string>> {
  for (const name of env.CHROME_PATH ? [env.CHROME_PATH] : NAMES) {
    const path = find(name, env);
    const version = path && (await versionOf(path));
    if (path && version) return foundTool('chromium', path, `${version}, found`);
  }
  const started = performance.now();
  const megabytes = await installDebianPackages('Chromium', ['chromium']);
  const path = find('chromium', env);
  if (!path) throw new ExpectedError('Chromium was installed but is not on the PATH: set CHROME_PATH to where it is.');
  return fetchedTool('chromium', path, (await versionOf(path)) ?? 'unknown version', megabytes, started);
}

/** The driver starts the browser without a shell, so it needs the full path. */
function find(name: string, env: NodeJS.ProcessEnv): string | undefined {
  if (isAbsolute(name)) return existsSync(name) ? name : undefined;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

async function versionOf(command: string): Promise<string | undefined> {
  return /(\d+)(\.\d+)+/.exec((await readVersion(command, ['--version'])) ?? '')?.[0];
}
