import { GenerationFailure } from '../videos/generation-failure.ts';
import type { VideoRequest } from '../videos/video-request.ts';
import { UnexpectedResponse } from './api-error.ts';
import { isAnswer, isRefusedContent, startedNothing } from './call-faults.ts';

/** One video to make, and the callbacks of its model. */
export interface Assignment {
  readonly videoId: string;
  readonly variation: number;
  readonly request: VideoRequest;
  /**
   * The model's name for work that an earlier attempt started; poll it before any wait. Undefined without such work.
   */
  readonly operation: string | undefined;
  /** Starts whose answer was lost; each may have begun work that must be paid. */
  readonly lostStarts: number;
  /** The path to write the MP4 to. */
  readonly videoPath: string;
  /** The path for the poster (WebP) of a model that draws one. */
  readonly posterPath: string;
  /** Ends waits, not calls. If it is already aborted, `operation` is polled once. */
  readonly signal: AbortSignal;
  /** Call and await right before a start that may cost money. @throws when there were too many starts */
  aboutToStart(promptVersion: string): Promise<void>;
  /** Uncounts a start that began no work, or none that has to be paid. */
  notStarted(): Promise<void>;
  /** Call and await as soon as the model has named the work; null when the model no longer knows that name. */
  started(operation: string | null): Promise<void>;
  /** 0 to 100, and the duration of the rest at the current pace (real ms) if the model knows it. */
  progress(percent: number, remainingMs?: number): void;
}

/**
 * Starts work that may cost money. A start is counted before the call and uncounted if it certainly began no work.
 * After a start whose answer was lost, the model is first polled for work that does not exist, which is free; no work
 * is started until it answers that with its own error.
 */
export async function startWork<Started>(
  assignment: Assignment,
  promptVersion: string,
  calls: { start: () => Promise<Started>; ask: () => Promise<unknown> },
): Promise<Started> {
  if (assignment.lostStarts > 0) {
    const answer = await calls.ask().then(
      () => new UnexpectedResponse(),
      (error: unknown) => error,
    );
    if (!isAnswer(answer)) throw answer;
  }
  await assignment.aboutToStart(promptVersion);
  try {
    return await calls.start();
  } catch (error) {
    if (startedNothing(error)) await assignment.notStarted();
    throw isRefusedContent(error) ? new GenerationFailure('MODEL_REFUSED', { cause: error }) : error;
  }
}

/** The renderer's process ended before the video was made. Another attempt may succeed; the job counts crashes. */
export class ModelCrash extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelCrash';
    this.code = code;
  }
}

/**
 * Makes videos. `make` resolves once the file is at `videoPath`. It throws a GenerationFailure for a permanent fault, a
 * ModelCrash for a crash of the renderer, and anything else for a transient fault.
 */
export interface VideoModel {
  readonly name: 'local' | 'veo' | 'omni';
  /** The number of videos it makes at the same time. */
  readonly concurrency: number;
  /** Whether it runs on this machine, costs nothing and stops with this process. */
  readonly free: boolean;
  make(assignment: Assignment): Promise<void>;
}
