import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { kafkaPart } from '@reelwright/local/kafka-server';

type Part = ReturnType<typeof kafkaPart>;

/** Runs a part of `make up` as the only program of a container, and ends with it. */
export function runPart({ name, command, args, env, cwd, stopSignal = 'SIGTERM' }: Part): void {
  const child = spawn(command, args, { env, cwd, stdio: 'inherit' });
  let isStopping = false;
  child.once('error', (error) => {
    process.stderr.write(`${name} could not be started: ${error.message}\n`);
    process.exit(1);
  });
  // Some programs report the signal that stopped them as a failure.
  child.once('exit', (code) => process.exit(isStopping ? 0 : (code ?? 1)));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      isStopping = true;
      child.kill(stopSignal);
    });
  }
}

/** A setting of this process, or the content of the file that `<name>_FILE` names. Without both the process ends. */
export function requiredSetting(name: string): string {
  const { [name]: value, [`${name}_FILE`]: file } = process.env;
  if (file) return readFileSync(file, 'utf8').trim();
  if (value) return value;
  process.stderr.write(`Set ${name}, or ${name}_FILE to the path of a file with it.\n`);
  process.exit(1);
}
