import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { tarOf } from '../src/tree/tar.ts';
import { createTree, type Tree } from '../src/tree/tree.ts';

const archiveOf = (tree: Tree) => Buffer.concat([...tarOf(tree)]);

test('tar unpacks what was added: modes, links, names longer than a header has room for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tar-'));
  try {
    const long = `/app/${'folder-with-a-long-name/'.repeat(6)}файл.txt`;
    const tree = createTree();
    tree.addFolder('/tmp', 0o1777);
    tree.addText('/app/a.txt', 'one');
    tree.addText(long, 'two');
    tree.addFile('/bin/node', process.execPath);
    tree.addLink('/app/link', 'a.txt');
    tree.addLink('/app/far', `../${'x'.repeat(120)}`);
    const archive = join(folder, 'layer.tar');
    writeFileSync(archive, archiveOf(tree));
    const root = join(folder, 'root');
    execFileSync('sh', ['-c', 'mkdir "$1" && tar -xpf "$0" -C "$1"', archive, root]);
    expect(readFileSync(join(root, 'app/a.txt'), 'utf8')).toBe('one');
    expect(readFileSync(join(root, long), 'utf8')).toBe('two');
    expect(readFileSync(join(root, 'bin/node')).equals(readFileSync(process.execPath))).toBe(true);
    expect(readlinkSync(join(root, 'app/link'))).toBe('a.txt');
    expect(readlinkSync(join(root, 'app/far'))).toBe(`../${'x'.repeat(120)}`);
    const mode = (path: string) => (lstatSync(join(root, path)).mode & 0o7777).toString(8);
    expect([mode('tmp'), mode('app'), mode('app/a.txt'), mode('bin/node')]).toEqual(['1777', '755', '644', '755']);
    expect(lstatSync(join(root, 'app/a.txt')).mtimeMs).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an archive does not depend on the order in which files were added', () => {
  const [one, other] = [createTree(), createTree()];
  one.addText('/a/b.txt', 'b');
  one.addText('/c.txt', 'c');
  other.addText('/c.txt', 'c');
  other.addText('/a/b.txt', 'b');
  expect(archiveOf(one).equals(archiveOf(other))).toBe(true);
});

test('a layer adds no folder that a lower one has', () => {
  const base = createTree();
  base.addText('/usr/bin/node', '');
  const upper = createTree([base]);
  upper.addText('/usr/bin/ffmpeg', '');
  expect(upper.entries().map(([path]) => path)).toEqual(['/usr/bin/ffmpeg']);
});
