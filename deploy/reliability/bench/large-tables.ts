/** The large tables of a service as plain SQL that fits the schema of the previous release, too. */
export interface LargeTables {
  /** By table, the insert of its rows; a table comes after those it refers to. */
  readonly fill: Readonly<Record<string, string>>;
  /** The rows of user $1. */
  readonly read: string;
  /** Changes a row of user $1. */
  readonly change: string;
}

/** Videos of one user: 16 that went out in earlier months and 4 planned ones. */
const EACH = 20;
export const PLANNED_FROM = 16;

/** Users that send requests, spread evenly over all. */
const ACTIVE_USERS = 500;

const PREFIX = '00000000-0000-4000-9000-';

/** The videos as SQL: number n, with its id, is the k-th video of a user and goes out at `at`. */
export const videosOf = (rows: number, now: Date) => `
  (select n, n % ${EACH} as k, md5('video' || n)::uuid as id, '${PREFIX}' || lpad((n / ${EACH} + 1)::text, 12, '0') as user_id,
          timestamptz '${now.toISOString()}' + (n % ${EACH} - ${PLANNED_FROM}) * interval '5 days' + interval '2 days' as at
     from generate_series(0, ${rows - 1}) n) v`;

export function activeUsers(rows: number): string[] {
  const users = Math.ceil(rows / EACH);
  const count = Math.min(ACTIVE_USERS, users);
  return Array.from(
    { length: count },
    (_, index) => PREFIX + String(1 + Math.floor((index * users) / count)).padStart(12, '0'),
  );
}
