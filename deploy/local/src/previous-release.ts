import { ExpectedError } from './say.ts';
import { lastLines, runCommand } from './toolchain/command.ts';

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
