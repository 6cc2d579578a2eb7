import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Announcement,
  type BillingServiceServer,
  BillingServiceService,
  type GenerationServiceServer,
  GenerationServiceService,
  GetEntitlementResponse,
  GetEntryResponse,
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
          pending: [],
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

/** What publishing asks of scheduling: the current state of each entry, whatever events have been delivered. */
async function startCalendar(jwksFile: string) {
  const entries = new Map<string, GetEntryResponse>();
  const asked: string[] = [];
  const erased = new Set<string>();
  const announced = new Map<string, Announcement & { videoId: string }>();
  let hangs = false;
  let server: GrpcServer | undefined;
  let port = 0;

  /** As scheduling keeps announcements: those of another database of publishing are found again. */
  function keep(videoId: string, announcement: Announcement): Announcement | undefined {
    const { platform, number, epoch } = announcement;
    const key = `${videoId} ${platform} ${number}`;
    const before = announced.get(key);
    if (!before || before.epoch === epoch) announced.set(key, { ...announcement, videoId, announcedAt: new Date() });
    return [...announced.values()]
      .filter((one) => one.videoId === videoId && one.platform === platform)
      .filter((one) => one.number >= number && one.epoch !== epoch)
      .sort((one, other) => other.number - one.number)[0];
  }

  const calendar = {
    entries,
    /** Users whose entries were erased with their account. */
    erased,
    /** Ids of the videos that were asked about, oldest first. */
    asked,
    address: '',
    /** Takes calls and does not answer them. */
    hang: (now: boolean) => {
      hangs = now;
    },
    /** An entry as an event has it; an older revision, or another user's, is ignored. */
    state(word: Partial<GetEntryResponse> & { videoId: string; userId: string; revision: number }) {
      const before = entries.get(word.videoId);
      if (before && (before.revision > word.revision || before.userId !== word.userId)) return;
      entries.set(word.videoId, GetEntryResponse.fromPartial({ state: 'requested', ...before, ...word }));
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
          implement<Pick<SchedulingServiceServer, 'getEntry' | 'announcePost'>>(SchedulingServiceService, {
            async getEntry({ videoId, userId, announcement, knownRevision }) {
              asked.push(videoId);
              if (hangs) await new Promise(() => undefined);
              if (erased.has(userId)) throw new AppError('NOT_FOUND', 'ACCOUNT_DELETED', 'This account was deleted.');
              const entry = entries.get(videoId);
              if (entry?.userId !== userId) throw new AppError('NOT_FOUND', 'NO_SUCH_ENTRY', 'There is no such entry.');
              const isKept = announcement && entry.state === 'requested' && entry.revision <= knownRevision;
              return { ...entry, earlier: isKept ? keep(videoId, announcement) : undefined };
            },
            async announcePost({ videoId, announcement }) {
              asked.push(videoId);
              if (hangs) await new Promise(() => undefined);
              return { earlier: announcement && keep(videoId, announcement) };
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
