import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';

/** Real time, from the sending of the mail. */
const VALID_FOR = '1 hour';
const MAILS_PER_HOUR = 3;

/**
 * Creates the token of a reset mail and expires the user's other tokens. Only its hash is stored, so each attempt to
 * send the mail creates another token. Lock the user first.
 * @returns undefined when the user was sent three such mails within the hour
 */
export async function issueResetToken(
  trx: Transaction<AuthDatabase>,
  mail: { mailId: string; userId: number },
): Promise<string | undefined> {
  const { mailId, userId } = mail;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from password_resets
     where user_id = ${userId} and mail_id <> ${mailId} and created_at > clock_timestamp() - interval '1 hour'`.execute(
    trx,
  );
  if ((rows[0]?.count ?? 0) >= MAILS_PER_HOUR) return undefined;
  await expireResetTokens(trx, userId);
  const token = randomBytes(32).toString('base64url');
  await sql`
    insert into password_resets (mail_id, user_id, token_hash, expires_at)
    values (${mailId}, ${userId}, ${hashToken(token)}, clock_timestamp() + ${VALID_FOR}::interval)
    on conflict (mail_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(
    trx,
  );
  return token;
}

/** The owner of a valid token. */
export async function findResetUser(
  db: Kysely<AuthDatabase> | Transaction<AuthDatabase>,
  token: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row?.user_id;
}

/** Consumes a locked user's token and expires their others. @returns whether it was valid */
export async function consumeResetToken(
  trx: Transaction<AuthDatabase>,
  userId: number,
  token: string,
): Promise<boolean> {
  if ((await findResetUser(trx, token)) !== userId) return false;
  await expireResetTokens(trx, userId);
  return true;
}

/** Expires every token of the user. The rows stay for an hour, because they count the mails. */
export async function expireResetTokens(trx: Transaction<AuthDatabase>, userId: number): Promise<void> {
  await trx
    .updateTable('password_resets')
    .set({ expires_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .execute();
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');
