import type { Sandbox } from '../core/sandbox.ts';
import type { Collection } from '../core/store.ts';
import type { ClipShape, Clips } from './clip.ts';

export interface Job {
  /** Operation name or interaction id. */
  id: string;
  surface: 'veo' | 'omni';
  model: string;
  prompt: string;
  /** What was set beside the prompt, for whoever looks at what was asked. */
  parameters: Record<string, unknown>;
  shape: ClipShape;
  samples: number;
  /** Real time, milliseconds. */
  startedAt: number;
  /** Product time, for the console. */
  at: string;
  outcome: 'video' | 'refused' | 'failed';
  /** Ids in the media store, once made. */
  mediaIds: string[] | null;
  /** What the surface needs to answer. */
  request: Record<string, unknown>;
  cancelled: boolean;
}

export interface Jobs {
  start(job: Omit<Job, 'startedAt' | 'at' | 'outcome' | 'mediaIds' | 'cancelled'>): Job;
  get(id: string): Job | undefined;
  all: Collection<Job>['all'];
  /** Whether the model is done with it, for better or worse. */
  isDone(job: Job): boolean;
  cancel(id: string): void;
  delete(id: string): void;
  /** Takes up what a restart interrupted. */
  resume(): void;
  /** Resolves once nothing is made any more: state and journal close after it. */
  ended(): Promise<void>;
}

/** Words in a prompt that decide how it ends, for a person trying things out. */
const magicWords = { 'sandbox:refuse': 'refused', 'sandbox:fail': 'failed' } as const;

/**
 * Video jobs: they take as long as set, survive a restart, and write to the journal when the video is made.
 * @param closing leaves what is being made to the next start.
 */
export function jobsOf(sandbox: Sandbox, clips: Clips, secondsEach: number, closing: AbortSignal): Jobs {
  const { store, clock, chaos, media, journal } = sandbox;
  const jobs = store.collection<Job>('genai-jobs');
  const making = new Set<Promise<void>>();

  const produce = async (job: Job): Promise<void> => {
    const mediaIds: string[] = [];
    for (let sample = 0; sample < job.samples; sample++) {
      const id = media.begin();
      await clips.make(`${job.id}#${sample}`, job.shape, media.path(id));
      closing.throwIfAborted();
      const medium = await media.finish(id, 'video/mp4');
      mediaIds.push(id);
      journal.record({
        provider: 'genai',
        act: 'video-generated',
        account: job.surface,
        id: job.id,
        sha256: medium.sha256,
        key: job.prompt,
        detail: { model: job.model, sample, parameters: job.parameters },
      });
    }
    // A reset in the meantime has removed the job.
    if (jobs.get(job.id)) jobs.update(job.id, { mediaIds });
  };
  const inBackground = (job: Job): void => {
    const made = produce(job)
      .catch((error: Error) => {
        if (closing.aborted) return;
        process.stderr.write(`sandbox: no clip for ${job.id}: ${error.message}\n`);
        if (jobs.get(job.id)) jobs.update(job.id, { outcome: 'failed' });
      })
      .finally(() => making.delete(made));
    making.add(made);
  };

  return {
    start: (given) => {
      const words = Object.entries(magicWords).find(([word]) => given.prompt.includes(word));
      const outcome = words?.[1] ?? (chaos.strikes('genai', 'refusal', given.id) ? 'refused' : 'video');
      const job = jobs.put({
        ...given,
        outcome,
        startedAt: clock.real().getTime(),
        at: clock.now().toISOString(),
        mediaIds: null,
        cancelled: false,
      });
      if (outcome === 'video') inBackground(job);
      return job;
    },
    get: jobs.get,
    all: jobs.all,
    isDone: (job) => {
      const due = clock.real().getTime() >= job.startedAt + secondsEach * 1000;
      return due && (job.outcome !== 'video' || job.mediaIds !== null);
    },
    cancel: (id) => {
      jobs.update(id, { cancelled: true });
    },
    delete: jobs.delete,
    resume: () => {
      for (const job of jobs.filter(({ outcome, mediaIds }) => outcome === 'video' && mediaIds === null))
        inBackground(job);
    },
    ended: async () => {
      await Promise.all(making);
    },
  };
}

/** Pixels of a resolution name. */
export function shapeOf(aspectRatio: string, resolution: string, seconds: number, audio: boolean): ClipShape {
  const short = { '360p': 360, '720p': 720, '1080p': 1080, '4k': 2160 }[resolution] ?? 720;
  const long = (short * 16) / 9;
  return {
    width: aspectRatio === '9:16' ? short : long,
    height: aspectRatio === '9:16' ? long : short,
    seconds,
    audio,
  };
}
