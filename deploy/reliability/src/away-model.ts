import {
  HOUR_MS,
  MINUTE_MS,
  type OutageRun,
  passTime,
  passUntil,
  planEntries,
  toHour,
  whileAway,
} from './away-time.ts';
import { within } from './databases.ts';
import { readTargets } from './ledger.ts';
import { type AwayKind, type Person, videos } from './people.ts';
import { say } from './say.ts';

const STEP_MS = 10 * MINUTE_MS;
/** Between two of these steps a job is retried or given up. */
const SMALL_STEP_MS = 2 * MINUTE_MS;
/** Hours after 14:00 of the entries: at 14:30, when they are requested, they are due in 1.5 to 23.5 hours. */
const HOURS = [2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 18, 19, 20, 21, 22, 23, 24];

/** The video model is unavailable for an hour while these videos are requested. Once it is back, every one is posted. */
export async function modelAwayForAnHour(
  outageRun: OutageRun,
  people: readonly Person[],
  options: { how: Exclude<AwayKind, null>; each: number },
): Promise<void> {
  const { stack, plan, problems } = outageRun;
  const from = await toHour(stack, 14);
  await passTime(stack, HOUR_MS / 2, HOUR_MS / 2);
  const name = `Model ${options.how}`;
  const hoursOf = (index: number) =>
    Array.from({ length: options.each }, (_, nth) => HOURS[(nth * 2 + index) % HOURS.length] ?? 2);
  await whileAway(stack, ['genai'], options.how, async () => {
    const requestedEntries = await planEntries(people, { from, name, platforms: ['facebook'], hoursOf });
    plan.push(...requestedEntries);
    await passTime(stack, HOUR_MS, STEP_MS);
    const ended = await endedJobs(
      outageRun,
      requestedEntries.map(({ videoId }) => videoId),
    );
    if (ended.length > 0) problems.push(`${name}: ended while the model was away: ${ended.join(', ')}`);
    say(`${name}: ${requestedEntries.length} videos wait, shown as ${await shownAs(people, requestedEntries)}`);
  });
  await passTime(stack, HOUR_MS / 2, SMALL_STEP_MS);
  const isOut = async () => (await openOf(outageRun, name)) === 0;
  if (!(await passUntil(stack, { withinMs: 26 * HOUR_MS, stepMs: HOUR_MS / 2 }, isOut)))
    problems.push(`${name}: ${await openOf(outageRun, name)} posts are not out`);
  say(`${name}: ${await openOf(outageRun, name)} are left`);
}

/** The video model does not come back: each video fails before its due time, with a cause. */
export async function modelAwayForGood(
  outageRun: OutageRun,
  people: readonly Person[],
  how: Exclude<AwayKind, null>,
): Promise<void> {
  const { stack, problems } = outageRun;
  const hour = await toHour(stack, 8);
  const name = `Model for good ${how}`;
  await whileAway(stack, ['genai'], how, async () => {
    const requestedEntries = await planEntries(people, {
      from: hour,
      name,
      platforms: ['facebook'],
      hoursOf: () => [2],
    });
    outageRun.plan.push(...requestedEntries);
    await passTime(stack, 2 * HOUR_MS + STEP_MS, SMALL_STEP_MS);
    const due = new Map(requestedEntries.map(({ videoId, dueAt }) => [videoId, dueAt]));
    const shownVideos = (await Promise.all(people.map(videos))).flat().filter(({ id }) => due.has(id));
    const ids = requestedEntries.map(({ videoId }) => `'${videoId}'`).join(',');
    const jobs = await within(stack, 'generation', (rows) =>
      rows<{ id: string; code: string; at: Date | null }>(
        `select video_id as id, code, finished_at as at from generation_jobs where video_id in (${ids}) and state = 'failed'`,
      ),
    );
    for (const { id, state, why } of shownVideos)
      if (state !== 'failed' || why?.code !== 'MODEL_UNAVAILABLE')
        problems.push(`${name}: ${id} is shown as ${state} (${why?.code})`);
    for (const { id, at } of jobs)
      if (!at || at >= (due.get(id) ?? new Date(0)))
        problems.push(`${name}: ${id} failed at ${at?.toISOString()}, too late`);
    if (jobs.length !== requestedEntries.length)
      problems.push(`${name}: ${jobs.length} of ${requestedEntries.length} ended`);
    say(
      `${name}: ${jobs.length} of ${requestedEntries.length} ended before their time with ${[...new Set(jobs.map(({ code }) => code))]}`,
    );
  });
}

async function endedJobs({ stack }: OutageRun, ids: readonly string[]): Promise<string[]> {
  const jobs = await within(stack, 'generation', (rows) =>
    rows<{ id: string; state: string; code: string }>(`select video_id as id, state, code from generation_jobs`),
  );
  return jobs
    .filter(({ id, state }) => ids.includes(id) && !['queued', 'running'].includes(state))
    .map(({ id, state, code }) => `${id} ${state} ${code}`);
}

async function openOf({ stack, plan }: OutageRun, name: string): Promise<number> {
  const posted = new Set(
    (await readTargets(stack)).filter(({ state }) => state === 'posted').map(({ videoId }) => videoId),
  );
  return plan.filter(({ captionLine, videoId }) => captionLine.startsWith(`${name} `) && !posted.has(videoId)).length;
}

async function shownAs(people: readonly Person[], requestedEntries: readonly { videoId: string }[]): Promise<string> {
  const ids = new Set(requestedEntries.map(({ videoId }) => videoId));
  const shownVideos = (await Promise.all(people.map(videos))).flat().filter(({ id }) => ids.has(id));
  const states = shownVideos.map(({ state, why, stages }) => why?.code ?? stages.rendering.code ?? state);
  return [...Map.groupBy(states, (state) => state)].map(([state, { length }]) => `${length} ${state}`).join(', ');
}
