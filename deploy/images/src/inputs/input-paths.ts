import { webSources } from '@reelwright/local/web-sources';
import { withDependencies } from '@reelwright/local/workspace';
import { type ImageName, imageOf } from '../images.ts';

/** The recipe, and what decides how every package is installed and bundled. */
const OF_ALL = ['deploy/images/src', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.base.json'];

/** What an image has beside its packages. */
const FURTHER: Partial<Record<ImageName, readonly string[]>> = {
  web: webSources,
  // Topics and permissions, which its commands create.
  tools: ['deploy/kafka'],
};

/** What no image is built from, by the names and the endings of files and folders. A bundle that takes one of these files fails. */
export const NOT_INPUTS = {
  names: ['node_modules', 'dist', 'coverage', '.reelwright', '.fonts', 'test', 'bench', 'e2e', 'screenshots'],
  endings: ['.test.ts', '.test.tsx', '.md'],
} as const;

const names: ReadonlySet<string> = new Set(NOT_INPUTS.names);

/** Whether an entry of a folder of `inputPaths` is left out. */
export const isNoInput = (name: string): boolean =>
  names.has(name) || NOT_INPUTS.endings.some((ending) => name.endsWith(ending));

/** Files and folders of the checkout that an image is built from, relative to the root. None is in another one. */
export function inputPaths(root: string, name: ImageName): string[] {
  const paths = [...OF_ALL, ...withDependencies(root, imageOf(name).folder), ...(FURTHER[name] ?? [])];
  const sorted = [...new Set(paths)].sort();
  return sorted.filter((path) => !sorted.some((other) => path.startsWith(`${other}/`)));
}

/** Whether a file of the checkout is among the inputs of an image. */
export function isInput(paths: readonly string[], file: string): boolean {
  return paths.some(
    (path) => file === path || (file.startsWith(`${path}/`) && !file.slice(path.length).split('/').some(isNoInput)),
  );
}
