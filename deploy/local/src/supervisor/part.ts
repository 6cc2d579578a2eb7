import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { ReadinessProbe } from './readiness.ts';

interface CommandBase {
  readonly name: string;
  /** Names of the parts and steps that must be ready or done before this one starts. */
  readonly after: readonly string[];
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** A process that runs as long as the stack does. */
export interface Part extends CommandBase {
  readonly kind: 'part';
  /** The address that `make status` shows. */
  readonly address: string;
  /** All ports it listens on; they must be free before it starts. */
  readonly ports: readonly number[];
  /** The IP address of its ports; 127.0.0.1 when left out. */
  readonly host?: string | undefined;
  readonly ready: ReadinessProbe;
  /** Ends the process in good order; SIGTERM when left out. */
  readonly stopSignal?: NodeJS.Signals;
}

/** A command that runs once while the stack starts and must succeed. */
export interface Step extends CommandBase {
  readonly kind: 'step';
}

/** What the supervisor starts. */
export type Command = Part | Step;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Set when the command could not be started at all. */
  readonly problem?: string;
}

export interface StartedCommand {
  readonly pid: number | undefined;
  readonly exited: Promise<Exit>;
}

/** Starts the command in a session of its own, out of reach of the terminal's Ctrl-C; its output is appended to the log. */
export function startCommand(command: Command, logFile: string): StartedCommand {
  const log = openSync(logFile, 'a');
  try {
    const { uid, gid } = command;
    const child = spawn(command.command, command.args, {
      cwd: command.cwd,
      env: command.env,
      detached: true,
      stdio: ['ignore', log, log],
      ...(uid === undefined ? {} : { uid }),
      ...(gid === undefined ? {} : { gid }),
    });
    const exited = new Promise<Exit>((resolve) => {
      child.on('error', (error) => resolve({ code: null, signal: null, problem: error.message }));
      child.on('exit', (code, signal) => resolve({ code, signal }));
    });
    return { pid: child.pid, exited };
  } finally {
    closeSync(log);
  }
}

export function describeExit(exit: Exit): string {
  if (exit.problem) return `could not be started (${exit.problem})`;
  return exit.signal ? `was ended by ${exit.signal}` : `ended with exit code ${exit.code}`;
}
