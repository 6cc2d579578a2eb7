import { type Away, HOUR_MS, MINUTE_MS, passTime, passUntil, planEntries, toHour, whileAway } from './away-time.ts';
import { within } from './databases.ts';
import { readTargets } from './ledger.ts';
import { type AwayKind, type Person, videos } from './people.ts';
import { say } from './say.ts';

const STEP_MS = 10 * MINUTE_MS;
/** Between two of these steps a job is retried or given up. */
const SMALL_STEP_MS = 2 * MINUTE_MS;
/** Hours after 14:00 of the entries: at 14:30, when they are requested, they are due in 1.5 to 23.5 hours. */
const HOURS = [2, 3, 4, 5, 6, 7, 8, 9, 16, 17, 18, 19, 20, 21, 22, 23, 24];

/** The video model is away for an hour while these videos are requested. Once it is back, every one is posted. */
export async function modelAwayForAnHour(
  away: Away,
  people: readonly Person[],
  given: { how: Exclude<AwayKind, null>; each: number },
): Promise<void> {
  const { stack, plan, faults } = away;
  const from = await toHour(stack, 14);
  await passTime(stack, HOUR_MS / 2, HOUR_MS / 2);
  const name = `Model ${given.how}`;
  const hoursOf = (index: number) =>
    Array.from({ length: given.each }, (_, nth) => HOURS[(nth * 2 + index) % HOURS.length] ?? 2);
  await whileAway(stack, ['genai'], given.how, async () => {
    const asked = await planEntries(people, { from, name, platforms: ['facebook'], hoursOf });
    plan.push(...asked);
    await passTime(stack, HOUR_MS, STEP_MS);
    const ended = await endedJobs(
      away,
      asked.map(({ videoId }) => videoId),
    );
    if (ended.length > 0) faults.push(`${name}: ended while the model was away: ${ended.join(', ')}`);
    say(`${name}: ${asked.length} videos wait, shown as ${await shownAs(people, asked)}`);
  });
  await passTime(stack, HOUR_MS / 2, SMALL_STEP_MS);
  const isOut = async () => (await openOf(away, name)) === 0;
  if (!(await passUntil(stack, { withinMs: 26 * HOUR_MS, stepMs: HOUR_MS / 2 }, isOut)))
    faults.push(`${name}: ${await openOf(away, name)} posts are not out`);
  say(`${name}: ${await openOf(away, name)} are left`);
}

/** The video model does not come back: each video fails before its due time, with a cause. */
export async function modelAwayForGood(
  away: Away,
  people: readonly Person[],
  how: Exclude<AwayKind, null>,
): Promise<void> {
  const { stack, faults } = away;
  const hour = await toHour(stack, 8);
  const name = `Model for good ${how}`;
  await whileAway(stack, ['genai'], how, async () => {
    const asked = await planEntries(people, { from: hour, name, platforms: ['facebook'], hoursOf: () => [2] });
    away.plan.push(...asked);
    await passTime(stack, 2 * HOUR_MS + STEP_MS, SMALL_STEP_MS);
    const due = new Map(asked.map(({ videoId, dueAt }) => [videoId, dueAt]));
    const shown = (await Promise.all(people.map(videos))).flat().filter(({ id }) => due.has(id));
    const ids = asked.map(({ videoId }) => `'${videoId}'`).join(',');
    const jobs = await within(stack, 'generation', (rows) =>
      rows<{ id: string; code: string; at: Date | null }>(
        `select video_id as id, code, finished_at as at from generation_jobs where video_id in (${ids}) and state = 'failed'`,
      ),
    );
    for (const { id, state, why } of shown)
      if (state !== 'failed' || why?.code !== 'MODEL_UNAVAILABLE')
        faults.push(`${name}: ${id} is shown as ${state} (${why?.code})`);
    for (const { id, at } of jobs)
      if (!at || at >= (due.get(id) ?? new Date(0)))
        faults.push(`${name}: ${id} failed at ${at?.toISOString()}, too late`);
    if (jobs.length !== asked.length) faults.push(`${name}: ${jobs.length} of ${asked.length} ended`);
    say(
      `${name}: ${jobs.length} of ${asked.length} ended before their time with ${[...new Set(jobs.map(({ code }) => code))]}`,
    );
  });
}

async function endedJobs({ stack }: Away, ids: readonly string[]): Promise<string[]> {
  const jobs = await within(stack, 'generation', (rows) =>
    rows<{ id: string; state: string; code: string }>(`select video_id as id, state, code from generation_jobs`),
  );
  return jobs
    .filter(({ id, state }) => ids.includes(id) && !['queued', 'running'].includes(state))
    .map(({ id, state, code }) => `${id} ${state} ${code}`);
}

async function openOf({ stack, plan }: Away, name: string): Promise<number> {
  const posted = new Set(
    (await readTargets(stack)).filter(({ state }) => state === 'posted').map(({ videoId }) => videoId),
  );
  return plan.filter(({ captionLine, videoId }) => captionLine.startsWith(`${name} `) && !posted.has(videoId)).length;
}

async function shownAs(people: readonly Person[], asked: readonly { videoId: string }[]): Promise<string> {
  const ids = new Set(asked.map(({ videoId }) => videoId));
  const shown = (await Promise.all(people.map(videos))).flat().filter(({ id }) => ids.has(id));
  const states = shown.map(({ state, why, stages }) => why?.code ?? stages.rendering.code ?? state);
  return [...Map.groupBy(states, (state) => state)].map(([state, { length }]) => `${length} ${state}`).join(', ');
}
