import { readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Folders } from '@reelwright/local/folders';
import { ExpectedError } from '@reelwright/local/say';
import { runCommand } from '@reelwright/local/toolchain/command';
import { ensureEnvoy } from '@reelwright/local/toolchain/envoy';
import { ensureFfmpeg, type Ffmpeg } from '@reelwright/local/toolchain/ffmpeg';
import { ensureKafka, KAFKA_VERSION } from '@reelwright/local/toolchain/kafka';
import { ensurePostgres } from '@reelwright/local/toolchain/postgres';
import { ensureSeaweedfs } from '@reelwright/local/toolchain/seaweedfs';
import type { ProgramName } from '../images.ts';
import { createTree, type Tree } from '../tree/tree.ts';
import { addLibraries } from './libraries.ts';

/** How each program that is not ours gets into a layer. @returns its version */
const ADD: Record<ProgramName, (tree: Tree, folders: Folders) => Promise<string>> = {
  ffmpeg: (tree) => addFfmpeg(tree, 'ffmpeg'),
  ffprobe: (tree) => addFfmpeg(tree, 'ffprobe'),
  envoy: addEnvoy,
  postgres: addPostgres,
  kafka: addKafka,
  seaweedfs: addSeaweedfs,
};

export interface ForeignLayer {
  readonly tree: Tree;
  readonly versions: ReadonlyMap<ProgramName, string>;
}

/** A layer with programs and the libraries that the base does not have. */
export async function foreignLayer(names: readonly ProgramName[], base: Tree, folders: Folders): Promise<ForeignLayer> {
  const tree = createTree([base]);
  const versions = new Map<ProgramName, string>();
  for (const name of names) versions.set(name, await ADD[name](tree, folders));
  return { tree, versions };
}

async function addFfmpeg(tree: Tree, name: keyof Ffmpeg): Promise<string> {
  const { value } = await ensureFfmpeg(process.env);
  const path = pathOf(value[name]);
  tree.addFile(`/usr/bin/${name}`, path);
  // libs/ffmpeg limits what ffprobe may use with it.
  const limiter = name === 'ffprobe' ? [pathOf('/usr/bin/prlimit')] : [];
  for (const file of limiter) tree.addFile('/usr/bin/prlimit', file);
  addLibraries(tree, [path, ...limiter]);
  return printed(path, ['-version'], /version (\S+)/);
}

async function addEnvoy(tree: Tree, folders: Folders): Promise<string> {
  const { value } = await ensureEnvoy(folders);
  const path = pathOf(value);
  tree.addFile('/usr/local/bin/envoy', path);
  addLibraries(tree, [path]);
  return printed(path, ['--version'], /\/(\d+\.\d+\.\d+)\//);
}

/** initdb starts the server in a shell. */
async function addPostgres(tree: Tree, folders: Folders): Promise<string> {
  // Without a PATH: the packaged one, which is whole in one folder.
  const { value } = await ensurePostgres(folders, {});
  tree.addFolderOf('/usr/local/postgres', dirname(value.bin));
  addLibraries(
    tree,
    readdirSync(value.bin).map((name) => join(value.bin, name)),
  );
  const shell = pathOf('/bin/dash');
  tree.addFile('/usr/bin/dash', shell);
  addLibraries(tree, [shell]);
  tree.addLink('/usr/bin/sh', 'dash');
  tree.addLink('/bin', 'usr/bin');
  return printed(join(value.bin, 'postgres'), ['--version'], /(\d+\.\d+)/);
}

async function addKafka(tree: Tree, folders: Folders): Promise<string> {
  const { value } = await ensureKafka(folders, process.env);
  const home = await printed(value.java, ['-XshowSettings:properties', '-version'], /java\.home = (.+)/);
  // What a program needs to run; the rest is for compiling others.
  tree.addFile('/usr/local/java/bin/java', join(home, 'bin/java'));
  tree.addFolderOf('/usr/local/java/conf', join(home, 'conf'));
  tree.addFolderOf('/usr/local/java/lib', join(home, 'lib'), (path) => !/\/(src\.zip|ct\.sym)$/.test(path));
  const names = readdirSync(join(home, 'lib'), { recursive: true, encoding: 'utf8' });
  const libraries = names.filter((name) => name.endsWith('.so')).map((name) => join(home, 'lib', name));
  addLibraries(tree, [join(home, 'bin/java'), ...libraries], [join(home, 'lib'), join(home, 'lib/server')]);
  tree.addFolderOf('/usr/local/kafka', value.lib);
  tree.addFile('/usr/local/kafka/log4j2.yaml', join(folders.root, 'deploy/local/kafka/log4j2.yaml'));
  return KAFKA_VERSION;
}

async function addSeaweedfs(tree: Tree, folders: Folders): Promise<string> {
  const path = await ensureSeaweedfs(folders);
  tree.addFile('/usr/local/bin/weed', path);
  addLibraries(tree, [path]);
  return printed(path, ['version'], /version \S+ (\d+\.\d+)/);
}

/** What a command prints, as far as the expression's group. */
async function printed(command: string, args: readonly string[], expression: RegExp): Promise<string> {
  const { output } = await runCommand(command, args);
  const [, text] = expression.exec(output) ?? [];
  if (!text) throw new ExpectedError(`${command} ${args.join(' ')} printed something unexpected:\n${output}`);
  return text;
}

/** The file of a command. @throws ExpectedError when this machine does not have it */
function pathOf(command: string): string {
  const folders = command.includes('/') ? [''] : (process.env.PATH ?? '').split(':');
  for (const folder of folders) {
    try {
      return realpathSync(folder ? join(folder, command) : command);
    } catch {
      // The next folder.
    }
  }
  throw new ExpectedError(`${command} is not on this machine.`);
}
