import { globSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createTemplate, templateName } from '@reelwright/testing/migrated-template';
import { foldersFrom } from './folders.ts';
import { previousRelease, servicesWithNewSchema } from './previous-release.ts';
import { runTarget, say } from './say.ts';
import { createScratchCheckout } from './scratch-checkout.ts';
import { startTestServers, TESTS } from './test-servers.ts';
import { runCommand } from './toolchain/command.ts';

/** These compare the schema with the code of the same release. */
const OF_ONE_RELEASE = 'services/*/test/check-constraints.service.test.ts';

/** The suites start the broker that they need themselves. */
const { kafka: _, ...ON_DATABASE } = TESTS;

/** Runs the services' suites of the previous release on databases that this checkout's migrations made. */
await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const { root } = folders;
  const previous = await previousRelease(root, env.PREVIOUS);
  const services = env.ONLY
    ? env.ONLY.split(',').map((name) => `services/${basename(name)}`)
    : await servicesWithNewSchema(root, previous);
  if (services.length === 0) {
    say(`No migration is newer than ${previous}.`);
    return 0;
  }
  const checkout = await createScratchCheckout(root, env, previous);
  try {
    for (const path of globSync(OF_ONE_RELEASE, { cwd: checkout.root })) rmSync(join(checkout.root, path));
    const servers = await startTestServers(folders, env, { ...ON_DATABASE, folder: 'previous' });
    try {
      for (const service of services) await provideSchema(service, checkout.root, servers.env.TEST_DATABASE_URL ?? '');
      say(`The suites of ${previous} on the schema of this checkout`);
      const { code, output } = await runCommand(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', 'deploy/local/src/test.ts'],
        { cwd: checkout.root, env: { ...env, ...servers.env, REELWRIGHT_HOME: '', ONLY: services.join(',') } },
      );
      say(output.trimEnd());
      return code;
    } finally {
      await servers.stop();
    }
  } finally {
    await checkout.remove();
  }

  /**
   * The suites copy their databases from a template that is named after their own migrations, and make it unless it exists.
   * It is made by this checkout's migrations, so the schema alone is new.
   */
  async function provideSchema(service: string, previousRoot: string, server: string): Promise<void> {
    const name = await templateName(join(previousRoot, service, 'migrations'));
    await createTemplate({ server, name, migrations: join(root, service, 'migrations') });
  }
});
