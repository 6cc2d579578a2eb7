import { mkdirSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { Folders } from '@reelwright/local/folders';
import { ExpectedError } from '@reelwright/local/say';
import { runCommand } from '@reelwright/local/toolchain/command';
import { addApp } from './contents/app.ts';
import { addLibraries } from './contents/libraries.ts';
import { createLowerLayers } from './contents/lower-layers.ts';
import { SBOM_PATH, sbomOf } from './contents/sbom.ts';
import { type ImageName, imageOf } from './images.ts';
import { inputPaths, isInput } from './inputs/input-paths.ts';
import { createTree, type Tree } from './tree/tree.ts';

export interface Assembled {
  /** From low to high: the base, programs that are not ours, the app. */
  readonly layers: readonly Tree[];
  /** Its components, as a CycloneDX document. */
  readonly sbom: string;
}

/** Assembles images. */
export function createAssembler(
  folders: Folders,
  lowerLayers = createLowerLayers(folders),
): (name: ImageName) => Promise<Assembled> {
  const { root } = folders;
  return async (name) => {
    const { folder, programs } = imageOf(name);
    const lower = await lowerLayers(name);
    const app = createTree(lower.trees);
    const { packages, sources } = await addApp(app, { root, folder, programs });
    requireInputs(root, name, sources);
    await addOwnFiles(app, name, folders);
    addLibraries(app, nativeFilesOf(app));
    const layers = [...lower.trees, app];
    const sbom = await sbomOf({ title: `reelwright/${name}`, packages, foreign: lower.versions, trees: layers });
    app.addText(SBOM_PATH, sbom);
    return { layers, sbom };
  };
}

/** @throws Error when a bundle has a file of the checkout whose changes would not build the image again */
function requireInputs(root: string, name: ImageName, sources: ReadonlySet<string>): void {
  const paths = inputPaths(root, name);
  // Modules that the bundler adds have no path.
  const files = [...sources].filter(isAbsolute).map((source) => relative(root, source));
  const unknown = files.filter((file) => !/^(\.\.|node_modules)\//.test(file) && !isInput(paths, file));
  if (unknown.length > 0) {
    throw new Error(`${name} is bundled from files that inputs/input-paths.ts does not list: ${unknown.join(', ')}`);
  }
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
