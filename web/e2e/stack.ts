import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { eventually } from './fixtures.ts';

interface PartStatus {
  readonly name: string;
  readonly pid: number | null;
  readonly health: string;
}

/** The parts of the stack under the journeys, as `make status` tells them. */
function parts(): readonly PartStatus[] {
  const root = join(import.meta.dirname, '../..');
  const output = execFileSync(process.execPath, [join(root, 'deploy/local/src/status.ts')], {
    cwd: root,
    env: { ...process.env, FORMAT: 'json' },
    // A stack that is not whole is an answer here, not a failure.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return (JSON.parse(output.toString()) as { parts: PartStatus[] }).parts;
}

function find(name: string): PartStatus {
  const part = parts().find((candidate) => candidate.name === name);
  if (!part) throw new Error(`the stack has no part ${name}`);
  return part;
}

/** Kills a part as a power cut would, and returns a wait for its return under the supervisor. */
export function killPart(name: string): { back: () => Promise<void> } {
  const { pid } = find(name);
  if (!pid) throw new Error(`${name} does not run`);
  process.kill(pid, 'SIGKILL');
  return {
    back: () =>
      eventually(async () => {
        const now = find(name);
        if (now.pid === pid || now.health !== 'ready') throw new Error(`${name} is not back yet`);
      }),
  };
}
