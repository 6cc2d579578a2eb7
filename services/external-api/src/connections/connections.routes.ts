import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { PublishingServiceClient } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import { errorResponses } from '@reelwright/http-server';
import Type from 'typebox';
import { requirePartner } from '../partners/partner.ts';
import { findConnected } from './partner-connections.ts';

const connected = Type.Boolean();
const Name = Type.Union([Type.String(), Type.Null()]);
const Answer = Type.Object({
  success: Type.Literal(true),
  connections: Type.Object({
    tiktok: Type.Object({ connected, username: Name }),
    youtube: Type.Object({ connected, channelName: Name }),
    facebook: Type.Object({ connected, userId: Name, pageName: Name }),
    instagram: Type.Object({ connected, username: Name }),
  }),
});

/** GET /api/external/user/connections: the platforms that the key's owner can post to. */
export const connectionRoutes: FastifyPluginAsyncTypebox<{
  publishing: Pick<GrpcClient<PublishingServiceClient>, 'listConnections'>;
}> = async (app, { publishing }) => {
  app.get(
    '/api/external/user/connections',
    { schema: { response: { 200: Answer, ...errorResponses(401, 429, 503) } } },
    async (request) => {
      const accounts = await findConnected(publishing, requirePartner(request).userId);
      const [tiktok, youtube, facebook, instagram] = [
        accounts.get('tiktok'),
        accounts.get('youtube'),
        accounts.get('facebook'),
        accounts.get('instagram'),
      ];
      return {
        success: true as const,
        connections: {
          tiktok: { connected: Boolean(tiktok), username: tiktok?.accountName || null },
          youtube: { connected: Boolean(youtube), channelName: youtube?.accountName || null },
          facebook: {
            connected: Boolean(facebook),
            userId: facebook?.accountId || null,
            pageName: facebook?.accountName || null,
          },
          instagram: { connected: Boolean(instagram), username: instagram?.accountName || null },
        },
      };
    },
  );
};
