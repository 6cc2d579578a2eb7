import { GenerationFailure } from '../videos/generation-failure.ts';
import type { VideoRequest } from '../videos/video-request.ts';
import { UnexpectedResponse } from './api-error.ts';
import { isAnswer, isRefusedContent, startedNothing } from './call-faults.ts';

/** One video to make, and what its model reports. */
export interface Assignment {
  readonly videoId: string;
  readonly variation: number;
  readonly request: VideoRequest;
  /** The model's name for work that an earlier attempt started: ask for it first, before any wait. undefined: there is none. */
  readonly operation: string | undefined;
  /** Starts whose answer was lost: each may have begun, and may have to be paid. */
  readonly lostStarts: number;
  /** Where the MP4 is written. */
  readonly videoPath: string;
  /** A model that draws its own poster (WebP) writes it here. */
  readonly posterPath: string;
  /** Ends waits, not calls. Where it is aborted from the beginning, `operation` is asked for once. */
  readonly signal: AbortSignal;
  /** Call and await right before a start that may cost money. @throws when it was started too often */
  aboutToStart(promptVersion: string): Promise<void>;
  /** The start began nothing, or nothing that has to be paid: it does not count. */
  notStarted(): Promise<void>;
  /** Call and await as soon as the model has named the work; null: the model does not know that name any more. */
  started(operation: string | null): Promise<void>;
  /** 0 to 100, and how long the rest will take at the present pace (real ms) where the model knows. */
  progress(percent: number, remainingMs?: number): void;
}

/**
 * Starts work that may cost money. A start is counted before it is made, and uncounted if it surely began nothing. After a
 * start whose answer was lost, the model is first asked for work that does not exist, which costs nothing: until it answers
 * that with an error of its own, nothing is started.
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

/** The renderer ended before the video was made. Another attempt may succeed; the job counts crashes. */
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
  /** How many it makes at a time. */
  readonly concurrency: number;
  /** Runs on this machine: it costs nothing, and stops with this process. */
  readonly free: boolean;
  make(assignment: Assignment): Promise<void>;
}
