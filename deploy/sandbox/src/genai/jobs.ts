import type { Sandbox } from '../core/sandbox.ts';
import type { Collection } from '../core/store.ts';
import type { ClipShape, Clips } from './clip.ts';

export interface Job {
  /** Operation name or interaction id. */
  id: string;
  surface: 'veo' | 'omni';
  model: string;
  prompt: string;
  /** The other parameters of the request, for the console and the journal. */
  parameters: Record<string, unknown>;
  shape: ClipShape;
  samples: number;
  /** Real time, milliseconds. */
  startedAt: number;
  /** Product time, for the console. */
  at: string;
  outcome: 'video' | 'refused' | 'failed';
  /** The ids in the media store, once the videos are made. */
  mediaIds: string[] | null;
  /** Data that the surface needs for its responses. */
  request: Record<string, unknown>;
  cancelled: boolean;
}

export interface Jobs {
  start(job: Omit<Job, 'startedAt' | 'at' | 'outcome' | 'mediaIds' | 'cancelled'>): Job;
  get(id: string): Job | undefined;
  all: Collection<Job>['all'];
  /** Whether the job has ended, with or without a video. */
  isDone(job: Job): boolean;
  cancel(id: string): void;
  delete(id: string): void;
  /** Continues the jobs that a restart interrupted. */
  resume(): void;
  /** Resolves once no job is running, so that state and journal can be closed. */
  ended(): Promise<void>;
}

/** Words in a prompt that determine its outcome, for trying out failures by hand. */
const magicWords = { 'sandbox:refuse': 'refused', 'sandbox:fail': 'failed' } as const;

/**
 * Video jobs. They take the given time, survive a restart, and are written to the journal when the video is made.
 * @param closing stops running jobs, which the next start continues
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
    // A reset may have removed the job meanwhile.
    if (jobs.get(job.id)) jobs.update(job.id, { mediaIds });
  };
  const inBackground = (job: Job): void => {
    const clip = produce(job)
      .catch((error: Error) => {
        if (closing.aborted) return;
        process.stderr.write(`sandbox: no clip for ${job.id}: ${error.message}\n`);
        if (jobs.get(job.id)) jobs.update(job.id, { outcome: 'failed' });
      })
      .finally(() => making.delete(clip));
    making.add(clip);
  };

  return {
    start: (fields) => {
      const words = Object.entries(magicWords).find(([word]) => fields.prompt.includes(word));
      const outcome = words?.[1] ?? (chaos.strikes('genai', 'refusal', fields.id) ? 'refused' : 'video');
      const job = jobs.put({
        ...fields,
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
      const isDue = clock.real().getTime() >= job.startedAt + secondsEach * 1000;
      return isDue && (job.outcome !== 'video' || job.mediaIds !== null);
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
