import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';

export interface Running {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a process whose output goes to a file; resolves once the URL `ready` responds. */
export async function start(options: {
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  log: string;
  ready: string;
}): Promise<Running> {
  const log = openSync(options.log, 'a');
  const child = spawn(options.command, options.args, { env: options.env, stdio: ['ignore', log, log] });
  closeSync(log);
  const exit = once(child, 'exit');
  for (let tries = 0; tries < 300 && child.exitCode === null; tries++) {
    const response = await fetch(options.ready).catch(() => undefined);
    if (response?.ok) return { pid: child.pid ?? 0, stop: () => end() };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await end();
  throw new Error(`${options.args.at(-1)} did not start:\n${readFileSync(options.log, 'utf8').slice(-2000)}`);

  async function end(): Promise<void> {
    child.kill('SIGTERM');
    await exit;
  }
}
