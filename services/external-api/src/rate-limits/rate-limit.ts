import { AppError } from '@reelwright/errors';
import { type Kysely, sql } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';

const HOUR_MS = 3_600_000;

/** What one API key may do in an hour. */
export const limits = { request: 100, upload: 10 } as const;

export type LimitedKind = keyof typeof limits;

export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** The end of the hour, real time. */
  readonly resetsAt: Date;
  readonly allowed: boolean;
}

/**
 * Takes one from the key's budget of this hour (fixed windows of real time). One statement decides, so that requests that
 * come at once, at any number of processes, never get more than the limit. What was refused is not counted.
 */
export async function takeFromBudget(
  db: Kysely<ExternalApiDatabase>,
  keyId: string,
  kind: LimitedKind,
  realNow: Date,
): Promise<Budget> {
  const limit = limits[kind];
  const start = hourOf(realNow);
  const { rows } = await sql<{ used: number }>`
    insert into rate_windows as w (key_id, kind, window_start, used) values (${keyId}, ${kind}, ${start}, 1)
    on conflict (key_id, kind, window_start) do update set used = w.used + 1 where w.used < ${limit}
    returning used`.execute(db);
  const used = rows[0]?.used;
  return {
    limit,
    remaining: limit - (used ?? limit),
    resetsAt: new Date(start.getTime() + HOUR_MS),
    allowed: used !== undefined,
  };
}

/** Gives back what was taken at `takenAt`, for a request that was refused after all. */
export async function returnToBudget(
  db: Kysely<ExternalApiDatabase>,
  keyId: string,
  kind: LimitedKind,
  takenAt: Date,
): Promise<void> {
  await sql`update rate_windows set used = used - 1
    where key_id = ${keyId} and kind = ${kind} and window_start = ${hourOf(takenAt)} and used > 0`.execute(db);
}

const hourOf = (instant: Date): Date => new Date(Math.floor(instant.getTime() / HOUR_MS) * HOUR_MS);

/** The answer to a key whose budget is spent. */
export function budgetSpent(kind: LimitedKind, budget: Budget, realNow: Date): AppError {
  const message =
    kind === 'request'
      ? `This API key has made its ${budget.limit} requests of this hour.`
      : `This API key has uploaded its ${budget.limit} videos of this hour.`;
  const retryAfterSeconds = Math.max(1, (budget.resetsAt.getTime() - realNow.getTime()) / 1000);
  const code = kind === 'request' ? 'RATE_LIMITED' : 'UPLOAD_LIMIT_REACHED';
  return new AppError('RESOURCE_EXHAUSTED', code, message, { retryAfterSeconds });
}

export function budgetHeaders(budget: Budget): Record<string, number> {
  return {
    'x-ratelimit-limit': budget.limit,
    'x-ratelimit-remaining': budget.remaining,
    'x-ratelimit-reset': Math.floor(budget.resetsAt.getTime() / 1000),
  };
}
