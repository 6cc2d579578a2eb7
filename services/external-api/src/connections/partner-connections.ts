import type { Connection, PublishingServiceClient } from '@reelwright/contracts';
import { AppError, isTransient } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import type { Platform } from '@reelwright/product';

/** A partner may have sent 100 MB before: for them a late answer is better than a refusal. */
const TIMEOUT_MS = 10_000;

/** The owner's accounts, connected or not. @throws AppError UNAVAILABLE when publishing is unavailable */
export async function findConnections(
  publishing: Pick<GrpcClient<PublishingServiceClient>, 'listConnections'>,
  userId: string,
): Promise<ReadonlyMap<Platform, Connection>> {
  const { connections } = await publishing
    .listConnections({ userId }, { actingFor: userId, timeoutMs: TIMEOUT_MS })
    .catch(unavailable);
  return new Map(connections.map((connection) => [connection.platform as Platform, connection]));
}

/** Nothing was posted yet, so any transient failure of publishing is UNAVAILABLE. */
function unavailable(cause: unknown): never {
  if (!isTransient(cause)) throw cause;
  const message = 'Posting is unavailable right now. Nothing was posted; please repeat the request.';
  throw new AppError('UNAVAILABLE', 'UNAVAILABLE', message, { cause });
}

export const isUsable = ({ state, level }: Connection): boolean => state === 'connected' && level !== 'off';

/** The owner's connected accounts that can be posted to. @throws AppError UNAVAILABLE when publishing is unavailable */
export async function findUsableConnections(
  publishing: Pick<GrpcClient<PublishingServiceClient>, 'listConnections'>,
  userId: string,
): Promise<ReadonlyMap<Platform, Connection>> {
  const all = await findConnections(publishing, userId);
  return new Map([...all].filter(([, connection]) => isUsable(connection)));
}
