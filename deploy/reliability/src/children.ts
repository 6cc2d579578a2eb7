import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill();
});

/** Ends a program with this one at the latest, also when this one fails: a `kubectl port-forward` would never end by itself. */
export function endWithThisProcess<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Ends a program, unless it has ended, and resolves once it has. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
