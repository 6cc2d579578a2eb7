import { createQueue, type Lease, type Queue, requireLease } from '@reelwright/leases';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { Mail, MailKind } from './mail.ts';

/** A mail leased by this worker. Times are real time. */
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
  /** At most one mail is enqueued for a reason. */
  readonly reason?: string;
  /** When it is sent, in real time; without it at once. */
  readonly dueAt?: Date;
}

/** Enqueues a mail unless one exists for the same reason. @returns its id */
export async function insertMail(
  db: Kysely<AuthDatabase> | Transaction<AuthDatabase>,
  mail: NewMail,
  real: Date,
): Promise<string | undefined> {
  const row = await db
    .insertInto('mails')
    .values({
      kind: mail.kind,
      to_address: mail.to,
      user_id: mail.userId ?? null,
      reason: mail.reason ?? null,
      details: JSON.stringify(mail.details ?? {}),
      due_at: mail.dueAt ?? real,
      created_at: real,
    })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

type MailsOfKind = { readonly userId: number; readonly kind: MailKind };

/**
 * Locks a user's waiting mail of a kind. A mail that a worker has claimed may have its text already and is not returned.
 * Call it under the user's lock.
 */
export async function lockNextMail(
  trx: Transaction<AuthDatabase>,
  { userId, kind }: MailsOfKind,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('mails')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .where('leased_until', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** When a user's last mail of a kind was sent or given up; `real` while one is being sent. */
export async function previousMailAt(
  trx: Transaction<AuthDatabase>,
  { userId, kind }: MailsOfKind,
  real: Date,
): Promise<Date | undefined> {
  const row = await trx
    .selectFrom('mails')
    .select(sql<Date | null>`max(coalesce(ended_at, ${real}))`.as('at'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Deletes a user's waiting mails of a kind that have these details. */
export async function deleteWaitingMailsAbout(
  trx: Transaction<AuthDatabase>,
  { userId, kind, details }: MailsOfKind & { readonly details: Readonly<Record<string, string>> },
): Promise<void> {
  await trx
    .deleteFrom('mails')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'waiting')
    .where(sql<boolean>`details @> ${JSON.stringify(details)}::jsonb`)
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

/** Deletes a mail that no longer needs to be sent. */
export async function deleteMail(trx: Transaction<AuthDatabase>, { id }: ClaimedMail): Promise<void> {
  await trx.deleteFrom('mails').where('id', '=', id).execute();
}

export async function endMail(
  db: Kysely<AuthDatabase>,
  mail: ClaimedMail,
  end: { state: 'sent' | 'failed'; real: Date },
): Promise<void> {
  await updateLeasedMail(db, mail, { state: end.state, ended_at: end.real, leased_until: null });
}

export async function postponeMail(db: Kysely<AuthDatabase>, mail: ClaimedMail, until: Date): Promise<void> {
  await updateLeasedMail(db, mail, { attempts: mail.attempts + 1, due_at: until, leased_until: null });
}

/** Deletes every mail to an address. */
export async function deleteMailsTo(trx: Transaction<AuthDatabase>, address: string): Promise<void> {
  await trx.deleteFrom('mails').where('to_address', '=', address).execute();
}

export async function deleteMailsOfUser(trx: Transaction<AuthDatabase>, userId: number): Promise<void> {
  await trx.deleteFrom('mails').where('user_id', '=', userId).execute();
}

/** Deletes contact messages sent from this address without an account; those of an account are deleted with it. */
export async function deleteContactMailsFrom(trx: Transaction<AuthDatabase>, email: string): Promise<void> {
  await sql`delete from mails where kind = 'contact' and user_id is null and details->>'email' = ${email}`.execute(trx);
}

/** Marks mails as sent that waited for their first attempt at the time of the backup: they were sent since. */
export async function markWaitingMailsSent(trx: Transaction<AuthDatabase>, restoredTo: Date): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ state: 'sent', ended_at: restoredTo })
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('created_at', '<=', restoredTo)
    .execute();
}

/**
 * Deletes mails thirty days after they were sent or failed. One with a reason stays for thirteen months, in which its
 * event may be delivered again; a contact message does not.
 */
export async function pruneMails(db: Kysely<AuthDatabase>): Promise<void> {
  await sql`delete from mails where ended_at < clock_timestamp() - interval '1 day' *
    (case when reason is null or kind = 'contact' then 30 else 400 end)`.execute(db);
}

/** Whether a mail exists for this reason. */
export async function hasMailFor(trx: Transaction<AuthDatabase>, reason: string): Promise<boolean> {
  const row = await trx.selectFrom('mails').select('id').where('reason', '=', reason).executeTakeFirst();
  return row !== undefined;
}

async function updateLeasedMail(
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
