import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { foldersFrom } from '@reelwright/local/folders';
import { columns, ExpectedError, runTarget, say } from '@reelwright/local/say';
import { readVersion } from '@reelwright/local/toolchain/command';
import { namespaceFrom } from './cluster-settings.ts';
import { kubeFolder, SKAFFOLD_RUN } from './development.ts';
import { runInForeground } from './foreground.ts';
import { requireOwnNamespace } from './namespace.ts';
import { ensureTools, isAtLeast, versionIn } from './tools.ts';

/** The first that installs plugins of Helm 4 under a valid version. */
const OLDEST = [2, 19] as const;

/**
 * `make kube-dev`: `skaffold dev` on the installation of `make kube-up`. Each edit is built, pushed and rolled out, and the
 * pods' logs are shown. The installation stays when it ends.
 */
await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  if (folders.home !== join(folders.root, '.reelwright')) {
    throw new ExpectedError('skaffold.yaml reads the values in .reelwright/kube: REELWRIGHT_HOME must not be set.');
  }
  const values = join(kubeFolder(folders), 'reelwright.values.json');
  if (!existsSync(values)) throw new ExpectedError('Nothing is installed: run make kube-up first.');
  const { images } = JSON.parse(readFileSync(values, 'utf8')) as { images: { registry: string } };
  const namespace = namespaceFrom(env);
  await requireSkaffold();
  const { kubectl, helm } = await ensureTools(folders, env, say);
  await requireOwnNamespace({ kubectl, helm, namespace });

  // Skaffold takes both from the PATH.
  const path = [kubectl, helm].filter((command) => command.includes('/')).map((command) => dirname(command));
  const args = [
    'dev',
    ...['--default-repo', images.registry, '--namespace', namespace],
    ...Object.entries(SKAFFOLD_RUN).flatMap(([label, run]) => ['--label', `${label}=${run}`]),
    // Its own cache does not see updates of Node.js and of programs that are not ours.
    ...['--cache-artifacts=false', '--cleanup=false'],
    ...(env.PROFILE ? ['--profile', env.PROFILE] : []),
  ];
  const PATH = [...path, env.PATH].join(delimiter);
  return runInForeground('skaffold', args, { cwd: folders.root, env: { ...env, NAMESPACE: namespace, PATH } });
});

async function requireSkaffold(): Promise<void> {
  const found = versionIn(await readVersion('skaffold', ['version']), /^v(\d+)\.(\d+)\.\d+/m);
  if (!found || !isAtLeast(found, OLDEST)) {
    throw new ExpectedError(
      `Put Skaffold ${OLDEST.join('.')} or newer on the PATH (https://skaffold.dev/docs/install/)${found ? `: it is ${found.join('.')}` : ''}.`,
    );
  }
  say(columns('skaffold', `${found.join('.')}, found`));
}
