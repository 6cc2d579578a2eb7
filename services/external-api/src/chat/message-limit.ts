import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { networkOf } from '@reelwright/http-server';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import type { OnRefused } from '../rate-limits/limit.metrics.ts';
import { type Limit, secondsUntilReset, takeFromBudget } from '../rate-limits/rate-limit.ts';

const MESSAGES: Limit = { kind: 'chat', limit: 20, windowMs: 60_000 };

export interface LimitMessagesDeps {
  readonly db: Kysely<ExternalApiDatabase>;
  readonly clock: Clock;
  readonly onRefused: OnRefused;
}

/** An onRequest hook that limits the messages of an address, in fixed minutes of real time across all processes. */
export function limitMessages({ db, clock, onRefused }: LimitMessagesDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    const now = clock.real();
    const budget = await takeFromBudget(db, networkOf(request.ip), MESSAGES, now);
    if (budget.isAllowed) return;
    onRefused(MESSAGES);
    throw new AppError('RESOURCE_EXHAUSTED', 'TOO_MANY_MESSAGES', 'That was a lot of messages. Please wait a minute.', {
      retryAfterSeconds: secondsUntilReset(budget, now),
    });
  };
}
