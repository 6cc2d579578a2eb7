import { eventually, HttpError, moveClock, type Person, setAway, setChaos, videos } from '../../people.ts';
import { apiKeyOf } from '../../replicas/cast.ts';
import { rolledOut } from '../cluster.ts';
import { endLock, lockTable, rollBack } from './disturb.ts';
import { delivered, minutesAfter, planEntries, posted } from './entries.ts';
import type { Fault } from './fault.ts';
import type { Step } from './follow-runbook.ts';

const DAY_MINUTES = 24 * 60;

/** The runbook of work whose table is locked. */
const cannotPoll = (runbook: string, table: string): Step => ({
  runbook,
  cause: `A session holds a lock on \`${table}\``,
  shown: /could not poll for work/,
});

/** Work that is due and that nobody begins: its table is locked against changes, but may be read. */
export const lateWorkFaults: readonly Fault[] = [
  {
    what: 'the table of due entries is locked against changes, while entries become due',
    fires: ['EntriesDispatchedLate page'],
    runbooks: [endLock('scheduling', 'EntriesDispatchedLate', 'A transaction holds what the workers need')],
    async begin({ cluster }, atEnd) {
      const planned = await planEntries(cluster, { count: 3, platforms: ['facebook'], daysAhead: 3 });
      atEnd(await lockTable(cluster, { service: 'scheduling', table: 'due_entries', mode: 'exclusive' }));
      await moveClock(cluster, minutesAfter(planned.last, 10 - DAY_MINUTES));
    },
  },
  {
    what: 'the table of jobs is locked against changes, while jobs wait',
    fires: ['VideosWaiting page'],
    runbooks: [cannotPoll('VideosWaiting', 'generation_jobs'), endLock('generation')],
    async begin({ cluster }, atEnd) {
      await setAway(cluster, 'genai', 'unavailable');
      atEnd(() => setAway(cluster, 'genai', null));
      const planned = await planEntries(cluster, { count: 3, platforms: ['facebook'] });
      await eventually(async () => {
        const { total } = await queued(planned.person);
        if (total < 3) throw new Error(`${total} videos are requested`);
      });
      atEnd(await lockTable(cluster, { service: 'generation', table: 'generation_jobs', mode: 'exclusive' }));
      await moveClock(cluster, minutesAfter(planned.last, -60));
    },
  },
  {
    what: 'the table of uploads is locked against changes, while videos are to be delivered',
    fires: ['DriveUploadsWaiting ticket'],
    runbooks: [cannotPoll('DriveUploadsWaiting', 'drive_uploads'), endLock('drive')],
    async begin({ cluster }, atEnd) {
      await setAway(cluster, 'google', 'unavailable');
      atEnd(() => setAway(cluster, 'google', null));
      const planned = await planEntries(cluster, { count: 3, platforms: ['facebook'] });
      await eventually(async () => {
        const { made } = await queued(planned.person);
        if (made < 3) throw new Error(`${made} videos are made`);
      });
      atEnd(await lockTable(cluster, { service: 'drive', table: 'drive_uploads', mode: 'exclusive' }));
    },
  },
  {
    what: 'the table of posts is locked against changes, while posts fall due',
    fires: ['PostsWaiting page'],
    runbooks: [cannotPoll('PostsWaiting', 'posts'), endLock('publishing')],
    async begin({ cluster }, atEnd) {
      const planned = await planEntries(cluster, { count: 1, platforms: ['facebook'] });
      await delivered(planned);
      atEnd(await lockTable(cluster, { service: 'publishing', table: 'posts', mode: 'exclusive' }));
      await moveClock(cluster, minutesAfter(planned.last, 5));
    },
  },
  {
    what: 'one upload a day is allowed at YouTube, and used',
    fires: ['PlatformBudgetSpent ticket'],
    runbooks: [
      {
        runbook: 'PlatformBudgetSpent',
        cause: 'The setting is below',
        shown: /^YOUTUBE_UPLOADS_PER_DAY=1$/m,
        mend: 'kubectl rollout undo deployment/publishing',
      },
    ],
    async begin({ cluster, person, videoUrl }, atEnd) {
      atEnd(await rollBack(cluster, 'publishing'));
      await cluster.kubectl(['set', 'env', 'deployment/publishing', 'YOUTUBE_UPLOADS_PER_DAY=1']);
      await rolledOut(cluster, 'publishing');
      const apiKey = await apiKeyOf(person);
      await eventually(() => postToYouTube(cluster.baseUrl, apiKey, videoUrl));
    },
  },
  {
    what: 'Instagram publishes 6 posts without an answer, and is then out of reach',
    fires: ['PostsUnconfirmed ticket'],
    runbooks: [{ runbook: 'PostsUnconfirmed', cause: 'The platform cannot be reached', shown: /PROVIDER_UNREACHABLE/ }],
    async begin({ cluster }, atEnd) {
      const planned = await planEntries(cluster, { count: 6, platforms: ['instagram'] });
      await delivered(planned);
      await setChaos(cluster, 'instagram', { timeoutAfterSuccess: 1, only: 'media_publish' });
      atEnd(() => setChaos(cluster, 'instagram', { timeoutAfterSuccess: 0, only: '' }));
      await moveClock(cluster, planned.last);
      await posted(cluster, planned, 1);
      await setAway(cluster, 'instagram', 'refused');
      atEnd(() => setAway(cluster, 'instagram', null));
    },
  },
];

/** How many videos are requested and made. */
async function queued(person: Person): Promise<{ total: number; made: number }> {
  const shown = await videos(person);
  return { total: shown.length, made: shown.filter(({ stages }) => stages.rendering.state === 'done').length };
}

async function postToYouTube(baseUrl: string, apiKey: string, videoUrl: string): Promise<void> {
  const path = '/api/external/youtube/post';
  const title = `The last one of the day ${Date.now()}`;
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ title, description: title, videoUrl }),
  });
  if (!response.ok) throw new HttpError(path, response.status, await response.text());
}
