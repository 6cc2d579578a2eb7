import { events, type UserDeleted, type UserProfileChanged, type UserRegistered } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import { sql } from 'kysely';
import type { DriveDatabase } from '../database.ts';

/** Keeps whom a folder is shared with; a newer address is due for sharing at once. */
const keepEmail: EventHandler<DriveDatabase, UserRegistered | UserProfileChanged> = async (trx, { payload }) => {
  const { userId, email, revision } = payload;
  await trx
    .insertInto('drive_folders')
    .values({ user_id: userId, email: email || null, profile_revision: revision })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({
          email: email || null,
          profile_revision: revision,
          next_attempt_at: sql<Date>`clock_timestamp()`,
        })
        .where('drive_folders.profile_revision', '<', revision)
        .where('drive_folders.state', 'in', ['absent', 'ready']),
    )
    .execute();
  // Waiting an hour is of no use once the address is another.
  await trx
    .updateTable('drive_uploads')
    .set({ next_attempt_at: sql<Date>`clock_timestamp()` })
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .where('code', '=', 'DRIVE_SHARING_REFUSED')
    .execute();
};

/** Marks a user; their uploads end and their folder goes, then the rows. */
const eraseUser: EventHandler<DriveDatabase, UserDeleted> = async (trx, { payload: { userId } }) => {
  await trx
    .insertInto('drive_folders')
    .values({ user_id: userId, state: 'erasing' })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ state: 'erasing', next_attempt_at: sql<Date>`clock_timestamp()` })
        .where('drive_folders.state', '<>', 'erased'),
    )
    .execute();
  await trx
    .updateTable('drive_uploads')
    .set({ state: 'cancelled' })
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'trashing'])
    .execute();
};

export const accountSubscriptions = (): Subscription<DriveDatabase>[] => [
  on(events.UserRegistered, keepEmail),
  on(events.UserProfileChanged, keepEmail),
  on(events.UserDeleted, eraseUser),
];
