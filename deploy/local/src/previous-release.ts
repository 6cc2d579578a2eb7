import { ExpectedError } from './say.ts';
import { lastLines, runCommand } from './toolchain/command.ts';
import { packagesOf } from './workspace.ts';

const MIGRATIONS: readonly string[] = ['services/*/migrations', 'libs/*/migrations'];

/** @returns the commit that PREVIOUS names, else the last tag, else where this branch left main */
export async function previousRelease(root: string, named: string | undefined): Promise<string> {
  const choices = named
    ? [['rev-parse', '--verify', `${named}^{commit}`]]
    : [
        ['describe', '--tags', '--abbrev=0'],
        ['merge-base', 'HEAD', 'origin/main'],
        ['merge-base', 'HEAD', 'main'],
      ];
  for (const args of choices) {
    const { code, output } = await runCommand('git', args, { cwd: root });
    if (code === 0) return output.trim();
    if (named) throw new ExpectedError(`PREVIOUS names no commit:\n${lastLines(output)}`);
  }
  throw new ExpectedError('There is no tag and no main: name the previous release by PREVIOUS.');
}

/** The previous release's services whose schema has changed since; all of them after a change of a lib's tables. */
export async function servicesWithNewSchema(root: string, previous: string): Promise<string[]> {
  // Without `glob`, a pattern with an asterisk matches no file below a folder.
  const files = MIGRATIONS.map((folder) => `:(glob)${folder}/**`);
  const { output } = await runCommand('git', ['diff', '--name-only', previous, '--', ...files], { cwd: root });
  const changed = output.split('\n').filter((path) => path !== '');
  const listed = await runCommand('git', ['ls-tree', '-d', '--name-only', previous, 'services/'], { cwd: root });
  const services = packagesOf(root).filter((path) => listed.output.split('\n').includes(path));
  if (changed.some((path) => path.startsWith('libs/'))) return services.filter((path) => path.startsWith('services/'));
  return services.filter((service) => changed.some((path) => path.startsWith(`${service}/migrations/`)));
}
