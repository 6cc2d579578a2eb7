import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type BillingServiceServer,
  BillingServiceService,
  type GenerationServiceServer,
  GenerationServiceService,
  GetEntitlementResponse,
  rpcAccess,
} from '@reelwright/contracts';
import { createGrpcServer, implement } from '@reelwright/grpc';
import { createIdentityVerifier } from '@reelwright/identity';
import { silentLogger } from '@reelwright/logger';

/** The services publishing asks, as small as it needs them, and the public address videos are fetched from. */
export async function startNeighbours(jwksFile: string, clip: Buffer) {
  const tiers = new Map<string, string>();
  const ends = new Map<string, Date>();
  const variations = new Map<string, number>();
  const server = createGrpcServer({
    host: '127.0.0.1',
    port: 0,
    logger: silentLogger,
    verifier: createIdentityVerifier({ jwksFile }),
    access: rpcAccess,
    services: [
      implement<BillingServiceServer>(BillingServiceService, {
        getEntitlement: async ({ userId }) =>
          GetEntitlementResponse.fromPartial({
            userId,
            tier: tiers.get(userId) ?? 'free',
            entitledUntil: ends.get(userId),
          }),
      }),
      implement<GenerationServiceServer>(GenerationServiceService, {
        getVideos: async ({ videoIds }) => ({
          videos: videoIds.map((videoId) => ({
            videoId,
            variation: variations.get(videoId) ?? 0,
            mediaPath: `/media/${videoId}.mp4?exp=1&sig=x`,
            posterPath: '',
            expiresAt: undefined,
          })),
        }),
      }),
    ],
  });
  await server.start();
  const media = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': clip.length }).end(clip);
  });
  await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
  return {
    grpcAddress: `127.0.0.1:${server.port()}`,
    mediaUrl: `http://127.0.0.1:${(media.address() as AddressInfo).port}`,
    tiers,
    ends,
    variations,
    async stop() {
      await server.stop();
      media.closeAllConnections();
      await new Promise((resolve) => media.close(resolve));
    },
  };
}
