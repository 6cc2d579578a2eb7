import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createFolders, type Folders, foldersFrom } from './folders.ts';
import { partsOf } from './parts.ts';
import { portBaseFrom, portsFrom } from './ports.ts';
import { PlainProblem, runVerb, say } from './say.ts';
import { prepareStack } from './stack.ts';
import { identify } from './supervisor/processes.ts';
import { isSupervised, newState, readState, writeState } from './supervisor/state.ts';
import { cleanLeftovers, stopStack } from './supervisor/stop.ts';
import { supervise } from './supervisor/supervise.ts';

const DETACHED_READY_WITHIN_MS = 6 * 60_000;
const POLL_MS = 200;

await runVerb(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const ports = portsFrom(portBaseFrom(env));
  createFolders(folders);
  refuseSecond(folders);
  if (env.DETACH === '1') return startDetached(folders);

  const leftovers = await cleanLeftovers(folders.run);
  if (leftovers.length > 0) say(`Stopped what an earlier run had left behind: ${leftovers.join(', ')}.`);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!stop.signal.aborted) say('Stopping.');
      stop.abort();
    });
  }
  // From here on a second `make up` is refused, though the downloads may take minutes.
  const url = `http://localhost:${ports.gateway.http}`;
  writeState(folders.run, newState(url));
  const stack = await prepareStack({ env, folders, ports, say });
  const units = partsOf(stack);
  const reason = await supervise({ units, run: folders.run, logs: folders.logs, url, say, stop: stop.signal });
  if (reason) throw new PlainProblem(reason);
  return 0;
});

function refuseSecond(folders: Folders): void {
  const state = readState(folders.run);
  if (!isSupervised(state)) return;
  throw new PlainProblem(
    `Reelwright is already ${state.phase === 'ready' ? `running at ${state.url}` : state.phase} (process ${state.supervisor.pid}): see 'make status', or 'make down' first.`,
  );
}

/** Starts the supervisor in the background and shows its lines until all is ready. */
async function startDetached(folders: Folders): Promise<number> {
  const logFile = join(folders.logs, 'supervisor.log');
  writeFileSync(logFile, '');
  const log = openSync(logFile, 'a');
  const args = [...process.execArgv, import.meta.filename];
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, DETACH: '' },
  });
  closeSync(log);
  child.unref();
  const itself = child.pid === undefined ? undefined : identify(child.pid);
  let hasEnded = itself === undefined;
  child.on('exit', () => {
    hasEnded = true;
  });

  let shown = 0;
  const showNew = () => {
    const text = readFileSync(logFile, 'utf8');
    process.stdout.write(text.slice(shown));
    shown = text.length;
  };
  const end = performance.now() + DETACHED_READY_WITHIN_MS;
  while (performance.now() < end) {
    const ready = readState(folders.run)?.phase === 'ready';
    showNew();
    if (ready) return 0;
    if (hasEnded) return 1; // its reason is the last line shown
    await delay(POLL_MS);
  }
  const waiting = (readState(folders.run)?.parts ?? [])
    .filter(({ phase }) => phase !== 'ready')
    .map(({ name }) => name);
  await stopStack(folders.run);
  throw new PlainProblem(
    `Reelwright was not ready within ${DETACHED_READY_WITHIN_MS / 60_000} minutes and was stopped; still waiting for: ${waiting.join(', ') || 'downloads'}. See ${folders.logs}.`,
  );
}
