import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';

/** Limit for a sign-in at Google, and for entering the password after it. Real time. */
const VALID_FOR = '10 minutes';
export const LINK_REQUEST_SECONDS = 600;

/** Saves the OAuth state of a sign-in. @returns the nonce that its ID token must carry */
export async function saveState(db: Kysely<AuthDatabase>, state: string): Promise<string> {
  const nonce = randomBytes(32).toString('base64url');
  await sql`insert into google_sign_ins (state_hash, nonce, expires_at)
    values (${hash(state)}, ${nonce}, clock_timestamp() + ${VALID_FOR}::interval)`.execute(db);
  return nonce;
}

/** Consumes a state, once. @returns its nonce; undefined when it is unknown or expired */
export async function consumeState(db: Kysely<AuthDatabase>, state: string): Promise<string | undefined> {
  const { rows } = await sql<{ nonce: string; isGood: boolean }>`delete from google_sign_ins
    where state_hash = ${hash(state)} returning nonce, expires_at > clock_timestamp() as "isGood"`.execute(db);
  return rows[0]?.isGood ? rows[0].nonce : undefined;
}

/** A Google account. */
export interface GoogleIdentity {
  readonly iss: string;
  readonly sub: string;
}

/** Saves a request to link a Google identity with an account. @returns its id, for the browser's cookie */
export async function saveLinkRequest(
  db: Kysely<AuthDatabase>,
  userId: number,
  identity: GoogleIdentity,
): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await sql`insert into google_link_requests (id_hash, user_id, google_iss, google_sub, expires_at)
    values (${hash(id)}, ${userId}, ${identity.iss}, ${identity.sub}, clock_timestamp() + ${VALID_FOR}::interval)`.execute(
    db,
  );
  return id;
}

/** Consumes this browser's link request for this account, once. */
export async function consumeLinkRequest(
  trx: Transaction<AuthDatabase>,
  id: string,
  userId: number,
): Promise<GoogleIdentity | undefined> {
  const { rows } = await sql<GoogleIdentity & { isGood: boolean }>`delete from google_link_requests
    where id_hash = ${hash(id)} and user_id = ${userId}
    returning google_iss as iss, google_sub as sub, expires_at > clock_timestamp() as "isGood"`.execute(trx);
  return rows[0]?.isGood ? { iss: rows[0].iss, sub: rows[0].sub } : undefined;
}

/** The e-mail of the account that this browser requested to link; undefined without a valid request. */
export async function findLinkRequestEmail(db: Kysely<AuthDatabase>, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`select users.email from google_link_requests
    join users on users.id = user_id
    where id_hash = ${hash(id)} and expires_at > clock_timestamp()`.execute(db);
  return rows[0]?.email;
}

/** Deletes expired states and link requests. */
export async function pruneGoogleSignIns(db: Kysely<AuthDatabase>): Promise<void> {
  await sql`delete from google_sign_ins where expires_at < clock_timestamp()`.execute(db);
  await sql`delete from google_link_requests where expires_at < clock_timestamp()`.execute(db);
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('base64url');
