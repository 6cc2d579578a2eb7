import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

export type Entry =
  | { readonly kind: 'folder'; readonly mode: number }
  | { readonly kind: 'link'; readonly to: string }
  | { readonly kind: 'file'; readonly mode: number; readonly bytes: Buffer }
  /** A file of the build host. */
  | { readonly kind: 'file'; readonly mode: number; readonly from: string };

/** The files of one layer of an image, by absolute path. */
export interface Tree {
  has(path: string): boolean;
  addFolder(path: string, mode?: number): void;
  addLink(path: string, to: string): void;
  addText(path: string, content: string | Uint8Array): void;
  /** Adds a file of the build host; one that its owner may execute is executable for all. */
  addFile(path: string, from: string): void;
  /** Adds what is below a folder of the build host. A link to an absolute path becomes what it names. */
  addFolderOf(path: string, from: string, keep?: (path: string) => boolean): void;
  /** Sorted, so that folders come before what is in them and equal trees are equal archives. */
  entries(): [path: string, entry: Entry][];
}

/** @param lower the layers below, whose files are not added again */
export function createTree(lower: readonly Tree[] = []): Tree {
  const entries = new Map<string, Entry>();

  function add(path: string, entry: Entry): void {
    const parent = posix.dirname(path);
    if (parent !== '/' && !tree.has(parent)) add(parent, { kind: 'folder', mode: 0o755 });
    entries.set(path, entry);
  }
  const tree: Tree = {
    has: (path) => entries.has(path) || lower.some((layer) => layer.has(path)),
    addFolder: (path, mode = 0o755) => add(path, { kind: 'folder', mode }),
    addLink: (path, to) => add(path, { kind: 'link', to }),
    addText: (path, content) => add(path, { kind: 'file', mode: 0o644, bytes: Buffer.from(content) }),
    addFile(path, from) {
      const isExecutable = (statSync(from).mode & 0o100) !== 0;
      add(path, { kind: 'file', mode: isExecutable ? 0o755 : 0o644, from });
    },
    addFolderOf(path, from, keep = () => true) {
      for (const item of readdirSync(from, { withFileTypes: true, recursive: true })) {
        const source = join(item.parentPath, item.name);
        const inside = source.slice(from.length);
        if (!keep(inside)) continue;
        const target = posix.join(path, inside);
        if (item.isFile()) tree.addFile(target, source);
        if (!item.isSymbolicLink()) continue;
        const to = readlinkSync(source);
        if (!posix.isAbsolute(to)) tree.addLink(target, to);
        // A link may name what its package leaves to another one, which is not installed.
        else if (!existsSync(to)) continue;
        else if (statSync(to).isDirectory()) tree.addFolderOf(target, realpathSync(to));
        else tree.addFile(target, realpathSync(to));
      }
    },
    entries: () => [...entries].sort(([one], [other]) => (one < other ? -1 : 1)),
  };
  return tree;
}

export function bytesOf(entry: Extract<Entry, { kind: 'file' }>): Buffer {
  return 'bytes' in entry ? entry.bytes : readFileSync(entry.from);
}
