import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Lets this process die at named points, as in a power cut. A point is armed by a file `<folder>/<service>.<point>.armed`;
 * the first process there renames it to `.fired`, syncs that, and ends by SIGKILL. Only programs under `test/` use this.
 */
export function createFailPoints({ folder, service }: { folder: string; service: string }) {
  return async (point: string): Promise<void> => {
    const name = join(folder, `${service}.${point}`);
    try {
      renameSync(`${name}.armed`, `${name}.fired`);
    } catch {
      return; // not armed
    }
    const file = openSync(`${name}.fired`, 'a');
    writeSync(file, `${new Date().toISOString()}\n`);
    sync(file);
    sync(openSync(dirname(name), 'r'));
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined); // the signal may take a moment
  };
}

function sync(file: number): void {
  fsyncSync(file);
  closeSync(file);
}
