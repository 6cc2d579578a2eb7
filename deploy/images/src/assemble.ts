import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from '@reelwright/local/folders';
import { ExpectedError } from '@reelwright/local/say';
import { runCommand } from '@reelwright/local/toolchain/command';
import { addApp } from './contents/app.ts';
import { baseLayer } from './contents/base.ts';
import { type ForeignLayer, foreignLayer } from './contents/foreign.ts';
import { addLibraries, requireFitHost } from './contents/libraries.ts';
import { SBOM_PATH, sbomOf } from './contents/sbom.ts';
import { type ImageName, imageOf } from './images.ts';
import { createTree, type Tree } from './tree/tree.ts';

export interface Assembled {
  /** From low to high: the base, programs that are not ours, the app. */
  readonly layers: readonly Tree[];
  /** Its components, as a CycloneDX document. */
  readonly sbom: string;
}

/** Assembles images; those that need the same programs share a layer. */
export function createAssembler(folders: Folders): (name: ImageName) => Promise<Assembled> {
  requireFitHost();
  const base = baseLayer();
  const foreign = new Map<string, ForeignLayer>();
  return async (name) => {
    const { foreign: programs = [], folder, programs: own } = imageOf(name);
    const key = programs.join(' ');
    const others = foreign.get(key) ?? (await foreignLayer(programs, base, folders));
    foreign.set(key, others);
    const lower = programs.length > 0 ? [base, others.tree] : [base];

    const app = createTree(lower);
    const packages = await addApp(app, { root: folders.root, folder, programs: own });
    await addOwnFiles(app, name, folders);
    addLibraries(app, nativeFilesOf(app));
    const layers = [...lower, app];
    const sbom = await sbomOf({ title: `reelwright/${name}`, packages, foreign: others.versions, trees: layers });
    app.addText(SBOM_PATH, sbom);
    return { layers, sbom };
  };
}

/** What an image has beside its programs. */
async function addOwnFiles(app: Tree, name: ImageName, folders: Folders): Promise<void> {
  if (name === 'web') {
    await runScript(folders, 'deploy/local/src/web-bundle.ts', []);
    app.addFolderOf('/app/dist', join(folders.root, 'web/dist'), (path) => path !== '/.built-from');
  }
  if (name === 'gateway') {
    mkdirSync(folders.run, { recursive: true });
    const config = join(folders.run, 'envoy.kubernetes.yaml');
    await runScript(folders, 'gateway/render.ts', ['--kubernetes', '--out', config]);
    app.addFile('/etc/envoy/envoy.yaml', config);
  }
}

/** Files of packages that the loader opens. */
function nativeFilesOf(tree: Tree): string[] {
  return tree
    .entries()
    .flatMap(([path, entry]) => ('from' in entry && /\.(node|so[.\d]*)$/.test(path) ? [entry.from] : []));
}

async function runScript({ root }: Folders, script: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runCommand(process.execPath, [join(root, script), ...args], { cwd: root });
  if (code !== 0) throw new ExpectedError(`${script} failed:\n${output}`);
}
