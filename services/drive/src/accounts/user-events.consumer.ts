import { events, type UserDeleted, type UserProfileChanged, type UserRegistered } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { DriveDatabase } from '../database.ts';
import { markFolderForErasure, saveEmail } from '../folders/folder.repository.ts';
import { changeUploadsOfUser } from '../uploads/upload.repository.ts';

const changeEmail: EventHandler<DriveDatabase, UserRegistered | UserProfileChanged> = async (trx, { payload }) => {
  const { userId, email, revision } = payload;
  await saveEmail(trx, userId, { email: email || null, revision });
  await changeUploadsOfUser(trx, userId, { type: 'email_changed' });
};

/** Cancels the user's uploads and marks the folder for erasure. */
const deleteUser: EventHandler<DriveDatabase, UserDeleted> = async (trx, { payload: { userId } }) => {
  await markFolderForErasure(trx, userId);
  await changeUploadsOfUser(trx, userId, { type: 'user_deleted' });
};

export const userSubscriptions = (): Subscription<DriveDatabase>[] => [
  on(events.UserRegistered, changeEmail),
  on(events.UserProfileChanged, changeEmail),
  on(events.UserDeleted, deleteUser),
];
