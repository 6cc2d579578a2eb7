import type { VideoRequest } from '../jobs/generation-job.ts';

/** One video to make, and how its maker reports. */
export interface Assignment {
  readonly videoId: string;
  readonly variation: number;
  readonly request: VideoRequest;
  /** What an earlier try called the work, to be asked for at once, before any wait; undefined when there is none. */
  readonly operation: string | undefined;
  /** The MP4 goes here. */
  readonly videoPath: string;
  /** A maker that draws its own poster (WebP) puts it here. */
  readonly posterPath: string;
  /** Ends waits, not questions; already given when the deadline has passed, and `operation` is then asked for once. */
  readonly signal: AbortSignal;
  /** Call and await right before a start that may cost money, naming the words it is asked with. @throws when it was started too often */
  aboutToStart(promptVersion: string): Promise<void>;
  /** The model refused the start as one too many for now: nothing began, so it does not count. */
  notStarted(): Promise<void>;
  /** Call and await as soon as the work has a name; `null` forgets a name that leads nowhere. */
  started(operation: string | null): Promise<void>;
  /** 0 to 100. */
  progress(percent: number): void;
}

/** Whether a model's SDK tells of a 429: it takes no more calls for now. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 429;
}

/** Begins work that may cost money: counted before, and no longer counted when the model turned it away. */
export async function begin<Begun>(
  assignment: Assignment,
  promptVersion: string,
  start: () => Promise<Begun>,
): Promise<Begun> {
  await assignment.aboutToStart(promptVersion);
  try {
    return await start();
  } catch (error) {
    if (isBusy(error)) await assignment.notStarted();
    throw error;
  }
}

/**
 * Something that makes videos. `make` resolves once the file is at `videoPath`.
 * It throws a GenerationFailure for what no other try will change, and anything else for a passing fault.
 */
export interface VideoModel {
  readonly name: 'local' | 'veo' | 'omni';
  /** How many it makes at a time. */
  readonly concurrency: number;
  /** Drawn on this machine: nothing is paid, and nothing goes on while this process is away. */
  readonly free: boolean;
  make(assignment: Assignment): Promise<void>;
}
