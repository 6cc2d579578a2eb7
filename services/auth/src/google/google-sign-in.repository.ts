import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';

/** How long a person may take at Google, and between Google and their password. Real time. */
const GOOD_FOR = '10 minutes';
export const WISH_SECONDS = 600;

/** Remembers a way to Google by the state it was begun with. @returns the nonce its ID token must carry */
export async function beginWay(db: Kysely<AuthDatabase>, state: string): Promise<string> {
  const nonce = randomBytes(32).toString('base64url');
  await sql`insert into google_sign_ins (state_hash, nonce, expires_at)
    values (${hash(state)}, ${nonce}, clock_timestamp() + ${GOOD_FOR}::interval)`.execute(db);
  return nonce;
}

/** Ends a way to Google, once. @returns its nonce; undefined when it is over or was never begun */
export async function endWay(db: Kysely<AuthDatabase>, state: string): Promise<string | undefined> {
  const { rows } = await sql<{ nonce: string; isGood: boolean }>`delete from google_sign_ins
    where state_hash = ${hash(state)} returning nonce, expires_at > clock_timestamp() as "isGood"`.execute(db);
  return rows[0]?.isGood ? rows[0].nonce : undefined;
}

/** Who somebody is at Google. */
export interface GoogleIdentity {
  readonly iss: string;
  readonly sub: string;
}

/** Keeps the wish to link a Google identity with an account. @returns what the browser shows to be the one that wished */
export async function keepWish(db: Kysely<AuthDatabase>, userId: number, identity: GoogleIdentity): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await sql`insert into google_link_wishes (id_hash, user_id, google_iss, google_sub, expires_at)
    values (${hash(id)}, ${userId}, ${identity.iss}, ${identity.sub}, clock_timestamp() + ${GOOD_FOR}::interval)`.execute(
    db,
  );
  return id;
}

/** The wish of this browser for exactly this account; each is granted once. */
export async function takeWish(
  trx: Transaction<AuthDatabase>,
  id: string,
  userId: number,
): Promise<GoogleIdentity | undefined> {
  const { rows } = await sql<GoogleIdentity & { isGood: boolean }>`delete from google_link_wishes
    where id_hash = ${hash(id)} and user_id = ${userId}
    returning google_iss as iss, google_sub as sub, expires_at > clock_timestamp() as "isGood"`.execute(trx);
  return rows[0]?.isGood ? { iss: rows[0].iss, sub: rows[0].sub } : undefined;
}

/** The address of the account that this browser wishes to link; undefined without a wish that is still good. */
export async function findWishedEmail(db: Kysely<AuthDatabase>, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`select users.email from google_link_wishes
    join users on users.id = user_id
    where id_hash = ${hash(id)} and expires_at > clock_timestamp()`.execute(db);
  return rows[0]?.email;
}

/** Removes what is over. */
export async function pruneGoogleWays(db: Kysely<AuthDatabase>): Promise<void> {
  await sql`delete from google_sign_ins where expires_at < clock_timestamp()`.execute(db);
  await sql`delete from google_link_wishes where expires_at < clock_timestamp()`.execute(db);
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url');
