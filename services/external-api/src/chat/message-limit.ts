import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { networkOf } from '@reelwright/http-server';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';

export const MESSAGES_A_MINUTE = 20;
const MINUTE_MS = 60_000;
const KIND = 'chat';

/** An onRequest hook: an address sends so many messages a minute, in fixed minutes of real time, over all processes. */
export function limitMessages({ db, clock }: { db: Kysely<ExternalApiDatabase>; clock: Clock }) {
  return async (request: FastifyRequest): Promise<void> => {
    const now = clock.real().getTime();
    const start = now - (now % MINUTE_MS);
    const { rows } = await sql`
      insert into rate_windows as w (key_id, kind, window_start, used)
      values (${networkOf(request.ip)}, ${KIND}, ${new Date(start)}, 1)
      on conflict (key_id, kind, window_start) do update set used = w.used + 1 where w.used < ${MESSAGES_A_MINUTE}
      returning used`.execute(db);
    if (rows.length > 0) return;
    throw new AppError('RESOURCE_EXHAUSTED', 'TOO_MANY_MESSAGES', 'That was a lot of messages. Please wait a minute.', {
      retryAfterSeconds: Math.max(1, Math.ceil((start + MINUTE_MS - now) / 1000)),
    });
  };
}
