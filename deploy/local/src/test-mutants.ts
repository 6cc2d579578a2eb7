import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { foldersFrom } from './folders.ts';
import { columns, PlainProblem, runVerb, say, seconds } from './say.ts';
import { runSuite } from './suite.ts';
import { startTestServers } from './test-servers.ts';
import { lastLines, runCommand } from './toolchain/command.ts';
import { bringFfmpeg } from './toolchain/ffmpeg.ts';

/** A service's own suite must notice its mutant within this time. */
const LIMIT_MS = 120_000;

/**
 * Breaks one service at a time, by the patch of its name in deploy/local/mutants, in a checkout of its own, and runs that
 * service's suite: it must fail. A mutant that survives means that a rule is no longer tested.
 */
await runVerb(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const { root } = folders;
  const patches = readdirSync(join(root, 'deploy/local/mutants')).filter((name) => name.endsWith('.patch'));
  const chosen = patches.filter((name) => !env.ONLY || name === `${env.ONLY}.patch`).sort();
  if (chosen.length === 0) throw new PlainProblem(`There is no mutant '${env.ONLY}'.`);

  // Outside this checkout: what lies below .reelwright is no place in which suites are looked for.
  const checkout = join(mkdtempSync(join(tmpdir(), 'reelwright-mutants-')), 'checkout');
  await git(root, 'worktree', 'add', '--detach', '--quiet', checkout, 'HEAD');
  const { value: ffmpeg } = await bringFfmpeg(env);
  const servers = await startTestServers(folders, env);
  const survivors: string[] = [];
  try {
    const installed = await runCommand('pnpm', ['install', '--frozen-lockfile', '--offline'], {
      cwd: checkout,
      env: { ...env, CI: '1' },
    });
    if (installed.code !== 0) throw new PlainProblem(`The packages do not install:\n${lastLines(installed.output)}`);
    const suiteEnv = { ...env, ...servers.env, FFMPEG_PATH: ffmpeg.ffmpeg, FFPROBE_PATH: ffmpeg.ffprobe, ONLY: '' };
    const reports = join(folders.home, 'test', 'mutant-reports');
    mkdirSync(reports, { recursive: true });
    for (const name of chosen) {
      const service = name.replace('.patch', '');
      const began = performance.now();
      await git(checkout, 'apply', join(root, 'deploy/local/mutants', name));
      const { failed, passed } = await runSuite({
        root: checkout,
        folder: `services/${service}`,
        env: suiteEnv,
        reports,
        seed: undefined,
        args: ['--maxWorkers=2', '--bail=1'],
      });
      await git(checkout, 'checkout', '--quiet', '.');
      const caught = failed > 0 && performance.now() - began < LIMIT_MS;
      if (!caught) survivors.push(service);
      say(
        columns(
          service.padEnd(14),
          `${caught ? 'caught' : 'SURVIVED'}  ${failed} failed, ${passed} passed  ${seconds(began)}`,
        ),
      );
    }
  } finally {
    await servers.stop();
    await dropCheckout(root, checkout);
  }
  say(survivors.length === 0 ? `All ${chosen.length} mutants were caught.` : `Survived: ${survivors.join(', ')}`);
  return survivors.length === 0 ? 0 : 1;
});

async function dropCheckout(root: string, checkout: string): Promise<void> {
  rmSync(dirname(checkout), { recursive: true, force: true });
  await git(root, 'worktree', 'prune');
}

async function git(cwd: string, ...args: string[]): Promise<void> {
  const { code, output } = await runCommand('git', args, { cwd });
  if (code !== 0) throw new PlainProblem(`git ${args.join(' ')} did not work:\n${lastLines(output)}`);
}
