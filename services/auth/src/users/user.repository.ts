import { requireCurrentDatabase } from '@reelwright/outbox';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { User } from './user.ts';

type Reader = Kysely<AuthDatabase> | Transaction<AuthDatabase>;

export async function findUser(db: Reader, id: number): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

export async function findUserByEmail(db: Reader, email: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  return row && toUser(row);
}

export async function findUserByGoogle(db: Reader, who: { iss: string; sub: string }): Promise<User | undefined> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('google_iss', '=', who.iss)
    .where('google_sub', '=', who.sub)
    .executeTakeFirst();
  return row && toUser(row);
}

/**
 * @throws a unique violation on `users_email_key` or `users_google_iss_google_sub_key`; AppError UNAVAILABLE
 * DATABASE_RESTORED while other services may know ids that this restored database has lost
 */
export async function insertUser(
  trx: Transaction<AuthDatabase>,
  user: Omit<User, 'id' | 'googleIss' | 'mailNotices' | 'revision' | 'createdAt'> & { googleIss?: string },
  now: Date,
): Promise<User> {
  await requireCurrentDatabase(trx);
  const row = await trx
    .insertInto('users')
    .values({
      email: user.email,
      email_verified: user.emailVerified,
      password_hash: user.passwordHash,
      ...(user.googleIss !== undefined && { google_iss: user.googleIss }),
      google_sub: user.googleSub,
      first_name: user.firstName,
      last_name: user.lastName,
      profile_image_url: user.profileImageUrl,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toUser(row);
}

export async function lockUser(trx: Transaction<AuthDatabase>, id: number): Promise<User | undefined> {
  const row = await trx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toUser(row);
}

/** Updates a locked user and increments its revision. */
export async function updateUser(
  trx: Transaction<AuthDatabase>,
  id: number,
  change: Partial<
    Pick<
      User,
      | 'firstName'
      | 'lastName'
      | 'googleIss'
      | 'googleSub'
      | 'emailVerified'
      | 'passwordHash'
      | 'profileImageUrl'
      | 'mailNotices'
    >
  >,
  now: Date,
): Promise<User> {
  const row = await trx
    .updateTable('users')
    .set((eb) => ({
      ...(change.firstName !== undefined && { first_name: change.firstName }),
      ...(change.lastName !== undefined && { last_name: change.lastName }),
      ...(change.googleIss !== undefined && { google_iss: change.googleIss }),
      ...(change.googleSub !== undefined && { google_sub: change.googleSub }),
      ...(change.emailVerified !== undefined && { email_verified: change.emailVerified }),
      ...(change.passwordHash !== undefined && { password_hash: change.passwordHash }),
      ...(change.profileImageUrl !== undefined && { profile_image_url: change.profileImageUrl }),
      ...(change.mailNotices !== undefined && { mail_notices: change.mailNotices }),
      revision: eb('revision', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toUser(row);
}

/** Stores, to the day, when a user was last active. */
export async function markActive(db: Kysely<AuthDatabase>, id: number, now: Date): Promise<void> {
  await sql`update users set last_active_at = ${now}
    where id = ${id}
      and (last_active_at is null or last_active_at < ${now}::timestamptz - interval '12 hours')`.execute(db);
}

/** Deletes a user; foreign keys delete their sessions, keys, photo and other rows. */
export async function deleteUser(trx: Transaction<AuthDatabase>, id: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

/** A user in the form of an event. */
interface UserProfile {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly revision: number;
}

/** Inserts a user that a restored database has lost. Does nothing when the e-mail belongs to another user by now. */
export async function restoreUser(
  trx: Transaction<AuthDatabase>,
  profile: UserProfile,
  insert: { passwordHash: string; now: Date },
): Promise<void> {
  const { userId, email, firstName, lastName, revision } = profile;
  const { passwordHash, now } = insert;
  await sql`
    insert into users (id, email, email_verified, password_hash, first_name, last_name, revision, created_at, updated_at)
    overriding system value
    values (${userId}, ${email}, false, ${passwordHash}, ${firstName}, ${lastName}, ${revision}, ${now}, ${now})
        on conflict do nothing`.execute(trx);
}

/** Writes the names of an event with a higher revision than the row's. */
export async function restoreProfile(trx: Transaction<AuthDatabase>, profile: UserProfile, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      first_name: profile.firstName,
      last_name: profile.lastName,
      revision: profile.revision,
      updated_at: now,
    })
    .where('id', '=', Number(profile.userId))
    .where('revision', '<', profile.revision)
    .execute();
}

/** Moves the sequence of ids past this one, so that it is not used again. */
export async function skipUserId(trx: Transaction<AuthDatabase>, userId: string): Promise<void> {
  await sql`select setval(s, greatest(${userId}::bigint, (select last_value from pg_sequences
             where format('%I.%I', schemaname, sequencename)::regclass = s::regclass), 1))
       from pg_get_serial_sequence('users', 'id') s`.execute(trx);
}

function toUser(row: Selectable<AuthDatabase['users']>): User {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    passwordHash: row.password_hash,
    googleIss: row.google_iss,
    googleSub: row.google_sub,
    firstName: row.first_name,
    lastName: row.last_name,
    profileImageUrl: row.profile_image_url,
    mailNotices: row.mail_notices,
    revision: row.revision,
    createdAt: row.created_at,
  };
}
