import { ExpectedError } from '@reelwright/local/say';
import { apply, type KubeTools, runTool } from './kubectl.ts';

const LABEL = 'app.kubernetes.io/managed-by';
const VALUE = 'kube-up';

/** A Namespace as the API server answers it. */
export interface Namespace {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
}

/** Makes the namespace, which refuses pods that do not follow the restricted standard and warns of them. */
export async function makeNamespace(tools: KubeTools): Promise<void> {
  const modes = ['enforce', 'warn', 'audit'];
  const standards = Object.fromEntries(modes.map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']));
  const labels = { ...standards, [LABEL]: VALUE };
  await apply(tools, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: tools.namespace, labels } }]);
}

/**
 * Commands that replace, disturb or delete an installation do so only where `make kube-up` made the namespace: a production
 * installation has the same names.
 * @throws ExpectedError for a namespace that something else made
 */
export async function requireOwnNamespace({ kubectl, namespace }: KubeTools): Promise<void> {
  const found = await runTool(kubectl, ['get', 'namespace', namespace, '--ignore-not-found', '-o', 'json']);
  if (found.trim() !== '') requireOwn(JSON.parse(found) as Namespace);
}

/** @throws ExpectedError for a namespace that something else made */
export function requireOwn({ metadata: { name, labels } }: Namespace): void {
  if (labels?.[LABEL] === VALUE) return;
  throw new ExpectedError(
    `make kube-up did not make the namespace ${name}, so nothing in it is replaced or deleted. Choose another NAMESPACE and PORT_BASE. If an earlier version of kube-up made it, run: kubectl label namespace ${name} ${LABEL}=${VALUE}`,
  );
}
