import type { Connection, PublishingServiceClient } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import type { Platform } from '../posts/post-request.ts';

/** The owner's accounts that a post can go to now. @throws AppError UNAVAILABLE when publishing is away */
export async function findConnected(
  publishing: Pick<GrpcClient<PublishingServiceClient>, 'listConnections'>,
  userId: string,
): Promise<ReadonlyMap<Platform, Connection>> {
  const { connections } = await publishing.listConnections({ userId }, { actingFor: userId });
  return new Map(
    connections
      .filter(({ state, level }) => state === 'connected' && level !== 'off')
      .map((connection) => [connection.platform as Platform, connection]),
  );
}
