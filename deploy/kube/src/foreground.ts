import { spawn } from 'node:child_process';
import { ExpectedError } from '@reelwright/local/say';

/**
 * Runs a command that uses this terminal, to its end. Ctrl-C is for the command, which decides when it ends.
 * @returns its exit code
 */
export async function runInForeground(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<number> {
  const child = spawn(command, args, { ...options, stdio: 'inherit' });
  const leave = () => undefined;
  const forward = () => void child.kill('SIGTERM');
  process.on('SIGINT', leave).on('SIGTERM', forward);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (error) => reject(new ExpectedError(`${command} could not be started: ${error.message}`)));
      child.once('close', (code) => resolve(code ?? 1));
    });
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', forward);
  }
}
