import { setTimeout as delay } from 'node:timers/promises';
import { open } from './edit-watch.ts';
import { dashboardAnswer, entriesAt, type Outage, recovered } from './outage-view.ts';
import { SLOTS_A_DAY } from './slots.ts';

const PAUSE_MS = 4_000;
const CAUGHT_WITHIN_MS = 15_000;
const POLL_MS = 10;

/** Kinds of work, and the query that finds rows of each while it is under way. */
const MOMENTS = {
  render: {
    service: 'generation',
    query: `select from generation_jobs where state = 'running' and leased_until > clock_timestamp()`,
  },
  upload: {
    service: 'drive',
    query: `select from drive_uploads where state <> 'delivered' and leased_until > clock_timestamp()`,
  },
  commit: { service: 'publishing', query: `select from posts where state = 'going_out'` },
} as const;
type Moment = keyof typeof MOMENTS;

/** PostgreSQL is restarted, or ended by SIGKILL and started again, during a render, an upload or a commit. */
export async function databaseAway(
  outage: Outage,
  { slot, amid, signal }: { slot: number; amid: Moment; signal?: NodeJS.Signals },
): Promise<void> {
  const { stack, slots, problems, scenes } = outage;
  const [dueEntries, requestedEntries] = [entriesAt(outage, slot), entriesAt(outage, slot + SLOTS_A_DAY)];
  const what = `PostgreSQL ${signal ? `ended by ${signal}` : 'restarted'} amid a ${amid}`;
  const { service, query } = MOMENTS[amid];
  const pool = open(stack, service);
  let caught = 0;
  try {
    await slots.moveTo(slot);
    for (
      const end = performance.now() + CAUGHT_WITHIN_MS;
      caught === 0 && performance.now() < end;
      await delay(POLL_MS)
    )
      caught = (await pool.query(query)).rowCount ?? 0;
    if (caught === 0) problems.push(`${what}: no ${amid} was under way`);
    const stopped = performance.now();
    await stack.stop('postgres', signal);
    await delay(PAUSE_MS);
    const person = dueEntries[0]?.person ?? outage.entries[0]?.person;
    const shown = [`${caught} under way; people: ${person && (await dashboardAnswer(outage, person))}`];
    const away = (performance.now() - stopped) / 1000;
    await stack.start('postgres');
    scenes.push({ what, away, recovered: await recovered(outage, what, { dueEntries, requestedEntries }), shown });
  } finally {
    await pool.end();
  }
}
