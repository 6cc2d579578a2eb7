import { foldersFrom } from '@reelwright/local/folders';
import { columns, runTarget, say } from '@reelwright/local/say';
import { namespaceFrom } from './cluster-settings.ts';
import { runTool } from './kubectl.ts';
import { ensureTools } from './tools.ts';

interface Pod {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly status: {
    readonly phase: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly {
      readonly restartCount: number;
      readonly lastState?: { readonly terminated?: { readonly reason: string; readonly exitCode: number } };
      readonly state?: { readonly waiting?: { readonly reason: string; readonly message?: string } };
    }[];
  };
}

/** `make kube-status`: each part with its ready pods, restarts and what the last of them ended by. Exits 1 if one is not ready. */
await runTarget(async () => {
  const { env } = process;
  const { kubectl } = await ensureTools(foldersFrom(env), env, () => undefined);
  const namespace = namespaceFrom(env);
  const list = await runTool(kubectl, ['get', 'pods', '--namespace', namespace, '-o', 'json']);
  const parts = Map.groupBy((JSON.parse(list) as { items: Pod[] }).items, nameOf);
  for (const [name, pods] of [...parts].sort(([one], [other]) => one.localeCompare(other))) {
    say(columns(name, describe(pods)));
  }
  if (parts.size === 0) say(`There is nothing in the namespace ${namespace}.`);
  return [...parts.values()].flat().every((pod) => isReady(pod) || pod.status.phase === 'Succeeded') ? 0 : 1;
});

function nameOf({ metadata }: Pod): string {
  return metadata.labels?.['app.kubernetes.io/name'] ?? metadata.name;
}

function isReady({ status }: Pod): boolean {
  return status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false;
}

function describe(pods: readonly Pod[]): string {
  const containers = pods.flatMap(({ status }) => status.containerStatuses ?? []);
  const restarts = containers.reduce((sum, { restartCount }) => sum + restartCount, 0);
  const last = containers.find(({ lastState }) => lastState?.terminated)?.lastState?.terminated;
  const waiting = containers.find(({ state }) => state?.waiting)?.state?.waiting;
  return [
    `${pods.filter(isReady).length}/${pods.length} ready`,
    restarts > 0 ? `${restarts} restarts${last ? `, the last after ${last.reason} (${last.exitCode})` : ''}` : '',
    waiting ? `waiting: ${waiting.reason} ${waiting.message ?? ''}`.trim() : '',
  ]
    .filter(Boolean)
    .join('; ');
}
