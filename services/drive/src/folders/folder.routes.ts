import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import { errorResponses, requireUser } from '@reelwright/http-server';
import type { Logger } from '@reelwright/logger';
import type { FolderDeps } from './ensure-folder.ts';
import { openFolder } from './open-folder.ts';

export const folderRoutes: FastifyPluginAsyncTypebox<FolderDeps & { logger: Logger }> = async (app, deps) => {
  /** Where 'Open Drive' leads: the caller's own folder. Takes at most five seconds. */
  app.get(
    '/api/user-drive-folder',
    { schema: { response: { 200: Type.Object({ folderUrl: Type.String() }), ...errorResponses(401, 404, 503) } } },
    async (request) => ({ folderUrl: await openFolder(deps, requireUser(request).userId) }),
  );
};
