import type { Folders } from './folders.ts';
import { columns, say, seconds } from './say.ts';
import { createScratchCheckout, type ScratchCheckout } from './scratch-checkout.ts';

/** What the parts of `make check-proof` share: a checkout to change code in, and an end that Ctrl-C leads to as well. */
export interface Proof {
  readonly folders: Folders;
  readonly env: NodeJS.ProcessEnv;
  readonly checkout: ScratchCheckout;
  /** Calls `stop` at the end, unless it was called before. @returns what calls it */
  atEnd(stop: () => Promise<unknown>): () => Promise<unknown>;
  /** Waits forever once the proof is stopping: nothing is written into a checkout that is being removed. */
  unlessStopping<Result>(run: () => Promise<Result>): Promise<Result>;
  end(): Promise<void>;
}

export async function startProof(folders: Folders, env: NodeJS.ProcessEnv): Promise<Proof> {
  const checkout = await createScratchCheckout(folders.root, env);
  const stops = new Set<() => Promise<unknown>>();
  let isStopping = false;
  async function end(): Promise<void> {
    isStopping = true;
    process.off('SIGINT', stop).off('SIGTERM', stop);
    for (const each of stops) await each();
    await checkout.remove();
  }
  const stop = () => void end().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return {
    folders,
    env,
    checkout,
    end,
    atEnd(stopPart) {
      const stopOnce = async () => {
        if (stops.delete(stopOnce)) await stopPart();
      };
      stops.add(stopOnce);
      return stopOnce;
    },
    unlessStopping: (run) => (isStopping ? new Promise(() => undefined) : run()),
  };
}

export function printVerdict(verdict: string, began: number, name: string): void {
  say(columns(verdict.padEnd(8), `${seconds(began).padStart(6)}  ${name}`));
}
