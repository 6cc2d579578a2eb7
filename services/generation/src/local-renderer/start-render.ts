import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Clip } from './clip.ts';
import type { RenderMessage } from './render.ts';
import { RenderError, type RenderErrorCode, type RenderRequest } from './request.ts';

export interface StartRenderOptions {
  /** 0 to 100, never falling, at least every 2 s. */
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
  /** The Node to run it with; the present one when left out. */
  nodePath?: string;
  /** 5 minutes when left out. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 5 * 60_000;

/**
 * Renders one clip in a process group of its own and resolves with the size and digest of the finished file.
 * Rejects with a RenderError: RENDER_ABORTED, RENDER_TIMED_OUT, or what the renderer itself reported. After a rejection
 * no process and no file of this render is left.
 */
export async function startRender(request: RenderRequest, options: StartRenderOptions = {}): Promise<Clip> {
  const { onProgress, signal, nodePath = process.execPath, timeoutMs = TIMEOUT_MS } = options;
  if (signal?.aborted) throw new RenderError('RENDER_ABORTED', 'The render was called off.');
  const file = import.meta.url.endsWith('.ts') ? './render.ts' : './render.js';
  // Detached makes it the leader of its own group, so that ffmpeg goes down with it.
  const child = spawn(nodePath, [fileURLToPath(new URL(file, import.meta.url))], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });

  let stopped: RenderError | null = null;
  const stop = (code: RenderErrorCode, message: string): void => {
    stopped ??= new RenderError(code, message);
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has ended by itself in the meantime.
    }
  };
  const abort = (): void => stop('RENDER_ABORTED', 'The render was called off.');
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(
    () => stop('RENDER_TIMED_OUT', `The render took longer than ${timeoutMs / 1000} s.`),
    timeoutMs,
  );

  let complaint = '';
  child.stderr.on('data', (bytes: Buffer) => {
    complaint = (complaint + bytes.toString()).slice(-2_000);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(`${JSON.stringify(request)}\n`);

  let outcome: RenderMessage | null = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = readMessage(line);
    if (message?.type === 'progress') onProgress?.(message.percent);
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
    return clipOf(outcome, complaint);
  } catch (error) {
    await Promise.all([
      rm(`${request.outputPath}.part`, { force: true }),
      rm(`${request.posterPath}.part`, { force: true }),
    ]);
    throw error;
  } finally {
    clearTimeout(timer);
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

function clipOf(outcome: RenderMessage | null, complaint: string): Clip {
  if (outcome?.type === 'done') return { bytes: outcome.bytes, sha256: outcome.sha256 };
  if (outcome?.type === 'error')
    throw new RenderError(outcome.code as RenderErrorCode, outcome.message, { cause: complaint });
  throw new RenderError('RENDER_FAILED', 'The renderer ended without a word.', { cause: complaint });
}
