import { spawn } from 'node:child_process';

export interface CommandResult {
  readonly code: number;
  /** stdout and stderr in the order they came. */
  readonly output: string;
}

/** Runs a short command to its end. A command that does not exist returns 127, as in a shell. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }));
  });
}

/** A tool's output for its version option, or undefined when it is missing or fails. */
export async function readVersion(command: string, args: readonly string[]): Promise<string | undefined> {
  const { code, output } = await runCommand(command, args);
  return code === 0 ? output : undefined;
}

/** The last lines of a failed command, for a message to a person. */
export function lastLines(output: string, count = 5): string {
  return output.trimEnd().split('\n').slice(-count).join('\n');
}
