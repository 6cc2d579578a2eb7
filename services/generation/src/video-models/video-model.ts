import type { LogoCorner } from '@reelwright/product';
import { GenerationFailure } from '../videos/generation-failure.ts';
import type { VideoRequest } from '../videos/video-request.ts';
import { UnexpectedResponse } from './api-error.ts';
import { isModelResponse, isRejectedContent, startedNoWork } from './call-errors.ts';

/** One video to make, and the callbacks of its model. */
export interface Assignment {
  readonly videoId: string;
  readonly variation: number;
  readonly request: VideoRequest;
  /** The corner that a logo is laid over later; null without one. */
  readonly logoCorner: LogoCorner | null;
  /**
   * The model's name for work that an earlier attempt started; poll it before any wait. Undefined without such work.
   */
  readonly operation: string | undefined;
  /** Starts whose response was lost; each may have begun work that must be paid. */
  readonly lostStarts: number;
  /** The path to write the MP4 to. */
  readonly videoPath: string;
  /** The path for the poster (WebP) of a model that draws one. */
  readonly posterPath: string;
  /** Ends waits, not calls. If it is already aborted, `operation` is polled once. */
  readonly signal: AbortSignal;
  /** Call and await right before a start that may cost money. @throws when there were too many starts */
  beforeStart(promptVersion: string): Promise<void>;
  /** Uncounts a start that began no work, or none that has to be paid. */
  uncountStart(): Promise<void>;
  /** Call and await as soon as the model has named the work; null when the model no longer knows that name. */
  onOperation(operation: string | null): Promise<void>;
  /** 0 to 100, and the duration of the rest at the current pace (real ms) if the model knows it. */
  onProgress(percent: number, remainingMs?: number): void;
}

/**
 * Starts work that may cost money. A start is counted before the call and uncounted if it certainly began no work.
 * After a start whose response was lost, the model is first polled for work that does not exist, which is free; no work
 * is started until the model itself responds.
 */
export async function startWork<Work>(
  assignment: Assignment,
  promptVersion: string,
  calls: { start: () => Promise<Work>; pollMissingWork: () => Promise<unknown> },
): Promise<Work> {
  if (assignment.lostStarts > 0) {
    const response = await calls.pollMissingWork().then(
      () => new UnexpectedResponse(),
      (error: unknown) => error,
    );
    if (!isModelResponse(response)) throw response;
  }
  await assignment.beforeStart(promptVersion);
  try {
    return await calls.start();
  } catch (error) {
    if (startedNoWork(error)) await assignment.uncountStart();
    throw isRejectedContent(error) ? new GenerationFailure('MODEL_REFUSED', { cause: error }) : error;
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
 * Makes videos. `make` resolves once the file is at `videoPath`. It throws a GenerationFailure for a permanent failure,
 * a ModelCrash for a crash of the renderer, and any other error for a transient failure.
 */
export interface VideoModel {
  readonly name: 'local' | 'veo' | 'omni';
  /** The number of videos that one process makes at the same time. */
  readonly concurrency: number;
  /** Whether it runs on this machine, costs nothing and stops with this process. */
  readonly isFree: boolean;
  make(assignment: Assignment): Promise<void>;
}
