import { AppError } from '@reelwright/errors';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';

const HOUR_MS = 3_600_000;

/** The number of uses in a window of real time. */
export interface Limit {
  readonly kind: string;
  readonly limit: number;
  readonly windowMs: number;
}

/**
 * Hourly limits of an account, over all its API keys. Reading posts has its own limit, so that polling a post does not
 * use up requests.
 */
export const limits = {
  request: { kind: 'request', limit: 100, windowMs: HOUR_MS },
  read: { kind: 'read', limit: 600, windowMs: HOUR_MS },
  upload: { kind: 'upload', limit: 10, windowMs: HOUR_MS },
} as const satisfies Record<string, Limit>;

export type AccountLimit = (typeof limits)[keyof typeof limits];

export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** The end of the window, real time. */
  readonly resetsAt: Date;
  readonly isAllowed: boolean;
}

/**
 * Takes one from the subject's budget (fixed windows of real time). It is one statement, so that simultaneous requests
 * at several processes never exceed the limit. Rejected requests are not counted.
 * @param subject an account or a network, stored in the column key_id
 */
export async function takeFromBudget(
  db: Kysely<ExternalApiDatabase>,
  subject: string,
  { kind, limit, windowMs }: Limit,
  realNow: Date,
): Promise<Budget> {
  const start = windowOf(realNow, windowMs);
  const { rows } = await sql<{ used: number }>`
    insert into rate_windows as w (key_id, kind, window_start, used) values (${subject}, ${kind}, ${start}, 1)
    on conflict (key_id, kind, window_start) do update set used = w.used + 1 where w.used < ${limit}
    returning used`.execute(db);
  const used = rows[0]?.used;
  return {
    limit,
    remaining: limit - (used ?? limit),
    resetsAt: new Date(start.getTime() + windowMs),
    isAllowed: used !== undefined,
  };
}

/** Returns the use taken at `takenAt`, for a request that was rejected later. */
export async function returnToBudget(
  db: Kysely<ExternalApiDatabase>,
  subject: string,
  { kind, windowMs }: Limit,
  takenAt: Date,
): Promise<void> {
  await sql`update rate_windows set used = used - 1
    where key_id = ${subject} and kind = ${kind} and window_start = ${windowOf(takenAt, windowMs)}
      and used > 0`.execute(db);
}

/** For each limit of an account, how many accounts have used this share of it in the present hour. */
export async function countAccountsNear(
  db: Kysely<ExternalApiDatabase>,
  share: number,
  realNow: Date,
): Promise<{ readonly kind: AccountLimit['kind']; readonly accounts: number }[]> {
  const all = Object.values(limits);
  const kinds = all.map(({ kind }) => kind);
  const used = all.map(({ limit }) => Math.ceil(limit * share));
  const { rows } = await sql<{ kind: AccountLimit['kind']; accounts: number }>`
    select near.kind, count(w.key_id)::int as accounts
      from unnest(${kinds}::text[], ${used}::int[]) as near (kind, used)
      left join rate_windows w
        on w.kind = near.kind and w.window_start = ${windowOf(realNow, HOUR_MS)} and w.used >= near.used
     group by near.kind`.execute(db);
  return rows;
}

export async function deleteWindowsOf(trx: Transaction<ExternalApiDatabase>, subject: string): Promise<void> {
  await trx.deleteFrom('rate_windows').where('key_id', '=', subject).execute();
}

/** Deletes past windows. */
export async function pruneWindows(db: Kysely<ExternalApiDatabase>, realNow: Date): Promise<void> {
  await sql`delete from rate_windows where window_start < ${realNow}::timestamptz - interval '2 hours'`.execute(db);
}

const windowOf = (instant: Date, windowMs: number): Date =>
  new Date(Math.floor(instant.getTime() / windowMs) * windowMs);

/** For Retry-After, at least one second. */
export const secondsUntilReset = ({ resetsAt }: Budget, realNow: Date): number =>
  Math.max(1, (resetsAt.getTime() - realNow.getTime()) / 1000);

const limitErrors: Readonly<Record<AccountLimit['kind'], { code: string; message: string }>> = {
  request: {
    code: 'RATE_LIMITED',
    message: `This account has made its ${limits.request.limit} requests of this hour.`,
  },
  read: { code: 'RATE_LIMITED', message: `This account has asked for posts ${limits.read.limit} times this hour.` },
  upload: {
    code: 'UPLOAD_LIMIT_REACHED',
    message: `This account has uploaded its ${limits.upload.limit} videos of this hour.`,
  },
};

/** The error for an account whose budget is used up. */
export function limitReached({ kind }: AccountLimit, budget: Budget, realNow: Date): AppError {
  const { code, message } = limitErrors[kind];
  return new AppError('RESOURCE_EXHAUSTED', code, message, { retryAfterSeconds: secondsUntilReset(budget, realNow) });
}

export function budgetHeaders(budget: Budget): Record<string, number> {
  return {
    'x-ratelimit-limit': budget.limit,
    'x-ratelimit-remaining': budget.remaining,
    'x-ratelimit-reset': Math.floor(budget.resetsAt.getTime() / 1000),
  };
}
