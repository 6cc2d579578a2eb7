import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';

const LIFETIME_DAYS = 180;
/** Known browsers per account; the oldest are deleted. */
const MAX_BROWSERS = 20;

/** The owner of a browser: a user's id, or null for the administrator. */
export type Owner = number | null;

const hashBrowser = (id: string): string => createHash('sha256').update(id).digest('base64url');

/** The stored hash of the caller's browser, if it has signed in to this account before. */
export async function findBrowser(
  db: Kysely<AuthDatabase>,
  request: FastifyRequest,
  owner: Owner,
): Promise<string | undefined> {
  const id = request.cookies[request.server.browserCookie.name];
  if (!id) return undefined;
  const row = await db
    .selectFrom('known_browsers')
    .select('id_hash')
    .where('id_hash', '=', hashBrowser(id))
    .where('user_id', 'is not distinct from', owner)
    .where('seen_at', '>', sql<Date>`clock_timestamp() - ${LIFETIME_DAYS} * interval '1 day'`)
    .executeTakeFirst();
  return row?.id_hash;
}

/**
 * Stores the caller's browser after a sign-in. Each time the browser gets a new id, for every account it is known to,
 * so an id planted by an attacker becomes invalid.
 */
export async function saveKnownBrowser(
  db: Kysely<AuthDatabase>,
  request: FastifyRequest,
  reply: FastifyReply,
  owner: Owner,
): Promise<void> {
  const { name, secure } = request.server.browserCookie;
  const previousId = request.cookies[name];
  const id = randomBytes(24).toString('base64url');
  const hash = hashBrowser(id);
  if (previousId) {
    await db
      .updateTable('known_browsers')
      .set({ id_hash: hash })
      .where('id_hash', '=', hashBrowser(previousId))
      .execute();
  }
  await sql`insert into known_browsers (id_hash, user_id) values (${hash}, ${owner})
    on conflict (id_hash, user_id) do update set seen_at = clock_timestamp()`.execute(db);
  await sql`delete from known_browsers where user_id is not distinct from ${owner} and id_hash in
    (select id_hash from known_browsers where user_id is not distinct from ${owner}
      order by seen_at desc offset ${MAX_BROWSERS})`.execute(db);
  const maxAge = LIFETIME_DAYS * 86_400;
  reply.setCookie(name, id, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
}

/** Deletes the known browsers of an account, because its password changed. */
export async function deleteKnownBrowsers(trx: Transaction<AuthDatabase>, userId: number): Promise<void> {
  await trx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();
}

export async function pruneBrowsers(db: Kysely<AuthDatabase>): Promise<void> {
  await sql`delete from known_browsers
    where seen_at < clock_timestamp() - ${LIFETIME_DAYS} * interval '1 day'`.execute(db);
}
