// A reader that has closed the pipe (`make status | head`, a closed terminal) must not end a make target or the supervisor.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** One line for the person at the terminal. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Columns shared by the lines of `make up` and `make status`. */
export function columns(name: string, detail: string): string {
  return `  ${name.padEnd(14)} ${detail}`;
}

export function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** An error whose message is the whole explanation: printed without its stack trace. */
export class ExpectedError extends Error {}

/** Runs a target of the Makefile; an expected problem becomes one sentence and exit code 1. */
export async function runTarget(target: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await target();
  } catch (problem) {
    const isExpected = problem instanceof ExpectedError;
    process.stderr.write(`${isExpected ? problem.message : ((problem as Error).stack ?? String(problem))}\n`);
    process.exitCode = 1;
  }
}
