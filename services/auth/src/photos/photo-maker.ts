import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { AppError } from '@reelwright/errors';
import type { Logger } from '@reelwright/logger';
import { limitConcurrency } from '../limit-concurrency.ts';
import { LOW_PRIORITY } from '../low-priority.ts';
import { EXIT } from './photo-limits.ts';

const PROGRAM = fileURLToPath(new URL('./photo-process.ts', import.meta.url));
const CONCURRENCY = 2;
const QUEUE_LIMIT = 8;
const TIME_LIMIT_MS = 8_000;

class PhotoBusy extends AppError {
  constructor() {
    super('UNAVAILABLE', 'PHOTO_BUSY', 'Photos cannot be read right now. Please try again in a moment.', {
      retryAfterSeconds: 5,
    });
  }
}

/** No slot or no process was free: decoding has not started. */
export class PhotoNotStarted extends PhotoBusy {}

export interface PhotoMaker {
  /**
   * Makes a square WebP without metadata from a JPEG, PNG or WebP.
   * @param userId one photo per user at a time, so that no user takes all slots
   * @throws AppError IMAGE_UNREADABLE, IMAGE_TOO_LARGE, PHOTO_BUSY; PhotoNotStarted when no slot was free
   */
  make(bytes: Buffer, userId: string): Promise<Buffer>;
}

/**
 * Decodes each photo in a short-lived process of low priority. It does not slow the check of every request on the same
 * machine, and a hostile file attacks a process that has no secrets and no database.
 */
export function createPhotoMaker({ logger, timeLimitMs = TIME_LIMIT_MS }: { logger: Logger; timeLimitMs?: number }) {
  const limit = limitConcurrency({
    concurrency: CONCURRENCY,
    queueLimit: QUEUE_LIMIT,
    busy: () => new PhotoNotStarted(),
  });

  async function start() {
    try {
      const child = spawn(process.execPath, [PROGRAM], {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: {},
        timeout: timeLimitMs,
        killSignal: 'SIGKILL',
      });
      lowerPriority(child.pid);
      // The streams may be missing when the process cannot be started.
      await once(child, 'spawn');
      return child;
    } catch (error) {
      logger.warn({ err: error }, 'no process could be started to decode a photo');
      throw new PhotoNotStarted();
    }
  }

  async function run(bytes: Buffer): Promise<Buffer> {
    const child = await start();
    const ended = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
    child.stdin.on('error', () => undefined); // the process may exit before it has read everything
    child.stdin.end(bytes);
    const [[code, signal], photo] = await Promise.all([ended, buffer(child.stdout)]);
    if (code === EXIT.done && photo.length > 0) return photo;
    if (code === EXIT.tooLarge) throw tooLarge();
    if (code === EXIT.unreadable) throw unreadable();
    logger.warn({ code, signal }, 'a photo was not decoded in time, or its process crashed');
    throw signal === 'SIGKILL' ? new PhotoBusy() : unreadable();
  }

  const activeUsers = new Set<string>();

  return {
    async make(bytes, userId) {
      if (activeUsers.has(userId)) throw new PhotoNotStarted();
      activeUsers.add(userId);
      try {
        return await limit(() => run(bytes));
      } finally {
        activeUsers.delete(userId);
      }
    },
  } satisfies PhotoMaker;
}

/** Threads inherit the priority, so it is set before the process starts any. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
  } catch {
    // The process has already exited.
  }
}

const unreadable = () =>
  new AppError('INVALID_ARGUMENT', 'IMAGE_UNREADABLE', 'The photo cannot be read. Please choose another one.');
const tooLarge = () =>
  new AppError(
    'INVALID_ARGUMENT',
    'IMAGE_TOO_LARGE',
    'The photo has more than 40 megapixels. Please choose a smaller one.',
  );
