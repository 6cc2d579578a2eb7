import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
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
      values (${subjectOf(request.ip)}, ${KIND}, ${new Date(start)}, 1)
      on conflict (key_id, kind, window_start) do update set used = w.used + 1 where w.used < ${MESSAGES_A_MINUTE}
      returning used`.execute(db);
    if (rows.length > 0) return;
    throw new AppError('RESOURCE_EXHAUSTED', 'TOO_MANY_MESSAGES', 'That was a lot of messages. Please wait a minute.', {
      retryAfterSeconds: Math.max(1, Math.ceil((start + MINUTE_MS - now) / 1000)),
    });
  };
}

/** An IPv4 address, or the /64 of an IPv6 one: a single connection has all addresses of that. */
export function subjectOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
