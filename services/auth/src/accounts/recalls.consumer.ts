import { randomBytes } from 'node:crypto';
import type { Clock } from '@reelwright/clock';
import { events, type UserRegistered } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Kysely, Transaction } from 'kysely';
import { deleteApiKeys } from '../api-keys/api-key.repository.ts';
import type { AuthDatabase } from '../database.ts';
import { deleteMailsOfUser, markWaitingMailsSent } from '../mail/mail.repository.ts';
import type { PasswordHasher } from '../passwords/password.ts';
import { deleteAllSessions } from '../sessions/session.repository.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { deleteUser, restoreProfile, restoreUser, skipUserId } from '../users/user.repository.ts';

interface RecallDeps {
  readonly clock: Clock;
  readonly store: Pick<SessionStore, 'endAllOf'>;
  readonly hasher: PasswordHasher;
}

/**
 * Applies auth's own events that a restored database has lost. No id is used twice, because other services know it. A
 * user who signed up since the backup is inserted without a password; one deleted since is deleted again.
 */
export function recalls({ clock, store, hasher }: RecallDeps): Subscription<AuthDatabase>[] {
  return [
    on(events.UserRegistered, (trx, { payload }) => recallUser(trx, payload, { hasher, now: clock.now() })),
    on(events.UserProfileChanged, (trx, { payload }) => restoreProfile(trx, payload, clock.now())),
    on(events.UserDeleted, async (trx, { payload: { userId } }) => {
      await skipUserId(trx, userId);
      const id = Number(userId);
      await store.endAllOf(trx, id);
      await deleteApiKeys(trx, id);
      await deleteMailsOfUser(trx, id);
      await deleteUser(trx, id);
    }),
  ];
}

async function recallUser(
  trx: Transaction<AuthDatabase>,
  profile: UserRegistered,
  { hasher, now }: { hasher: PasswordHasher; now: Date },
): Promise<void> {
  await skipUserId(trx, profile.userId);
  const unknownPassword = randomBytes(32).toString('base64');
  await restoreUser(trx, profile, { passwordHash: await hasher.hash(unknownPassword), now });
  await restoreProfile(trx, profile, now);
}

/** After a restore: ends all sessions and marks mails as sent that waited when the database was backed up. */
export async function endRestoredSessions(db: Kysely<AuthDatabase>, restoredTo: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await deleteAllSessions(trx);
    await markWaitingMailsSent(trx, restoredTo);
  });
}
