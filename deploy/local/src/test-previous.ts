import { cpSync, existsSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { foldersFrom } from './folders.ts';
import { previousRelease, SCHEMA, servicesWithNewSchema } from './previous-release.ts';
import { runTarget, say } from './say.ts';
import { createScratchCheckout } from './scratch-checkout.ts';
import { runCommand } from './toolchain/command.ts';

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
