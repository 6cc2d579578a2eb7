import { type Kysely, sql } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';
import { dayStart, isoDay, isoMonth, monthStart } from './days.ts';
import { toEuros } from './euros.ts';

type Db = Kysely<AnalyticsDatabase>;

const DAYS = 30;
const MONTHS = 12;

export interface DayCount {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly count: number;
}

export interface MonthRevenue {
  /** YYYY-MM, UTC. */
  readonly month: string;
  /** Euros with cents. */
  readonly revenue: number;
}

/** New users of the last 30 UTC days, oldest first; an empty day is a zero. */
export async function newUsersPerDay(db: Db, now: Date): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(registered_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count
      from users where registered_at >= ${dayStart(now, DAYS - 1)} group by 1`.execute(db);
  return everyDay(rows, now);
}

export async function viewsPerDay(db: Db, now: Date): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(views)::bigint as count
      from page_view_days where day >= ${isoDay(now, DAYS - 1)}::date group by 1`.execute(db);
  return everyDay(rows, now);
}

/** Finished renders, including regenerations, by the day they ended. */
export async function generatedPerDay(db: Db, now: Date): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count
      from renders where outcome = 'generated' and ended_at >= ${dayStart(now, DAYS - 1)} group by 1`.execute(db);
  return everyDay(rows, now);
}

export async function regenerationsPerDay(db: Db, now: Date): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select to_char(regenerated_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as count
      from regenerations where regenerated_at >= ${dayStart(now, DAYS - 1)} group by 1`.execute(db);
  return everyDay(rows, now);
}

/** The payments of each of the last 12 UTC months, less their refunds. */
export async function revenuePerMonth(db: Db, now: Date): Promise<MonthRevenue[]> {
  const { rows } = await sql<{ month: string; cents: number }>`
    select to_char(p.paid_at at time zone 'UTC', 'YYYY-MM') as month,
           sum(p.amount_cents - coalesce(r.refunded, 0))::bigint as cents
      from payments p
      left join lateral (select sum(amount_cents) as refunded from refunds where payment_id = p.payment_id) r on true
     where p.currency = 'eur' and p.paid_at >= ${monthStart(now, MONTHS - 1)}
     group by 1`.execute(db);
  const cents = new Map(rows.map((row) => [row.month, row.cents]));
  return oldestFirst(MONTHS, (ago) => {
    const month = isoMonth(now, ago);
    return { month, revenue: toEuros(cents.get(month) ?? 0) };
  });
}

function everyDay(rows: readonly DayCount[], now: Date): DayCount[] {
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return oldestFirst(DAYS, (ago) => {
    const day = isoDay(now, ago);
    return { day, count: counts.get(day) ?? 0 };
  });
}

const oldestFirst = <Item>(length: number, item: (ago: number) => Item): Item[] =>
  Array.from({ length }, (_, index) => item(length - 1 - index));
