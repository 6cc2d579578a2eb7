import type { CauseError } from '@reelwright/causes';
import {
  type Post,
  type PublishingServiceServer,
  PublishingServiceService,
  type PublishVideoRequest,
  rpcAccess,
} from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { createGrpcServer, implement } from '@reelwright/grpc';
import type { IdentityVerifier } from '@reelwright/identity';
import { silentLogger as logger } from '@reelwright/logger';
import { platforms } from '@reelwright/product';

/** A fake publishing that accepts a post once per id and platform. The test sets the outcomes. */
export async function startPublishing(verifier: IdentityVerifier) {
  const connected = new Map<string, string[]>();
  const posts = new Map<string, { wanted: PublishVideoRequest; asked: number }>();
  const calls: PublishVideoRequest[] = [];
  const behaviour = {
    /** The state of a post at its n-th read. */
    stateOf: (_wanted: PublishVideoRequest, _look: number): Partial<Post> => ({ state: 'posted' }),
    /** How many of the next calls of publishVideo fail before, and how many after, they are accepted. */
    failBefore: 0,
    failAfter: 0,
    /** The refusal of each call of publishVideo. */
    refusal: undefined as CauseError | undefined,
    listDown: false,
    /** Users whose deletion publishing has consumed. */
    deleted: new Set<string>(),
    /** Awaited before each answer, to simulate a process that hangs. */
    thaw: Promise.resolve(),
  };
  async function answering(userId: string): Promise<void> {
    await behaviour.thaw;
    if (behaviour.deleted.has(userId)) throw new AppError('NOT_FOUND', 'ACCOUNT_DELETED', 'This account was deleted.');
  }
  const key = (id: string, platform: string) => `${id}/${platform}`;

  function postOf({ wanted, asked }: { wanted: PublishVideoRequest; asked: number }): Post {
    const { postId, platform } = wanted;
    return {
      postId,
      platform,
      state: 'processing',
      code: '',
      causeData: undefined,
      platformPostId: `${platform}-1`,
      containerId: platform === 'instagram' ? 'container-1' : '',
      accountId: `${platform}-account`,
      accountName: `My ${platform}`,
      permalink: `https://${platform}.example/1`,
      postedAt: undefined,
      revision: asked + 1,
      goesOutAt: undefined,
      ...behaviour.stateOf(wanted, asked),
    };
  }

  const server = createGrpcServer({
    host: '127.0.0.1',
    port: 0,
    logger,
    verifier,
    access: rpcAccess,
    services: [
      implement<PublishingServiceServer>(PublishingServiceService, {
        listConnections: async ({ userId }) => {
          await answering(userId);
          if (behaviour.listDown) throw new AppError('UNAVAILABLE', 'DOWN', 'Down.');
          return {
            connections: platforms.map((platform) => {
              const state = connected.get(userId)?.includes(platform) ? 'connected' : 'none';
              const named = state === 'connected';
              return {
                platform,
                state,
                accountId: named ? `${platform}-account` : '',
                accountName: named ? `My ${platform}` : '',
                level: 'sandbox',
                code: '',
              };
            }),
          };
        },
        forecastPosts: async () => ({ moved: [], refused: [] }),
        publishVideo: async (wanted) => {
          await answering(wanted.userId);
          calls.push(wanted);
          if (behaviour.refusal) throw behaviour.refusal;
          if (behaviour.failBefore > 0) {
            behaviour.failBefore -= 1;
            throw new AppError('UNAVAILABLE', 'DOWN', 'Down.');
          }
          const name = key(wanted.postId, wanted.platform);
          const post = posts.get(name) ?? { wanted, asked: 0 };
          posts.set(name, post);
          if (behaviour.failAfter > 0) {
            behaviour.failAfter -= 1;
            throw new AppError('UNAVAILABLE', 'DOWN', 'Down.');
          }
          return { post: postOf(post) };
        },
        getPost: async ({ postId, platform, userId }) => {
          await answering(userId);
          const post = posts.get(key(postId, platform));
          if (!post || post.wanted.userId !== userId) throw new AppError('NOT_FOUND', 'NO_SUCH_POST', 'No such post.');
          post.asked += 1;
          return { post: postOf(post) };
        },
      }),
    ],
  });
  await server.start();
  return { server, connected, posts, calls, behaviour, address: `127.0.0.1:${server.port()}` };
}
