import { type AuthServiceServer, AuthServiceService } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { implement } from '@reelwright/grpc';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { findUser } from './user.repository.ts';

interface UsersGrpcDeps {
  readonly db: Kysely<AuthDatabase>;
  /** Whether the user was deleted, and services have not finished it. */
  readonly isDeleted: (userId: string) => Promise<boolean>;
}

/** The profile of a user, for other services. */
export function usersGrpc({ db, isDeleted }: UsersGrpcDeps) {
  return implement<AuthServiceServer>(AuthServiceService, {
    getUser: async ({ userId }) => {
      const user = /^\d{1,15}$/.test(userId) ? await findUser(db, Number(userId)) : undefined;
      if (!user) throw await notFound(userId);
      const { email, firstName, lastName, emailVerified } = user;
      return { userId, email, firstName, lastName, emailVerified };
    },
  });

  async function notFound(userId: string): Promise<AppError> {
    if (await isDeleted(userId)) return new AppError('NOT_FOUND', 'ACCOUNT_DELETED', 'This account was deleted.');
    return new AppError('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.');
  }
}
