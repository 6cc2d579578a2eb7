import { cpSync, existsSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { foldersFrom } from './folders.ts';
import { previousRelease } from './previous-release.ts';
import { runTarget, say } from './say.ts';
import { createScratchCheckout } from './scratch-checkout.ts';
import { runCommand } from './toolchain/command.ts';
import { packagesOf } from './workspace.ts';

/** The schema of a release and what brings a database to it. */
const SCHEMA = ['services/*/migrations', 'libs/*/migrations', 'libs/postgres/src'];
/** These compare the schema with the code of the same release. */
const OF_ONE_RELEASE = 'services/*/test/check-constraints.service.test.ts';

/** Runs the services' suites of the previous release on databases that this checkout's migrations made. */
await runTarget(async () => {
  const { env } = process;
  const { root } = foldersFrom(env);
  const previous = await previousRelease(root, env.PREVIOUS);
  const services = env.ONLY ? env.ONLY.split(',') : await servicesWithNewSchema(root, previous);
  if (services.length === 0) {
    say(`No migration is newer than ${previous}.`);
    return 0;
  }
  const checkout = await createScratchCheckout(root, env, previous);
  try {
    for (const path of globSync(OF_ONE_RELEASE, { cwd: checkout.root })) rmSync(join(checkout.root, path));
    for (const path of globSync(SCHEMA, { cwd: root })) {
      if (!existsSync(join(checkout.root, path, '..'))) continue;
      rmSync(join(checkout.root, path), { recursive: true, force: true });
      cpSync(join(root, path), join(checkout.root, path), { recursive: true });
    }
    say(`The suites of ${previous} on the schema of this checkout`);
    const { code, output } = await runCommand(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'deploy/local/src/test.ts'],
      { cwd: checkout.root, env: { ...env, REELWRIGHT_HOME: '', ONLY: services.join(',') } },
    );
    say(output.trimEnd());
    return code;
  } finally {
    await checkout.remove();
  }
});

/** The previous release's services whose schema has changed since; all of them after a change of a lib's tables. */
async function servicesWithNewSchema(root: string, previous: string): Promise<string[]> {
  const { output } = await runCommand('git', ['diff', '--name-only', previous, '--', ...SCHEMA], { cwd: root });
  const changed = output.split('\n').filter((path) => path !== '');
  const listed = await runCommand('git', ['ls-tree', '-d', '--name-only', previous, 'services/'], { cwd: root });
  const services = packagesOf(root).filter((path) => listed.output.split('\n').includes(path));
  if (changed.some((path) => path.startsWith('libs/'))) return services.filter((path) => path.startsWith('services/'));
  return services.filter((service) => changed.some((path) => path.startsWith(`${service}/migrations/`)));
}
