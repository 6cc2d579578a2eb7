import { randomBytes } from 'node:crypto';
import type { Clock } from '@reelwright/clock';
import { events, type UserRegistered } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { hashPassword } from '../passwords/password.ts';
import type { SessionStore } from '../sessions/session-store.ts';

type Trx = Transaction<AuthDatabase>;

/**
 * What this service has said and a restored database of it has forgotten. No id is given out twice: it names somebody's
 * videos elsewhere. Whoever signed up since is back without their password, and whoever left since is gone.
 */
export function recalls(clock: Clock, store: Pick<SessionStore, 'endAllOf'>): Subscription<AuthDatabase>[] {
  return [
    on(events.UserRegistered, (trx, { payload }) => recallUser(trx, payload, clock.now())),
    on(events.UserProfileChanged, (trx, { payload }) => recallProfile(trx, payload, clock.now())),
    on(events.UserDeleted, async (trx, { payload: { userId } }) => {
      await passId(trx, userId);
      const id = Number(userId);
      await store.endAllOf(trx, id);
      await trx.deleteFrom('api_keys').where('user_id', '=', id).execute();
      await trx.deleteFrom('mails').where('user_id', '=', id).execute();
      await trx.deleteFrom('users').where('id', '=', id).execute();
    }),
  ];
}

async function recallUser(trx: Trx, said: UserRegistered, now: Date): Promise<void> {
  await passId(trx, said.userId);
  const nobodys = await hashPassword(randomBytes(32).toString('base64'));
  // An address that is somebody else's by now stays theirs.
  await sql`
    insert into users (id, email, email_verified, password_hash, first_name, last_name, revision, created_at, updated_at)
    overriding system value
    values (${said.userId}, ${said.email}, false, ${nobodys}, ${said.firstName}, ${said.lastName}, ${said.revision}, ${now}, ${now})
        on conflict do nothing`.execute(trx);
  await recallProfile(trx, said, now);
}

async function recallProfile(trx: Trx, said: UserRegistered, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ first_name: said.firstName, last_name: said.lastName, revision: said.revision, updated_at: now })
    .where('id', '=', Number(said.userId))
    .where('revision', '<', said.revision)
    .execute();
}

async function passId(trx: Trx, userId: string): Promise<void> {
  await sql`select setval(s, greatest(${userId}::bigint, (select last_value from pg_sequences
             where format('%I.%I', schemaname, sequencename)::regclass = s::regclass), 1))
       from pg_get_serial_sequence('users', 'id') s`.execute(trx);
}

/**
 * Nobody stays signed in: a session that was ended since would be open again. A mail from before the restore was sent
 * in its time, and is not sent twice.
 */
export async function endWhatIsBack(db: Kysely<AuthDatabase>, restoredTo: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`with gone as (delete from sessions returning sid) select pg_notify('sessions', sid) from gone`.execute(
      trx,
    );
    await trx
      .updateTable('mails')
      .set({ state: 'sent', ended_at: restoredTo })
      .where('state', '=', 'waiting')
      .where('attempts', '=', 0)
      .where('created_at', '<=', restoredTo)
      .execute();
  });
}
