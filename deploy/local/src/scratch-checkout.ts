import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ExpectedError } from './say.ts';
import { lastLines, runCommand } from './toolchain/command.ts';

/** A checkout of a commit with its packages installed, in which code may be changed. */
export interface ScratchCheckout {
  readonly root: string;
  git(...args: string[]): Promise<void>;
  /** Restores every file to the commit. */
  restore(): Promise<void>;
  /** Deletes it from the disk. */
  remove(): Promise<void>;
}

/** Creates it outside the checkout `root`, because Jest finds no suites below .reelwright. */
export async function createScratchCheckout(
  root: string,
  env: NodeJS.ProcessEnv,
  commit = 'HEAD',
): Promise<ScratchCheckout> {
  const folder = join(mkdtempSync(join(tmpdir(), 'reelwright-scratch-')), 'checkout');
  await git(root, ['worktree', 'add', '--detach', '--quiet', folder, commit]);
  const remove = async () => {
    rmSync(dirname(folder), { recursive: true, force: true });
    await git(root, ['worktree', 'prune']);
  };
  const install = await runCommand('pnpm', ['install', '--frozen-lockfile', '--offline'], {
    cwd: folder,
    env: { ...env, CI: '1' },
  });
  if (install.code !== 0) {
    await remove();
    throw new ExpectedError(`The packages do not install:\n${lastLines(install.output)}`);
  }
  return {
    root: folder,
    git: (...args) => git(folder, args),
    restore: () => git(folder, ['checkout', '--quiet', '.']),
    remove,
  };
}

async function git(cwd: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runCommand('git', args, { cwd });
  if (code !== 0) throw new ExpectedError(`git ${args.join(' ')} did not work:\n${lastLines(output)}`);
}
