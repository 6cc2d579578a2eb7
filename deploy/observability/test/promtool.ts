import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensurePrometheus } from '@reelwright/local/prometheus';

const run = promisify(execFile);

/** Runs promtool, which comes with Prometheus. @returns what is wrong; empty when nothing is */
export async function promtool(...args: readonly string[]): Promise<string> {
  await ensurePrometheus();
  try {
    await run('promtool', [...args]);
    return '';
  } catch (error) {
    const { stdout, stderr, message } = error as Error & { stdout?: string; stderr?: string };
    return `${stdout ?? ''}${stderr ?? ''}` || message;
  }
}
