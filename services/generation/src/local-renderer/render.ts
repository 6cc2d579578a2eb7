import { once } from 'node:events';
import { setPriority } from 'node:os';
import { renderClip } from './clip.ts';
import { parseRequest, RenderError } from './request.ts';

/** What the process prints, one JSON object a line. `percent` never falls. */
export type RenderMessage =
  | { type: 'progress'; percent: number }
  | { type: 'done'; bytes: number; sha256: string; seconds: number }
  | { type: 'error'; code: string; message: string };

const LOW_PRIORITY = 10;
const HEARTBEAT_MS = 1_000;

let percent = 0;

function say(message: RenderMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
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

// Drawing must never take the processor from the services beside it.
setPriority(LOW_PRIORITY);
// Whoever asked has gone: there is nobody to render for.
process.stdout.on('error', () => process.exit(1));

const heartbeat = setInterval(() => say({ type: 'progress', percent }), HEARTBEAT_MS);
try {
  const request = parseRequest(await readRequest());
  say({ type: 'progress', percent });
  const clip = await renderClip(request, (reached) => {
    percent = Math.max(percent, reached);
  });
  clearInterval(heartbeat);
  say({ type: 'progress', percent: 100 });
  say({ type: 'done', ...clip, seconds: request.seconds });
} catch (error) {
  clearInterval(heartbeat);
  const known =
    error instanceof RenderError
      ? error
      : new RenderError('RENDER_FAILED', 'The clip could not be made.', { cause: error });
  say({ type: 'error', code: known.code, message: known.message });
  if (known.cause) process.stderr.write(`${known.cause instanceof Error ? known.cause.stack : String(known.cause)}\n`);
  process.exitCode = 1;
}
process.stdin.destroy();
if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
