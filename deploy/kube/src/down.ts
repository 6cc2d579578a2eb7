import { foldersFrom } from '@reelwright/local/folders';
import { runTarget, say } from '@reelwright/local/say';
import { namespaceFrom } from './cluster-settings.ts';
import { runTool } from './kubectl.ts';
import { requireOwnNamespace } from './namespace.ts';
import { ensureTools } from './tools.ts';

/** `make kube-down`: removes both releases and the namespace with all its data. */
await runTarget(async () => {
  const { env } = process;
  const { kubectl, helm } = await ensureTools(foldersFrom(env), env, say);
  const namespace = namespaceFrom(env);
  await requireOwnNamespace({ kubectl, helm, namespace });
  for (const release of ['reelwright', 'data']) {
    // Waits for the pods, too: if a namespace that is deleted still has one, Kubernetes looks at it again only after half of
    // the pod's grace period, which is a quarter of an hour for the gateway.
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
