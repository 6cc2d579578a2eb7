import { limitOf, type Member, must, userOf } from './member.ts';
import { calendarOf, entriesFrom } from './member-actions.ts';
import type { Run } from './run.ts';

const AT_ONCE = 50;

/** Saves entries within the next day. They are requested at once, so their quota cannot be released again. */
export async function useSome(member: Member, from: number, count: number): Promise<void> {
  await must(member, 'POST', '/api/video-configurations', calendarOf(entriesFrom(from, count)));
  member.used += count;
}

/** With one video of the month left, fifty saves at once each add one: exactly one is accepted. Then all are removed. */
export async function raceAtTheLimit(run: Run, member: Member, cell: string, from: number): Promise<void> {
  const mismatches: string[] = [];
  const limit = limitOf(member);
  const slots = entriesFrom(from, limit - 1 + AT_ONCE);
  const saved = await must(member, 'POST', '/api/video-configurations', calendarOf(slots.slice(0, limit - 1)));
  const kept = (saved.scheduledDates as { id: string; date: string; time: string }[]).filter(({ date }) =>
    slots.some((slot) => slot.date === date),
  );
  const responses = await Promise.all(
    slots
      .slice(limit - 1)
      .map((slot) =>
        member.call(
          'POST',
          '/api/video-configurations',
          calendarOf([...kept.map(({ id, date, time }) => ({ id, date, time })), slot], Number(saved.version)),
        ),
      ),
  );
  const accepted = responses.filter(({ status }) => status === 200).length;
  if (accepted !== 1) mismatches.push(`${accepted} of ${AT_ONCE} saves were accepted`);
  const others = responses.filter(({ status }) => status !== 200);
  const strange = others.find(({ error }) => error !== 'CONFIGURATION_STALE' && error !== 'PLAN_LIMIT_REACHED');
  if (strange) mismatches.push(`one was refused with ${strange.status} ${strange.error}`);
  const full = await userOf(member);
  if (full.videosUsedThisMonth !== limit) mismatches.push(`${full.videosUsedThisMonth} used of ${limit}`);
  const more = await member.call('POST', '/api/video-configurations', calendarOf(slots.slice(0, limit + 1)));
  if (more.error !== 'PLAN_LIMIT_REACHED') mismatches.push(`one over the limit answered ${more.status} ${more.error}`);
  await must(member, 'POST', '/api/video-configurations', calendarOf([]));
  run.report.note(cell, mismatches);
}

/** The states of the calendar, earliest entry first. */
export async function calendarStates(member: Member): Promise<readonly string[]> {
  const { scheduledDates } = await must(member, 'GET', '/api/video-configuration');
  return (scheduledDates as { publishAt: string; state: string }[])
    .toSorted((one, other) => one.publishAt.localeCompare(other.publishAt))
    .map(({ state }) => state);
}
