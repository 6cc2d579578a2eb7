import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Folders, foldersFrom } from '@reelwright/local/folders';
import { columns, ExpectedError, runTarget, say, seconds } from '@reelwright/local/say';
import { ensureSecrets } from '@reelwright/local/secrets';
import { clusterSettings, namespaceFrom } from './cluster-settings.ts';
import { developmentInstallation, type Installation, kubeFolder } from './development.ts';
import { builtDigests, pushImages } from './images.ts';
import { apply, type KubeTools, runTool } from './kubectl.ts';
import { makeNamespace, requireOwnNamespace } from './namespace.ts';
import { ensureTools } from './tools.ts';

/**
 * `make kube-up`: the product in the cluster that KUBECONFIG names, with its images from REGISTRY. Everything it calls
 * outside is played by the sandbox. Each step can be repeated.
 */
await runTarget(async () => {
  const { env } = process;
  const folders = kubeFolders(foldersFrom(env));
  if (!env.REGISTRY) {
    throw new ExpectedError(
      'REGISTRY is not set: host:port of a registry that this machine pushes images to and the nodes of the cluster pull them from.',
    );
  }
  mkdirSync(folders.run, { recursive: true });
  const { kubectl, helm } = await ensureTools(folders, env, say);
  await requireCluster(kubectl);
  const tools: KubeTools = { kubectl, helm, namespace: namespaceFrom(env) };
  await requireOwnNamespace(tools);
  await requireKnownSecrets(tools, folders);
  const step = stepsOf();
  await step('images', () => pushImages(folders.root, env));
  const settings = clusterSettings(env, builtDigests(foldersFrom(env).home));
  const installation = await developmentInstallation(folders, settings);
  await step('namespace', () => prepareNamespace(tools, installation));
  await step('data', () => install(tools, folders, 'data', installation.data));
  await step('product', () => install(tools, folders, 'reelwright', installation.product));
  say(settings.publicUrl);
  say(columns('admin code', installation.adminCode));
  return 0;
});

/** Secrets and values of the cluster's installation are not those of `make up`. */
function kubeFolders(folders: Folders): Folders {
  return { ...folders, run: kubeFolder(folders), data: join(kubeFolder(folders), 'data') };
}

async function requireCluster(kubectl: string): Promise<void> {
  const nodes = await runTool(kubectl, ['get', 'nodes', '--request-timeout=15s', '-o', 'name']).catch(
    (error: Error) => {
      throw new ExpectedError(`The cluster that KUBECONFIG names does not answer. ${error.message}`);
    },
  );
  say(columns('cluster', `${nodes.trim().split('\n').length} nodes`));
}

/** Databases and buckets keep the passwords they were made with: other secrets would lock the product out of its data. */
async function requireKnownSecrets({ kubectl, namespace }: KubeTools, folders: Folders): Promise<void> {
  const secret = ['get', 'secret', 'reelwright-postgres', '--namespace', namespace, '--ignore-not-found'];
  const found = await runTool(kubectl, [...secret, '-o', 'jsonpath={.data.POSTGRES_PASSWORD}']);
  if (found && Buffer.from(found, 'base64').toString() !== ensureSecrets(folders.run).postgresPassword) {
    throw new ExpectedError(
      `The namespace ${namespace} has an installation whose secrets are not in ${folders.run}: it was made from another folder. Go on there, choose another NAMESPACE and PORT_BASE, or remove it and its data with make kube-down.`,
    );
  }
}

function stepsOf() {
  return async (name: string, work: () => Promise<string>): Promise<void> => {
    const started = performance.now();
    const detail = await work();
    say(columns(name, [detail, seconds(started)].filter(Boolean).join(', ')));
  };
}

async function prepareNamespace(tools: KubeTools, { secrets, jwks }: Installation): Promise<string> {
  const { namespace } = tools;
  await makeNamespace(tools);
  await apply(tools, [
    ...Object.entries(secrets).map(([name, stringData]) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace },
      stringData,
    })),
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'reelwright-jwks', namespace },
      data: { 'jwks.json': jwks },
    },
  ]);
  return `${namespace}, ${Object.keys(secrets).length} secrets`;
}

async function install(tools: KubeTools, folders: Folders, chart: string, values: object): Promise<string> {
  const file = join(folders.run, `${chart}.values.json`);
  writeFileSync(file, JSON.stringify(values, null, 2));
  const { namespace } = tools;
  const path = join(folders.root, 'charts', chart);
  const options = ['--namespace', namespace, '--values', file, '--wait', '--timeout', '15m'];
  await runTool(tools.helm, ['upgrade', '--install', chart, path, ...options]);
  const pods = await runTool(tools.kubectl, [
    ...['get', 'pods', '--namespace', namespace, '--selector', `app.kubernetes.io/instance=${chart}`],
    ...['--field-selector', 'status.phase=Running', '-o', 'name'],
  ]);
  return `${pods.trim().split('\n').filter(Boolean).length} pods`;
}
