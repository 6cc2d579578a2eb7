import { installDebianPackages } from './apt.ts';
import { readVersion } from './command.ts';

/** The command that runs pip: Python's module, else one on the PATH, else Debian's. `purpose` names what needs it. */
export async function ensurePip(purpose: string): Promise<[string, ...string[]]> {
  const asModule: [string, ...string[]] = ['python3', '-m', 'pip'];
  if (await readVersion('python3', ['-m', 'pip', '--version'])) return asModule;
  for (const name of ['pip3', 'pip']) if (await readVersion(name, ['--version'])) return [name];
  await installDebianPackages(purpose, ['python3', 'python3-pip']);
  return asModule;
}
