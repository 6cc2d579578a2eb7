import { type AuthServiceServer, AuthServiceService } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { implement } from '@reelwright/grpc';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { findUser } from './user.repository.ts';

/** The profile of a user, for other services. */
export function usersGrpc(deps: { db: Kysely<AuthDatabase> }) {
  return implement<AuthServiceServer>(AuthServiceService, {
    getUser: async ({ userId }) => {
      const user = /^\d{1,15}$/.test(userId) ? await findUser(deps.db, Number(userId)) : undefined;
      if (!user) throw new AppError('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.');
      const { email, firstName, lastName, emailVerified } = user;
      return { userId, email, firstName, lastName, emailVerified };
    },
  });
}
