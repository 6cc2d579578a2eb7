import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldersFrom } from './folders.ts';
import { columns, PlainProblem, runVerb, say, seconds } from './say.ts';
import { makeScratchCheckout } from './scratch-checkout.ts';
import { runSuite } from './suite.ts';
import { startTestServers } from './test-servers.ts';
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

  const checkout = await makeScratchCheckout(root, env);
  const { value: ffmpeg } = await bringFfmpeg(env);
  const servers = await startTestServers(folders, env);
  const survivors: string[] = [];
  try {
    const suiteEnv = { ...env, ...servers.env, FFMPEG_PATH: ffmpeg.ffmpeg, FFPROBE_PATH: ffmpeg.ffprobe, ONLY: '' };
    const reports = join(folders.home, 'test', 'mutant-reports');
    mkdirSync(reports, { recursive: true });
    for (const name of chosen) {
      const service = name.replace('.patch', '');
      const began = performance.now();
      await checkout.git('apply', join(root, 'deploy/local/mutants', name));
      const { failed, passed } = await runSuite({
        root: checkout.root,
        folder: `services/${service}`,
        env: suiteEnv,
        reports,
        seed: undefined,
        args: ['--maxWorkers=2', '--bail=1'],
      });
      await checkout.restore();
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
    await checkout.drop();
  }
  say(survivors.length === 0 ? `All ${chosen.length} mutants were caught.` : `Survived: ${survivors.join(', ')}`);
  return survivors.length === 0 ? 0 : 1;
});
