import type { Clock } from '@reelwright/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import { requirePartner } from '../partners/partner.ts';
import type { OnRefused } from './limit.metrics.ts';
import { type AccountLimit, budgetHeaders, limitReached, takeFromBudget } from './rate-limit.ts';

interface LimitDeps {
  readonly db: Kysely<ExternalApiDatabase>;
  readonly clock: Clock;
  readonly onRefused: OnRefused;
}

/** An onRequest hook: counts an account's request before its body is read, and sends the remaining budget. */
export function limitRequests({ db, clock, onRefused }: LimitDeps, limit: AccountLimit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { userId } = requirePartner(request);
    const now = clock.real();
    const budget = await takeFromBudget(db, userId, limit, now);
    reply.headers(budgetHeaders(budget));
    if (budget.isAllowed) return;
    onRefused(limit);
    throw limitReached(limit, budget, now);
  };
}
