import { createTree, type Tree } from '../tree/tree.ts';
import { addLibraries } from './libraries.ts';

/** The user of all images. */
export const USER_ID = 65_532;
export const NODE = '/usr/local/bin/node';

/** The layer that all images share: Node.js, its libraries, and the few files that a program expects of a system. */
export function baseLayer(): Tree {
  const tree = createTree();
  for (const [link, folder] of [
    ['/lib', 'usr/lib'],
    ['/lib64', 'usr/lib64'],
  ] as const) {
    tree.addLink(link, folder);
    tree.addFolder(`/${folder}`);
  }
  tree.addFolder('/tmp', 0o1777);
  // Volumes are mounted on it: all may write to it, because a volume of Docker takes the owner and mode of what it covers.
  tree.addFolder('/data', 0o1777);
  for (const folder of ['/proc', '/sys', '/dev']) tree.addFolder(folder);
  tree.addText(
    '/etc/passwd',
    `root:x:0:0:root:/:/nologin\nreelwright:x:${USER_ID}:${USER_ID}:reelwright:/tmp:/nologin\n`,
  );
  tree.addText('/etc/group', `root:x:0:\nreelwright:x:${USER_ID}:\n`);
  tree.addText('/etc/hosts', '127.0.0.1 localhost\n');
  tree.addText('/etc/nsswitch.conf', 'hosts: files dns\n');
  tree.addFile(NODE, process.execPath);
  addLibraries(tree, [process.execPath]);
  return tree;
}
