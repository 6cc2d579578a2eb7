import { ExpectedError } from '../say.ts';
import { lastLines, runCommand } from './command.ts';

// Runlevel 1: a package with a server does not start it, because ours run on their own ports.
const APT_ENV = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };

// apt allows one caller at a time, and tools are brought in parallel.
let queue: Promise<unknown> = Promise.resolve();
let listsAreFresh = false;

/**
 * Installs Debian packages when this process may.
 * @returns megabytes fetched
 * @throws ExpectedError that names the packages and what to do
 */
export function installDebianPackages(purpose: string, packages: readonly string[]): Promise<number> {
  const turn = queue.then(() => install(purpose, packages));
  queue = turn.catch(() => undefined);
  return turn;
}

async function install(purpose: string, packages: readonly string[]): Promise<number> {
  const names = packages.join(' ');
  if (process.getuid?.() !== 0) {
    throw new ExpectedError(
      `${purpose} is missing and only an administrator can install it: ask for 'apt-get install ${names}', then run make again.`,
    );
  }
  if (!listsAreFresh) {
    await runCommand('apt-get', ['update', '-qq'], { env: APT_ENV });
    listsAreFresh = true;
  }
  const { code, output } = await runCommand('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    env: APT_ENV,
  });
  if (code !== 0) {
    throw new ExpectedError(
      `${purpose} is missing and 'apt-get install ${names}' failed: install it by hand, then run make again.\n${lastLines(output)}`,
    );
  }
  return megabytesFetched(output);
}

function megabytesFetched(output: string): number {
  const [, amount, unit] = /Need to get ([\d.,]+) (k|M|G)?B/.exec(output) ?? [];
  const scale = { k: 0.001, M: 1, G: 1000 }[unit ?? 'M'] ?? 1;
  return Number((amount ?? '0').replaceAll(',', '')) * scale;
}
