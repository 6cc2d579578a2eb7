import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Announcement,
  type AuthServiceServer,
  AuthServiceService,
  type BillingServiceServer,
  BillingServiceService,
  type GenerationServiceServer,
  GenerationServiceService,
  GetEntitlementResponse,
  GetEntryResponse,
  GetUserResponse,
  rpcAccess,
  type SchedulingServiceServer,
  SchedulingServiceService,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { createGrpcServer, type GrpcServer, implement } from '@reelwright/grpc';
import { createIdentityVerifier } from '@reelwright/identity';
import { silentLogger } from '@reelwright/logger';

/** Small fakes of the services that publishing calls, and of the public address that serves videos. */
export async function startNeighbours(jwksFile: string, clip: Buffer) {
  const tiers = new Map<string, string>();
  const ends = new Map<string, Date>();
  const variations = new Map<string, number>();
  const scheduling = await startCalendar(jwksFile);
  const auth = await startAccounts(jwksFile);
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
  const media = createServer(({ url = '' }, response) => {
    // As generation with MEDIA_REDIRECT_ORIGIN.
    if (url.startsWith('/media/') && !url.includes('redirect=no')) {
      response.writeHead(307, { location: '/bucket.mp4' }).end();
      return;
    }
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
    accounts: auth,
    async stop() {
      await scheduling.goDown();
      await auth.goDown();
      await server.stop();
      media.closeAllConnections();
      await new Promise((resolve) => media.close(resolve));
    },
  };
}

/** A fake of scheduling: the current state of each entry, independent of the delivered events. */
async function startCalendar(jwksFile: string) {
  const entries = new Map<string, GetEntryResponse>();
  const asked: string[] = [];
  const erased = new Set<string>();
  const announced = new Map<string, Announcement & { videoId: string }>();
  let hangs = false;

  /** Stores an announcement as scheduling does. @returns an earlier one of another database of publishing */
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
    /** Ids of the requested videos, oldest first. */
    asked,
    /** Accepts calls and does not answer them. */
    hang: (now: boolean) => {
      hangs = now;
    },
    /** Sets an entry as an event does; an older revision, or another user's entry, is ignored. */
    setEntry(entry: Partial<GetEntryResponse> & { videoId: string; userId: string; revision: number }) {
      const before = entries.get(entry.videoId);
      if (before && (before.revision > entry.revision || before.userId !== entry.userId)) return;
      entries.set(entry.videoId, GetEntryResponse.fromPartial({ state: 'requested', ...before, ...entry }));
    },
  };
  const service = await startService(jwksFile, [
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
  ]);
  return Object.assign(calendar, service);
}

/** A fake of auth: everyone has an account, except those named here. */
async function startAccounts(jwksFile: string) {
  const asked: string[] = [];
  const deleted = new Set<string>();
  const unknown = new Set<string>();
  let hangs = false;
  const accounts = {
    /** Deleted, and services have not finished it. */
    deleted,
    /** Missing without a deletion. */
    unknown,
    /** The users about whom it was asked, oldest first. */
    asked,
    /** Accepts calls and does not answer them. */
    hang: (now: boolean) => {
      hangs = now;
    },
  };
  const service = await startService(jwksFile, [
    implement<AuthServiceServer>(AuthServiceService, {
      async getUser({ userId }) {
        asked.push(userId);
        if (hangs) await new Promise(() => undefined);
        if (deleted.has(userId)) throw new AppError('NOT_FOUND', 'ACCOUNT_DELETED', 'This account was deleted.');
        if (unknown.has(userId)) throw new AppError('NOT_FOUND', 'NO_SUCH_USER', 'There is no such user.');
        return GetUserResponse.fromPartial({ userId });
      },
    }),
  ]);
  return Object.assign(accounts, service);
}

/** Starts a server that can go down, and come up again at the same address. */
async function startService(jwksFile: string, services: Parameters<typeof createGrpcServer>[0]['services']) {
  let server: GrpcServer | undefined;
  let port = 0;
  async function comeUp() {
    server = createGrpcServer({
      host: '127.0.0.1',
      port,
      logger: silentLogger,
      verifier: createIdentityVerifier({ jwksFile }),
      access: rpcAccess,
      services,
    });
    await server.start();
    port = server.port();
  }
  await comeUp();
  return {
    address: `127.0.0.1:${port}`,
    comeUp,
    async goDown() {
      await server?.stop();
      server = undefined;
    },
  };
}
