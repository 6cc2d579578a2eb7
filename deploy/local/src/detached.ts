import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Folders } from './folders.ts';
import { ExpectedError } from './say.ts';
import { identify } from './supervisor/processes.ts';
import { readState } from './supervisor/state.ts';
import { stopStack } from './supervisor/stop.ts';

const DETACHED_READY_WITHIN_MS = 6 * 60_000;
const POLL_MS = 200;

/**
 * Starts `node <args>`, a supervisor, in the background and prints its output until the stack is ready.
 * @returns 0 when the stack is ready, 1 if the supervisor ended first
 * @throws ExpectedError if it is not ready after 6 minutes; the stack is stopped
 */
export async function startDetached(folders: Pick<Folders, 'run' | 'logs'>, args: readonly string[]): Promise<number> {
  const logFile = join(folders.logs, 'supervisor.log');
  writeFileSync(logFile, '');
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, DETACH: '' },
  });
  closeSync(log);
  child.unref();
  const supervisor = child.pid === undefined ? undefined : identify(child.pid);
  let hasEnded = supervisor === undefined;
  child.on('exit', () => {
    hasEnded = true;
  });

  // Until the new supervisor writes its state, the state file may still be that of a killed one.
  const ownState = () => {
    const state = readState(folders.run);
    const { pid, startTime } = state?.supervisor ?? {};
    return supervisor && pid === supervisor.pid && startTime === supervisor.startTime ? state : undefined;
  };

  let printedLength = 0;
  const printNewText = () => {
    const text = readFileSync(logFile, 'utf8');
    process.stdout.write(text.slice(printedLength));
    printedLength = text.length;
  };
  const end = performance.now() + DETACHED_READY_WITHIN_MS;
  while (performance.now() < end) {
    const ready = ownState()?.phase === 'ready';
    printNewText();
    if (ready) return 0;
    if (hasEnded) return 1; // its reason is the last line printed
    await delay(POLL_MS);
  }
  const waiting = (ownState()?.parts ?? []).filter(({ phase }) => phase !== 'ready').map(({ name }) => name);
  await stopStack(folders.run);
  // The supervisor lists its parts and steps after the downloads; while it has listed none, it still downloads.
  throw new ExpectedError(
    `Reelwright was not ready within ${DETACHED_READY_WITHIN_MS / 60_000} minutes and was stopped; still waiting for: ${waiting.join(', ') || 'downloads'}. See ${folders.logs}.`,
  );
}
