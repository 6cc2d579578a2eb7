import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import { errorResponses, requireUser } from '@reelwright/http-server';
import { type OpenFolderDeps, openFolder } from './open-folder.ts';

export const folderRoutes: FastifyPluginAsyncTypebox<OpenFolderDeps> = async (app, deps) => {
  /** The caller's folder, for the 'Open Drive' button. Takes at most five seconds. */
  app.get(
    '/api/user-drive-folder',
    { schema: { response: { 200: Type.Object({ folderUrl: Type.String() }), ...errorResponses(401, 404, 429, 503) } } },
    async (request) => ({ folderUrl: await openFolder(deps, requireUser(request).userId, request.ip) }),
  );
};
