import { setTimeout as delay } from 'node:timers/promises';
import { columns, seconds } from '../say.ts';
import { holdPart, isHeld, releaseAll } from './hold.ts';
import { lastLogLines, logFile, rotateLogs } from './log-files.ts';
import { outgoingPortHint } from './outgoing-ports.ts';
import {
  type Command,
  describeExit,
  type Exit,
  type Part,
  type StartedCommand,
  type Step,
  startCommand,
} from './part.ts';
import { identify, memoryOf, processTree } from './processes.ts';
import { isPortFree, isReady } from './readiness.ts';
import { newState, type PartState, removeState, writeState } from './state.ts';
import { stopParts, stopTree } from './stop.ts';

export interface Supervision {
  readonly commands: readonly Command[];
  readonly run: string;
  readonly logs: string;
  readonly url: string;
  readonly say: (line: string) => void;
  /** Abort it to stop the stack. */
  readonly stop: AbortSignal;
  /** Called once, when every part is ready. */
  readonly onReady?: () => void;
  /** The first wait after a crash; it doubles each time, up to 30 times as long. */
  readonly backoffMs?: number;
  /** How long a part may take to end before it is killed. */
  readonly graceMs?: number;
  /** How often a part may end, or not become ready, before it was ready for the first time; without it for ever. */
  readonly startAttempts?: number;
  /** Parts that are not started until they are released; no other part waits for them. */
  readonly held?: readonly string[];
}

const READY_POLL_MS = 100;
const HOLD_POLL_MS = 100;
const READY_WITHIN_MS = 90_000;
const STEADY_AFTER_MS = 60_000;
const ROTATE_EVERY_MS = 10_000;
const LOG_TAIL_LINES = 8;

/** The reason why the stack could not start, for a person. */
class StartProblem extends Error {}

/**
 * Starts every command once its dependencies are ready, keeps the parts running, and stops them in reverse
 * order when `stop` is aborted or a step fails.
 * @returns undefined after an ordinary stop, else the reason the stack could not start
 */
export async function supervise(options: Supervision): Promise<string | undefined> {
  const { commands, run, logs, say, stop } = options;
  const state = newState(options.url);
  state.parts = commands.map(initialState);
  const save = () => writeState(run, state);
  save();
  releaseAll(run);
  for (const name of options.held ?? []) holdPart(run, name);

  const ending = new AbortController();
  stop.addEventListener('abort', () => ending.abort(), { once: true });
  if (stop.aborted) ending.abort();
  const rotation = setInterval(() => rotateLogs(logs), ROTATE_EVERY_MS);

  const settled = new Map<string, Promise<void>>();
  const running: Promise<void>[] = [];
  let reason: string | undefined;
  try {
    await requireFreePorts(commands);
    for (const [index, command] of commands.entries()) {
      const dependencies = command.after.map((name) => settled.get(name) ?? Promise.resolve());
      const record = state.parts[index] as PartState;
      const isUp = Promise.withResolvers<void>();
      isUp.promise.catch(() => undefined);
      settled.set(command.name, isUp.promise);
      const context = { ...options, record, save, ending: ending.signal, isUp };
      const work = async () => {
        await Promise.all(dependencies);
        if (ending.signal.aborted) return;
        await (command.kind === 'step' ? runStep(command, context) : keepRunning(command, context));
      };
      // A command that ends with the stack settles, too, so that no other command waits for it.
      running.push(work().then(isUp.resolve, isUp.reject));
    }
    await orAborted(Promise.all(settled.values()), ending.signal);
    if (!ending.signal.aborted) {
      state.phase = 'ready';
      save();
      if (options.onReady) options.onReady();
      else say(options.url);
      await orAborted(new Promise(() => undefined), ending.signal);
    }
  } catch (problem) {
    if (!(problem instanceof StartProblem)) throw problem;
    reason = problem.message;
  } finally {
    clearInterval(rotation);
    state.phase = 'stopping';
    state.reason = reason ?? null;
    ending.abort();
    save();
    const report = (name: string, inOrder: boolean) => say(columns(name, inOrder ? 'stopped' : 'had to be killed'));
    await stopParts(state.parts, report, options.graceMs);
    await Promise.allSettled(running);
    if (reason === undefined) removeState(run);
    else {
      state.phase = 'failed';
      save();
    }
  }
  return reason;
}

interface CommandContext extends Supervision {
  readonly record: PartState;
  readonly save: () => void;
  readonly ending: AbortSignal;
  readonly isUp: PromiseWithResolvers<void>;
}

async function runStep(step: Step, context: CommandContext): Promise<void> {
  const { record, save, logs, say, ending, isUp } = context;
  const began = performance.now();
  const { exited } = launch(step, context);
  const exit = await exited;
  record.process = null;
  record.phase = exit.code === 0 ? 'ready' : 'stopped';
  save();
  if (exit.code === 0) {
    const [detail = 'done'] = lastLogLines(logFile(logs, step.name), 1);
    say(columns(step.name, `${detail}, ${seconds(began)}`));
    isUp.resolve();
  } else if (!ending.aborted) {
    const tail = lastLogLines(logFile(logs, step.name), LOG_TAIL_LINES).join('\n    ');
    throw new StartProblem(`${step.name} ${describeExit(exit)}. Its last lines:\n    ${tail}`);
  }
}

async function keepRunning(part: Part, context: CommandContext): Promise<void> {
  const { record, save, logs, say, ending, isUp } = context;
  const firstWait = context.backoffMs ?? 1000;
  const { startAttempts = Number.POSITIVE_INFINITY } = context;
  let crashes = 0;
  let wasReady = false;
  await whileHeld(part, context);
  while (!ending.aborted) {
    const began = performance.now();
    const child = launch(part, context);
    const exit = await Promise.race([
      child.exited,
      becomeReady(part, ending).then((ready) => (ready ? 'ready' : 'late')),
    ]);
    if (exit === 'ready') {
      wasReady = true;
      record.phase = 'ready';
      save();
      const memory = record.process ? memoryOf(processTree(record.process)) : { rssMb: 0 };
      const restartNote = record.restarts > 0 ? `, restarted ${record.restarts}×` : '';
      say(
        columns(
          part.name,
          `${part.address.padEnd(28)} ${seconds(began).padStart(6)} ${String(memory.rssMb).padStart(5)} MB${restartNote}`,
        ),
      );
      isUp.resolve();
    } else if (exit === 'late' && !ending.aborted && record.process) {
      say(`${part.name} did not become ready within ${READY_WITHIN_MS / 1000} s and is restarted.`);
      await stopTree(record.process, record.stopSignal);
    }
    const end = await child.exited;
    if (ending.aborted) return;
    // Processes that it started must not run beside its successor.
    if (record.process) await stopTree(record.process, 'SIGKILL');
    crashes = performance.now() - began > STEADY_AFTER_MS ? 1 : crashes + 1;
    const waitMs = Math.min(firstWait * 2 ** (crashes - 1), firstWait * 30);
    record.phase = 'restarting';
    record.process = null;
    record.restarts += 1;
    save();
    say(crashReport(part.name, end, waitMs, lastLogLines(logFile(logs, part.name), LOG_TAIL_LINES)));
    const problem = await takenPort(part);
    if (problem) say(problem);
    if (!wasReady && crashes >= startAttempts) throw new StartProblem(problem ?? `${part.name} did not start.`);
    await delay(waitMs, undefined, { signal: ending }).catch(() => undefined);
    await whileHeld(part, context);
  }
}

async function whileHeld({ name }: Part, { run, ending, record, save, isUp }: CommandContext): Promise<void> {
  if (!isHeld(run, name)) return;
  record.phase = 'held';
  save();
  isUp.resolve();
  while (isHeld(run, name) && !ending.aborted)
    await delay(HOLD_POLL_MS, undefined, { signal: ending }).catch(() => undefined);
}

function launch(command: Command, { record, save, logs }: CommandContext): StartedCommand {
  const child = startCommand(command, logFile(logs, command.name));
  record.phase = 'starting';
  record.process = (child.pid !== undefined && identify(child.pid)) || null;
  save();
  return child;
}

async function becomeReady(part: Part, ending: AbortSignal): Promise<boolean> {
  const end = performance.now() + READY_WITHIN_MS;
  while (!ending.aborted && performance.now() < end) {
    if (await isReady(part.ready)) return true;
    await delay(READY_POLL_MS);
  }
  return false;
}

async function requireFreePorts(commands: readonly Command[]): Promise<void> {
  for (const command of commands) {
    const problem = command.kind === 'part' && (await takenPort(command));
    if (problem) throw new StartProblem(problem);
  }
}

/** @returns a sentence that names a port of the part which another program uses */
async function takenPort({ name, ports, host }: Part): Promise<string | undefined> {
  for (const port of ports) {
    if (await isPortFree(port, host)) continue;
    return `Port ${port}, which ${name} needs, is taken by another program: stop that one, or choose another PORT_BASE.${outgoingPortHint(port)}`;
  }
  return undefined;
}

function crashReport(name: string, exit: Exit, waitMs: number, tail: readonly string[]): string {
  const lines = tail.map((line) => `    ${line}`).join('\n');
  return `${name} ${describeExit(exit)}; starting it again in ${waitMs / 1000} s. Its last lines:\n${lines}`;
}

function initialState(command: Command): PartState {
  const isPart = command.kind === 'part';
  return {
    name: command.name,
    kind: command.kind,
    after: command.after,
    address: isPart ? command.address : '',
    ready: isPart ? command.ready : null,
    stopSignal: (isPart && command.stopSignal) || 'SIGTERM',
    phase: 'waiting',
    process: null,
    restarts: 0,
  };
}

async function orAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const aborted = Promise.withResolvers<void>();
  const onAbort = () => aborted.resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  await Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
