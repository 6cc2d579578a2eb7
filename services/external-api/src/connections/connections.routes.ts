import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Connection, PublishingServiceClient } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import { errorResponses } from '@reelwright/http-server';
import { type Platform, platforms, platformTraits, recordOf } from '@reelwright/product';
import Type, { type TObject } from 'typebox';
import { requirePartner } from '../partners/partner.ts';
import { findUsableConnections } from './partner-connections.ts';

const connected = Type.Boolean();
const Name = Type.Union([Type.String(), Type.Null()]);
/** The account of a connection, by its kind; the name of a profile is a user name. */
const accountFields = {
  profile: { username: Name },
  channel: { channelName: Name },
  page: { userId: Name, pageName: Name },
};
const ConnectionsResponse = Type.Object({
  success: Type.Literal(true),
  connections: Type.Object(
    recordOf(platforms, (platform): TObject<{ connected: typeof connected }> => {
      return Type.Object({ connected, ...accountFields[platformTraits[platform].account] });
    }),
  ),
});

function connectionOf(platform: Platform, connection: Connection | undefined) {
  const name = connection?.accountName || null;
  const accounts = {
    profile: { username: name },
    channel: { channelName: name },
    page: { userId: connection?.accountId || null, pageName: name },
  };
  return { connected: Boolean(connection), ...accounts[platformTraits[platform].account] };
}

/** GET /api/external/user/connections: the platforms that the key's owner can post to. */
export const connectionRoutes: FastifyPluginAsyncTypebox<{
  publishing: Pick<GrpcClient<PublishingServiceClient>, 'listConnections'>;
}> = async (app, { publishing }) => {
  app.get(
    '/api/external/user/connections',
    { schema: { response: { 200: ConnectionsResponse, ...errorResponses(401, 429, 503) } } },
    async (request) => {
      const accounts = await findUsableConnections(publishing, requirePartner(request).userId);
      return {
        success: true as const,
        connections: recordOf(platforms, (platform) => connectionOf(platform, accounts.get(platform))),
      };
    },
  );
};
