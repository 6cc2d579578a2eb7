import { sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';

/** Erases what came from this address without an account; what was sent from the account goes with it. */
export async function eraseContactMessages(trx: Transaction<AuthDatabase>, email: string): Promise<void> {
  await sql`delete from mails where kind = 'contact' and user_id is null and details->>'email' = ${email}`.execute(trx);
}
