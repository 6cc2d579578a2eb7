import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type BillingServiceServer,
  BillingServiceService,
  type GenerationServiceServer,
  GenerationServiceService,
  GetEntitlementResponse,
  type GetEntryResponse,
  rpcAccess,
  type SchedulingServiceServer,
  SchedulingServiceService,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { createGrpcServer, type GrpcServer, implement } from '@reelwright/grpc';
import { createIdentityVerifier } from '@reelwright/identity';
import { silentLogger } from '@reelwright/logger';

/** The services publishing asks, as small as it needs them, and the public address videos are fetched from. */
export async function startNeighbours(jwksFile: string, clip: Buffer) {
  const tiers = new Map<string, string>();
  const ends = new Map<string, Date>();
  const variations = new Map<string, number>();
  const scheduling = await startCalendar(jwksFile);
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
    calendar: scheduling,
    async stop() {
      await scheduling.goAway();
      await server.stop();
      media.closeAllConnections();
      await new Promise((resolve) => media.close(resolve));
    },
  };
}

/** Scheduling as far as publishing asks it: how each entry stands now, whatever events have been delivered of it. */
async function startCalendar(jwksFile: string) {
  const entries = new Map<string, GetEntryResponse>();
  const asked: string[] = [];
  let hangs = false;
  let server: GrpcServer | undefined;
  let port = 0;
  const calendar = {
    entries,
    /** Ids of the videos that were asked about, oldest first. */
    asked,
    address: '',
    /** Takes calls and does not answer them. */
    hang: (now: boolean) => {
      hangs = now;
    },
    /** An entry as an event would state it; an older word, or another user's, is passed over. */
    state(word: Partial<GetEntryResponse> & { videoId: string; userId: string; revision: number }) {
      const before = entries.get(word.videoId);
      if (before && (before.revision > word.revision || before.userId !== word.userId)) return;
      entries.set(word.videoId, {
        state: 'requested',
        variation: 0,
        publishAt: undefined,
        caption: '',
        platforms: [],
        timeZone: '',
        ...before,
        ...word,
      });
    },
    async goAway() {
      await server?.stop();
      server = undefined;
    },
    async comeBack() {
      server = createGrpcServer({
        host: '127.0.0.1',
        port,
        logger: silentLogger,
        verifier: createIdentityVerifier({ jwksFile }),
        access: rpcAccess,
        services: [
          implement<Pick<SchedulingServiceServer, 'getEntry'>>(SchedulingServiceService, {
            async getEntry({ videoId, userId }) {
              asked.push(videoId);
              if (hangs) await new Promise(() => undefined);
              const entry = entries.get(videoId);
              if (entry?.userId !== userId) throw new AppError('NOT_FOUND', 'NO_SUCH_ENTRY', 'There is no such entry.');
              return entry;
            },
          }),
        ],
      });
      await server.start();
      port = server.port();
      calendar.address = `127.0.0.1:${port}`;
    },
  };
  await calendar.comeBack();
  return calendar;
}
