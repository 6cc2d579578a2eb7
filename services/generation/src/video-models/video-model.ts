import { GenerationFailure } from '../videos/generation-failure.ts';
import type { VideoRequest } from '../videos/video-request.ts';
import { UnexpectedResponse } from './api-error.ts';
import { beganNothing, isAnswer, isRefusedContent } from './call-faults.ts';

/** One video to make, and how its maker reports. */
export interface Assignment {
  readonly videoId: string;
  readonly variation: number;
  readonly request: VideoRequest;
  /** What an earlier try called the work, to be asked for at once, before any wait; undefined when there is none. */
  readonly operation: string | undefined;
  /** Starts whose answer was lost: each may be at work, and may have to be paid. */
  readonly lostStarts: number;
  /** The MP4 goes here. */
  readonly videoPath: string;
  /** A maker that draws its own poster (WebP) puts it here. */
  readonly posterPath: string;
  /** Ends waits, not questions; already given when the turn is over, and `operation` is then asked for once. */
  readonly signal: AbortSignal;
  /** Call and await right before a start that may cost money, naming the words it is asked with. @throws when it was started too often */
  aboutToStart(promptVersion: string): Promise<void>;
  /** Nothing began, or nothing came of it that has to be paid: the start does not count. */
  notStarted(): Promise<void>;
  /** Call and await as soon as the work has a name; `null` forgets a name that leads nowhere. */
  started(operation: string | null): Promise<void>;
  /** 0 to 100, and how long the rest will take at the present pace (real ms) where the maker knows. */
  progress(percent: number, remainingMs?: number): void;
}

/**
 * Begins work that may cost money. A start is counted before it is made and no longer counted where it surely began
 * nothing. After a start whose answer was lost, the model is first asked for work there is not, which costs nothing: while it
 * does not answer that with a refusal of its own, nothing is started.
 */
export async function begin<Begun>(
  assignment: Assignment,
  promptVersion: string,
  calls: { start: () => Promise<Begun>; ask: () => Promise<unknown> },
): Promise<Begun> {
  if (assignment.lostStarts > 0) {
    const said = await calls.ask().then(
      () => new UnexpectedResponse(),
      (error: unknown) => error,
    );
    if (!isAnswer(said)) throw said;
  }
  await assignment.aboutToStart(promptVersion);
  try {
    return await calls.start();
  } catch (error) {
    if (beganNothing(error)) await assignment.notStarted();
    throw isRefusedContent(error) ? new GenerationFailure('MODEL_REFUSED', { cause: error }) : error;
  }
}

/** A maker on this machine ended before the video was made. Another try may succeed; the job counts how often it happens. */
export class ModelCrash extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelCrash';
    this.code = code;
  }
}

/**
 * Something that makes videos. `make` resolves once the file is at `videoPath`.
 * It throws a GenerationFailure for what no other try will change, a ModelCrash, or anything else for a passing fault.
 */
export interface VideoModel {
  readonly name: 'local' | 'veo' | 'omni';
  /** How many it makes at a time. */
  readonly concurrency: number;
  /** Drawn on this machine: nothing is paid, and nothing goes on while this process is away. */
  readonly free: boolean;
  make(assignment: Assignment): Promise<void>;
}
