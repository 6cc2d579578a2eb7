import { startDetached } from './detached.ts';
import { createFolders, type Folders, foldersFrom } from './folders.ts';
import { commandsOf } from './parts.ts';
import { portBaseFrom, portsFrom } from './ports.ts';
import { removeS3Sockets } from './s3-server.ts';
import { ExpectedError, runTarget, say } from './say.ts';
import { prepareStack } from './stack.ts';
import { isSupervised, newState, readState, writeState } from './supervisor/state.ts';
import { cleanLeftovers } from './supervisor/stop.ts';
import { supervise } from './supervisor/supervise.ts';

await runTarget(async () => {
  const { env } = process;
  const folders = foldersFrom(env);
  const ports = portsFrom(portBaseFrom(env));
  createFolders(folders);
  rejectSecondStart(folders);
  if (env.DETACH === '1') return startDetached(folders, [...process.execArgv, import.meta.filename]);

  const leftovers = await cleanLeftovers(folders.run);
  if (leftovers.length > 0) say(`Stopped what an earlier run had left behind: ${leftovers.join(', ')}.`);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!stop.signal.aborted) say('Stopping.');
      stop.abort();
    });
  }
  // From here on a second `make up` is rejected, even while downloads take minutes.
  const url = `http://localhost:${ports.gateway.http}`;
  writeState(folders.run, newState(url));
  const stack = await prepareStack({ env, folders, ports, say });
  const commands = commandsOf(stack);
  const reason = await supervise({
    commands,
    run: folders.run,
    logs: folders.logs,
    url,
    say,
    stop: stop.signal,
    held: (env.TEST_HELD ?? '').split(',').filter(Boolean),
    ...(env.RESTART_WAIT_MS ? { backoffMs: Number(env.RESTART_WAIT_MS) } : {}),
  });
  if (stack.s3) removeS3Sockets(stack.s3);
  if (reason) throw new ExpectedError(reason);
  return 0;
});

function rejectSecondStart(folders: Folders): void {
  const state = readState(folders.run);
  if (!isSupervised(state)) return;
  throw new ExpectedError(
    `Reelwright is already ${state.phase === 'ready' ? `running at ${state.url}` : state.phase} (process ${state.supervisor.pid}): see 'make status', or 'make down' first.`,
  );
}
