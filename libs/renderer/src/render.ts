import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { renderClip } from './clip.ts';
import { parseRequest, RenderError } from './request.ts';

/** A line that the process prints, as JSON. `percent` never falls; `finished` is the number of finished steps. */
export type RenderMessage =
  | { type: 'progress'; percent: number; finished: number; remainingMs?: number | undefined }
  | { type: 'part'; name: string }
  | { type: 'done'; bytes: number; sha256: string; seconds: number }
  | { type: 'error'; code: string; message: string };

const LOW_PRIORITY = 10;
const HEARTBEAT_MS = 1_000;

let percent = 0;
let finished = 0;
let remaining: (() => number | undefined) | undefined;

function print(message: RenderMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function printProgress(): void {
  const remainingMs = remaining?.();
  print({
    type: 'progress',
    percent,
    finished,
    ...(remainingMs !== undefined && { remainingMs: Math.round(remainingMs) }),
  });
}

async function readRequest(): Promise<string> {
  let input = '';
  process.stdin.setEncoding('utf8');
  for await (const piece of process.stdin) {
    input += piece;
    const end = input.indexOf('\n');
    if (end >= 0) return input.slice(0, end);
  }
  return input;
}

// A closed stdout means that the caller has ended, so the clip is no longer needed.
process.stdout.on('error', () => process.exit(1));

const heartbeat = setInterval(printProgress, HEARTBEAT_MS);
try {
  const request = parseRequest(await readRequest());
  // Low priority leaves the CPU to the services on the same machine; an instant clip is too short to matter. Only root may
  // raise the priority of a process that was started with a lower one.
  if (request.quality !== 'instant' && getPriority() < LOW_PRIORITY) setPriority(LOW_PRIORITY);
  printProgress();
  const clip = await renderClip(request, {
    progress(reached, remainingTime) {
      percent = Math.max(percent, reached);
      finished++;
      remaining = remainingTime;
    },
    part: (name) => print({ type: 'part', name }),
  });
  clearInterval(heartbeat);
  print({ type: 'progress', percent: 100, finished: finished + 1, remainingMs: 0 });
  print({ type: 'done', ...clip, seconds: request.seconds });
} catch (error) {
  clearInterval(heartbeat);
  const renderError =
    error instanceof RenderError
      ? error
      : new RenderError('RENDER_FAILED', 'The clip could not be made.', { cause: error });
  print({ type: 'error', code: renderError.code, message: renderError.message });
  if (renderError.cause)
    process.stderr.write(
      `${renderError.cause instanceof Error ? renderError.cause.stack : String(renderError.cause)}\n`,
    );
  process.exitCode = 1;
}
process.stdin.destroy();
if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
