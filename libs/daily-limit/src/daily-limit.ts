import { type Kysely, sql } from 'kysely';

export interface DailyLimitTables {
  daily_counts: {
    name: string;
    key: string;
    /** UTC. */
    day: string;
    used: number;
  };
}

export interface DailyLimit {
  /** The name of the limit. Each name has its own counters. */
  readonly name: string;
  readonly key: string;
  readonly perDay: number;
  readonly now: Date;
}

const DAY_SECONDS = 86_400;

/** Counts one use of the key today. False when the day's limit is reached. */
export async function takeFromDay(
  // biome-ignore lint/suspicious/noExplicitAny: the other tables of the caller do not matter here
  db: Kysely<any>,
  { name, key, perDay, now }: DailyLimit,
): Promise<boolean> {
  const day = dayOf(now);
  const { rows } = await sql<{ used: number }>`
    insert into daily_counts as c (name, key, day, used) values (${name}, ${key}, ${day}, 1)
    on conflict (name, key, day) do update set used = c.used + 1 where c.used < ${perDay}
    returning used`.execute(db);
  const used = rows[0]?.used;
  if (used === 1) await sql`delete from daily_counts where name = ${name} and day < ${day}`.execute(db);
  return used !== undefined;
}

/** Takes back one use that was counted today. */
export async function giveBack(
  // biome-ignore lint/suspicious/noExplicitAny: the other tables of the caller do not matter here
  db: Kysely<any>,
  { name, key, now }: DailyLimit,
): Promise<void> {
  await sql`update daily_counts set used = used - 1
    where name = ${name} and key = ${key} and day = ${dayOf(now)}`.execute(db);
}

export function secondsToNextDay(now: Date): number {
  return DAY_SECONDS - ((now.getTime() / 1_000) % DAY_SECONDS);
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
