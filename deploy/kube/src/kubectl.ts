import { spawn } from 'node:child_process';
import { ExpectedError } from '@reelwright/local/say';

/** The programs that change a cluster, and the namespace they change. */
export interface KubeTools {
  readonly kubectl: string;
  readonly helm: string;
  readonly namespace: string;
}

/** Runs a command to its end, with a text as its input. @returns what it printed @throws ExpectedError with what it said */
export function runTool(command: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.stdin.on('error', () => undefined).end(input);
    child.once('error', (error) => reject(new ExpectedError(`${command} could not be started: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) resolve(stdout);
      else
        reject(new ExpectedError(`${[command, ...args.slice(0, 3)].join(' ')} failed:\n${(stderr || stdout).trim()}`));
    });
  });
}

/** Makes the objects as they are given, whoever made them before. */
export async function apply({ kubectl }: KubeTools, objects: readonly object[]): Promise<void> {
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  await runTool(
    kubectl,
    ['apply', '--server-side', '--force-conflicts', '--field-manager=reelwright', '-f', '-'],
    list,
  );
}
