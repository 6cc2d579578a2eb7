const began = performance.now();

/** Prints a line of the report, with the seconds since the run began. */
export function say(line: string): void {
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
}
