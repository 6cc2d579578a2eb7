import { runningStack } from '@reelwright/local/running-stack';
import { eventually } from './fixtures.ts';

/** Kills a part with SIGKILL. `restarted` waits until the supervisor has restarted it. */
export function killPart(name: string): { restarted: () => Promise<void> } {
  const stack = runningStack(process.env);
  const killed = stack.part(name).process?.pid;
  stack.signal(name, 'SIGKILL');
  return {
    restarted: () =>
      eventually(async () => {
        const { process: now, phase } = stack.part(name);
        if (now?.pid === killed || phase !== 'ready') throw new Error(`${name} is not restarted yet`);
      }),
  };
}
