import type { Sample } from '@reelwright/metrics';
import { type Kysely, sql } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: the tables of the caller do not matter here
type Db = Kysely<any>;

/** The values of the metrics of one measurement, by the metrics' names. */
export type Values = Readonly<Record<string, readonly Sample[]>>;

export interface StoredMeasurement {
  readonly name: string;
  readonly values: Values;
  /** By the database's clock. */
  readonly ageMs: number;
}

export async function readMeasurements(db: Db, names: readonly string[]): Promise<StoredMeasurement[]> {
  const { rows } = await sql<StoredMeasurement>`
    select name, samples as values,
           (extract(epoch from clock_timestamp() - measured_at) * 1000)::float8 as "ageMs"
      from measurements where name = any(${[...names]}) and measured_at is not null`.execute(db);
  return rows;
}

/**
 * Claims the measurements that are older than `maxAgeMs`, except those that another process has claimed. A claim ends by
 * itself after `claimMs`, so that another process measures when this one dies or fails.
 * @returns their names
 */
export async function claimMeasurements(
  db: Db,
  names: readonly string[],
  { maxAgeMs, claimMs }: { readonly maxAgeMs: number; readonly claimMs: number },
): Promise<string[]> {
  // In one order, so that two processes can't deadlock.
  const { rows } = await sql<{ name: string }>`
    insert into measurements as m (name, claimed_until)
    select name, clock_timestamp() + ${claimMs} * interval '1 millisecond'
      from unnest(${[...names].sort()}::text[]) as name
        on conflict (name) do update set claimed_until = excluded.claimed_until
     where m.claimed_until < clock_timestamp()
       and (m.measured_at is null or m.measured_at < clock_timestamp() - ${maxAgeMs} * interval '1 millisecond')
    returning name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Stores what was measured and ends the claim. */
export async function storeMeasurement(db: Db, name: string, values: Values): Promise<void> {
  await sql`
    update measurements set samples = ${JSON.stringify(values)}, measured_at = clock_timestamp(),
           claimed_until = clock_timestamp()
     where name = ${name}`.execute(db);
}
