import { runningStack } from '@reelwright/local/running-stack';
import { eventually } from './fixtures.ts';

/** Kills a part as a power cut would, and returns a wait for its return under the supervisor. */
export function killPart(name: string): { back: () => Promise<void> } {
  const stack = runningStack(process.env);
  const killed = stack.part(name).process?.pid;
  stack.signal(name, 'SIGKILL');
  return {
    back: () =>
      eventually(async () => {
        const { process: now, phase } = stack.part(name);
        if (now?.pid === killed || phase !== 'ready') throw new Error(`${name} is not back yet`);
      }),
  };
}
