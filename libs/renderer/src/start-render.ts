import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Clip } from './clip.ts';
import type { RenderMessage } from './render.ts';
import { RenderError, type RenderErrorCode, type RenderRequest } from './request.ts';
import { type StuckLimits, watchGroup } from './stuck-watch.ts';

export interface StartRenderOptions {
  /** Called at least every 2 s. `percent` never falls; `remainingMs` is undefined until it can be estimated. */
  onProgress?: (percent: number, remainingMs?: number) => void;
  /** Called when a file in the request's folder of parts is complete. */
  onPart?: (name: string) => void;
  signal?: AbortSignal;
  /** Path of the Node.js binary; defaults to that of this process. */
  nodePath?: string;
  /** When a render without progress is stopped. */
  stuckLimits?: StuckLimits;
}

/**
 * Renders one clip in its own process group and resolves to the size and digest of the finished file.
 * Rejects with a RenderError: RENDER_ABORTED, RENDER_STUCK, or the code that the renderer reported. After a rejection
 * no process is left, and no files are left except the complete parts.
 */
export async function startRender(request: RenderRequest, options: StartRenderOptions = {}): Promise<Clip> {
  const { onProgress, onPart, signal, nodePath = process.execPath, stuckLimits } = options;
  if (signal?.aborted) throw new RenderError('RENDER_ABORTED', 'The render was aborted.');
  // `detached` makes it the leader of a process group, so that its ffmpeg is killed with it.
  const child = spawn(nodePath, [fileURLToPath(new URL('./render.ts', import.meta.url))], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });

  let stopped: RenderError | null = null;
  const stop = (code: RenderErrorCode, message: string): void => {
    stopped ??= new RenderError(code, message);
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has already ended.
    }
  };
  const abort = (): void => stop('RENDER_ABORTED', 'The render was aborted.');
  signal?.addEventListener('abort', abort, { once: true });
  let finishedSteps = 0;
  const watch = watchGroup(
    child.pid ?? 0,
    () => finishedSteps,
    (why) => stop('RENDER_STUCK', `The render made no progress. ${why}`),
    stuckLimits,
  );

  let stderr = '';
  child.stderr.on('data', (bytes: Buffer) => {
    stderr = (stderr + bytes.toString()).slice(-2_000);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(`${JSON.stringify(request)}\n`);

  let outcome: RenderMessage | null = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = readMessage(line);
    if (message?.type === 'progress') {
      finishedSteps = message.finished;
      onProgress?.(message.percent, message.remainingMs);
    } else if (message?.type === 'part') onPart?.(message.name);
    else if (message) outcome = message;
  });
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('error', (cause) =>
        reject(new RenderError('RENDER_FAILED', 'The renderer could not be started.', { cause })),
      );
      child.on('close', () => resolve());
    });
    if (stopped) throw stopped;
    return clipOf(outcome, stderr);
  } catch (error) {
    await Promise.all([
      rm(`${request.outputPath}.part`, { force: true }),
      rm(`${request.posterPath}.part`, { force: true }),
    ]);
    throw error;
  } finally {
    watch.stop();
    signal?.removeEventListener('abort', abort);
  }
}

function readMessage(line: string): RenderMessage | null {
  try {
    return JSON.parse(line) as RenderMessage;
  } catch {
    return null;
  }
}

function clipOf(outcome: RenderMessage | null, stderr: string): Clip {
  if (outcome?.type === 'done') return { bytes: outcome.bytes, sha256: outcome.sha256 };
  if (outcome?.type === 'error')
    throw new RenderError(outcome.code as RenderErrorCode, outcome.message, { cause: stderr });
  throw new RenderError('RENDER_FAILED', 'The renderer ended without an answer.', { cause: stderr });
}
