import type { UserProfileChanged } from '@reelwright/contracts';
import { requireCurrentDatabase } from '@reelwright/outbox';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { columnsOfEvent, type ProfileSettings, profileColumns } from './profile-settings.ts';
import type { User } from './user.ts';

type Reader = Kysely<AuthDatabase> | Transaction<AuthDatabase>;
type Users = AuthDatabase['users'];

/** The column of each field of a user. */
const COLUMNS: { readonly [Field in keyof User]-?: keyof Selectable<Users> } = {
  id: 'id',
  email: 'email',
  emailVerified: 'email_verified',
  passwordHash: 'password_hash',
  googleIss: 'google_iss',
  googleSub: 'google_sub',
  ...profileColumns,
  profileImageUrl: 'profile_image_url',
  revision: 'revision',
  createdAt: 'created_at',
};
const FIELDS = Object.entries(COLUMNS) as [keyof User, keyof Selectable<Users>][];

type NewUser = Omit<User, 'id' | 'googleIss' | 'revision' | 'createdAt' | keyof ProfileSettings> &
  Pick<User, 'firstName' | 'lastName'> & { googleIss?: string };

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
export async function insertUser(trx: Transaction<AuthDatabase>, user: NewUser, now: Date): Promise<User> {
  await requireCurrentDatabase(trx);
  const row = await trx
    .insertInto('users')
    .values({ ...(columnsOf(user) as Insertable<Users>), created_at: now, updated_at: now })
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
  change: Partial<Omit<User, 'id' | 'email' | 'revision' | 'createdAt'>>,
  now: Date,
): Promise<User> {
  const row = await trx
    .updateTable('users')
    .set((eb) => ({ ...(columnsOf(change) as Updateable<Users>), revision: eb('revision', '+', 1), updated_at: now }))
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

/** Inserts a user that a restored database has lost. Does nothing when the e-mail belongs to another user by now. */
export async function restoreUser(
  trx: Transaction<AuthDatabase>,
  profile: UserProfileChanged,
  insert: { passwordHash: string; now: Date },
): Promise<void> {
  const { userId, email, revision } = profile;
  const { passwordHash, now } = insert;
  const user = {
    id: userId,
    email,
    email_verified: false,
    password_hash: passwordHash,
    ...columnsOfEvent(profile),
    revision,
    created_at: now,
    updated_at: now,
  };
  await sql`
    insert into users (${sql.join(Object.keys(user).map((column) => sql.ref(column)))})
    overriding system value
    values (${sql.join(Object.values(user))})
        on conflict do nothing`.execute(trx);
}

/** Writes the settings of an event with a higher revision than the row's. */
export async function restoreProfile(
  trx: Transaction<AuthDatabase>,
  profile: UserProfileChanged,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...columnsOfEvent(profile), revision: profile.revision, updated_at: now })
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

const toUser = (row: Selectable<Users>): User =>
  Object.fromEntries(FIELDS.map(([field, column]) => [field, row[column]])) as unknown as User;

/** The columns of the given fields. */
function columnsOf(user: Partial<User>): Partial<Selectable<Users>> {
  const given = FIELDS.filter(([field]) => user[field] !== undefined);
  return Object.fromEntries(given.map(([field, column]) => [column, user[field]]));
}
