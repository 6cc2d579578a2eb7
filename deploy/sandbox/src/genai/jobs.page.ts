import { feed } from '../console/feed.ts';
import type { Page } from '../core/sandbox.ts';
import type { Job, Jobs } from './jobs.ts';

/** The models' jobs with their results. */
export function jobsPage(jobs: Jobs): Page {
  const stateOf = (job: Job): string => {
    if (job.cancelled) return 'Cancelled';
    if (!jobs.isDone(job)) return 'In the making';
    return { video: 'Done', refused: 'Refused', failed: 'Failed' }[job.outcome];
  };
  return {
    path: '/models',
    title: 'Video models',
    inNavigation: true,
    render: () =>
      feed(
        'Video models',
        jobs.all().map((job) => {
          const mediaId = jobs.isDone(job) ? job.mediaIds?.[0] : undefined;
          return {
            id: job.id,
            account: job.model,
            caption: job.prompt,
            ...(mediaId === undefined ? {} : { mediaId }),
            at: job.at,
            state: stateOf(job),
            published: mediaId !== undefined,
          };
        }),
        'video',
      ),
  };
}
