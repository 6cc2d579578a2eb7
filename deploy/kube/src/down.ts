import { foldersFrom } from '@reelwright/local/folders';
import { runTarget, say } from '@reelwright/local/say';
import { namespaceFrom } from './cluster-settings.ts';
import { runTool } from './kubectl.ts';
import { ensureTools } from './tools.ts';

/** `make kube-down`: removes both releases and the namespace with all its data. */
await runTarget(async () => {
  const { env } = process;
  const { kubectl, helm } = await ensureTools(foldersFrom(env), env, say);
  const namespace = namespaceFrom(env);
  for (const release of ['reelwright', 'data']) {
    // Until its pods have ended, too: Kubernetes leaves a namespace with a pod alone for half of the pod's grace period, and
    // that of the gateway is a quarter of an hour.
    await runTool(helm, [
      'uninstall',
      release,
      '--namespace',
      namespace,
      '--ignore-not-found',
      '--cascade',
      'foreground',
      '--wait',
      '--timeout',
      '20m',
    ]);
    say(`${release} removed`);
  }
  await runTool(kubectl, ['delete', 'namespace', namespace, '--ignore-not-found', '--wait', '--timeout=5m']);
  say(`${namespace} removed`);
  return 0;
});
