import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Folders } from '@reelwright/local/folders';

const LEFT_OUT = /(^|\/)(\.git|\.reelwright|dist|coverage)$/;

/** A copy of the checkout that a test may change, with the packages that are installed in it. */
export function copyCheckout({ root, cache }: Folders) {
  const scratch = mkdtempSync(join(tmpdir(), 'checkout-'));
  const copy = join(scratch, 'checkout');
  cpSync(root, copy, {
    recursive: true,
    // Links of a package name the workspace's own packages relative to it: those of the copy.
    verbatimSymlinks: true,
    filter: (path) => !LEFT_OUT.test(path) && relative(root, path) !== 'node_modules',
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const home = join(copy, '.reelwright');
  const folders: Folders = { root: copy, home, data: home, run: join(home, 'run'), logs: home, cache };
  return {
    folders,
    /** Adds a line to a file while `work` runs: in JSON an empty one. A file that does not exist is created. */
    async whileChanged<T>(
      path: string,
      work: () => T | Promise<T>,
      line = path.endsWith('.json') ? '' : '// A change.',
    ): Promise<T> {
      const file = join(copy, path);
      const before = contentOf(file);
      try {
        appendFileSync(file, `${line}\n`);
        return await work();
      } finally {
        if (before) writeFileSync(file, before);
        else rmSync(file, { force: true });
      }
    },
    remove: () => rmSync(scratch, { recursive: true }),
  };
}

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
