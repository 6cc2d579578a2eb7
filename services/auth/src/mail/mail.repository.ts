import { createQueue, type Lease, type Queue, requireLease } from '@reelwright/leases';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { Mail, MailKind } from './mail.ts';

/** A mail that this worker holds. Times are real time. */
export interface ClaimedMail extends Mail {
  readonly lease: Lease;
  readonly attempts: number;
  readonly createdAt: Date;
}

export interface NewMail {
  readonly kind: MailKind;
  readonly to: string;
  readonly userId?: number;
  readonly details?: Record<string, string>;
  /** What this mail is about, when there may be one mail about it only. */
  readonly reason?: string;
}

/** Notes a mail to be sent. One for the same reason is there already: nothing happens. */
export async function insertMail(
  db: Kysely<AuthDatabase> | Transaction<AuthDatabase>,
  mail: NewMail,
  real: Date,
): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      kind: mail.kind,
      to_address: mail.to,
      user_id: mail.userId ?? null,
      reason: mail.reason ?? null,
      details: JSON.stringify(mail.details ?? {}),
      due_at: real,
      created_at: real,
    })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .execute();
}

export function mailQueue(
  db: Kysely<AuthDatabase>,
  { now, leaseMs }: { now: () => Date; leaseMs: number },
): Pick<Queue<ClaimedMail>, 'claim'> {
  const mails = createQueue<Selectable<AuthDatabase['mails']>>({
    db,
    table: 'mails',
    due: 'due_at',
    where: sql`state = 'waiting'`,
    now,
    leaseMs,
  });
  return { claim: async (limit) => (await mails.claim(limit)).map(toClaimedMail) };
}

function toClaimedMail(row: Selectable<AuthDatabase['mails']>): ClaimedMail {
  return {
    id: row.id,
    kind: row.kind as MailKind,
    to: row.to_address,
    userId: row.user_id,
    details: row.details,
    attempts: row.attempts,
    createdAt: row.created_at,
    lease: { id: row.id, token: row.lease_token },
  };
}

/** There is no reason for it any more; of one to an address without an account nothing stays. */
export async function dropMail(trx: Transaction<AuthDatabase>, { id }: ClaimedMail): Promise<void> {
  await trx.deleteFrom('mails').where('id', '=', id).execute();
}

export async function endMail(
  db: Kysely<AuthDatabase>,
  mail: ClaimedMail,
  end: { state: 'sent' | 'failed'; real: Date },
): Promise<void> {
  await underLease(db, mail, { state: end.state, ended_at: end.real, leased_until: null });
}

export async function postponeMail(db: Kysely<AuthDatabase>, mail: ClaimedMail, until: Date): Promise<void> {
  await underLease(db, mail, { attempts: mail.attempts + 1, due_at: until, leased_until: null });
}

async function underLease(
  db: Kysely<AuthDatabase>,
  { id, lease }: ClaimedMail,
  change: Partial<
    Pick<Selectable<AuthDatabase['mails']>, 'state' | 'ended_at' | 'leased_until' | 'attempts' | 'due_at'>
  >,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await requireLease(trx, 'mails', lease);
    await trx.updateTable('mails').set(change).where('id', '=', id).execute();
  });
}
