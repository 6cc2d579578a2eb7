import type { AuthServiceClient } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import type { Logger } from '@reelwright/logger';
import { pausingCalls } from '../pausing-calls.ts';

/** Whether auth says that an account was deleted; false without an answer. */
export type IsAccountDeleted = (userId: string) => Promise<boolean>;

/**
 * Asks auth, because the event of a deletion may still be on its way. A user whom auth does not know was not deleted:
 * an auth that was restored from a backup has forgotten those who signed up since.
 */
export function createAccountCheck(
  { auth, logger }: { readonly auth: Pick<GrpcClient<AuthServiceClient>, 'getUser'>; readonly logger: Logger },
  pause: Parameters<typeof pausingCalls>[0],
): IsAccountDeleted {
  const call = pausingCalls(
    pause,
    () => new AppError('UNAVAILABLE', 'AUTH_UNREACHABLE', 'Auth did not answer a moment ago.'),
  );
  return async (userId) => {
    try {
      await call(() => auth.getUser({ userId }, { actingFor: userId }));
      return false;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'NOT_FOUND') return error.code === 'ACCOUNT_DELETED';
      logger.warn({ err: error, userId }, 'auth did not answer whether the account of a due post was deleted');
      return false;
    }
  };
}
