import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Tree } from '../tree/tree.ts';
import { bundle } from './bundle.ts';
import { addPackages, type Package, packageFileOf, packagesOf, readManifest } from './packages.ts';

const SCOPE = '@reelwright/';

export interface AppOptions {
  readonly root: string;
  /** Folder of the package, relative to the root. */
  readonly folder: string;
  /** Sources of the programs, relative to the root, by their name in /app/src. */
  readonly programs: Readonly<Record<string, string>>;
}

export interface App {
  /** The packages of others that are in it. */
  readonly packages: readonly Package[];
  /** Paths of the files that it is bundled from. */
  readonly sources: ReadonlySet<string>;
}

/**
 * Adds a program to /app. The layout is that of a service's folder, so that its code finds its migrations as it does in
 * the checkout: bundles in `src`, migrations in `migrations` and in those of the libs, in `node_modules/@reelwright`.
 */
export async function addApp(tree: Tree, { root, folder, programs }: AppOptions): Promise<App> {
  const manifestFile = join(root, folder, 'package.json');
  const libs = libsOf(manifestFile);
  const entries = Object.fromEntries(
    Object.entries(programs).map(([name, source]) => [`src/${name}`, join(root, source)] as const),
  );
  if (programs.migrate) {
    Object.assign(entries, migrationsOf(join(root, folder), 'migrations'));
    for (const [name, file] of libs) {
      Object.assign(entries, migrationsOf(dirname(file), `node_modules/${name}/migrations`));
      tree.addText(`/app/node_modules/${name}/package.json`, manifestWithLibs(file));
    }
  }
  const { files, sources, external } = await bundle(root, entries);
  tree.addText('/app/package.json', manifestWithLibs(manifestFile));
  for (const [path, content] of files) tree.addText(`/app/${path}`, content);

  const users = [manifestFile, ...libs.values()];
  const fonts = users.flatMap((file) => Object.keys(readManifest(file).dependencies ?? {}).filter(isFont));
  const copied = [...external, ...fonts].flatMap((name) => {
    const user = users.find((file) => readManifest(file).dependencies?.[name]);
    if (!user) throw new Error(`no package of the workspace declares ${name}`);
    return addPackages(tree, [name], user);
  });
  return { packages: [...packagesOf(sources), ...copied], sources };
}

const isFont = (name: string) => name.startsWith('@fontsource/');

/** The package files of the libs that a package depends on, directly or not, by name. */
function libsOf(manifestFile: string, libs = new Map<string, string>()): Map<string, string> {
  for (const name of libNamesOf(manifestFile)) {
    const file = packageFileOf(name, manifestFile);
    if (!file || libs.has(name)) continue;
    libs.set(name, file);
    libsOf(file, libs);
  }
  return libs;
}

const libNamesOf = (manifestFile: string) =>
  Object.keys(readManifest(manifestFile).dependencies ?? {}).filter((name) => name.startsWith(SCOPE));

/** What libs/postgres reads of a package: the order of the libs' migrations follows from it. */
function manifestWithLibs(file: string): string {
  const dependencies = Object.fromEntries(libNamesOf(file).map((name) => [name, '*']));
  return `${JSON.stringify({ name: readManifest(file).name, type: 'module', dependencies }, null, 2)}\n`;
}

function migrationsOf(folder: string, target: string): Record<string, string> {
  const source = join(folder, 'migrations');
  if (!existsSync(source)) return {};
  const names = readdirSync(source).filter((name) => /^\d{4}-.*\.ts$/.test(name));
  return Object.fromEntries(names.map((name) => [`${target}/${name.slice(0, -'.ts'.length)}`, join(source, name)]));
}
