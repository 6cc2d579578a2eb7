import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptForms, acceptJson } from '../core/bodies.ts';
import { addFaults } from '../core/faults.ts';
import type { Provider, Sandbox } from '../core/sandbox.ts';
import { addApps } from '../social/apps.ts';
import { accountsOf } from './accounts.ts';
import { drivePages } from './drive/drive.pages.ts';
import { driveOf } from './drive/drive.ts';
import { addFiles } from './drive/files.routes.ts';
import { addPermissions } from './drive/permissions.routes.ts';
import { addDriveUploads } from './drive/uploads.routes.ts';
import { googleError, sendGoogleErrors } from './errors.ts';
import { addKnobs } from './knobs.ts';
import { readMethodOverride } from './method-override.ts';
import { addAuthorize } from './oauth/authorize.routes.ts';
import { grantsOf, seedOperatorGrant } from './oauth/grants.ts';
import { addTokens } from './oauth/token.routes.ts';
import { addAnalytics } from './youtube/analytics.routes.ts';
import { addWatchPage, youtubePage } from './youtube/youtube.page.ts';
import { addYouTube } from './youtube/youtube.routes.ts';

/** Google: sign-in and consent, Drive v3, YouTube v3, YouTube Analytics v2. One origin serves them all. */
export function googleProvider(sandbox: Sandbox): Provider {
  const seed = (): void => {
    accountsOf(sandbox.store);
    seedOperatorGrant(sandbox);
  };
  return {
    name: 'google',
    title: 'Google (sign-in, Drive, YouTube)',
    takesGzip: true,
    register: async (app) => {
      seed();
      readMethodOverride(app);
      sendGoogleErrors(app);
      acceptForms(app);
      acceptJson(app, () => googleError(400, 'parseError', 'Invalid JSON payload received.'));
      addFaults(app, sandbox, 'google', { applies, rateLimited, unavailable });
      const grants = grantsOf(sandbox);
      addAuthorize(app, sandbox, grants);
      addTokens(app, sandbox, grants);
      addApps(app, {
        provider: 'Google',
        connected: () =>
          accountsOf(sandbox.store)
            .filter(({ id }) => grants.connected().includes(id))
            .map(({ id, email }) => ({ id, name: email, title: email })),
        remove: ({ id }) => grants.remove(id),
      });
      addDrive(app, sandbox, grants);
      addYouTube(app, sandbox, grants);
      addAnalytics(app, sandbox, grants);
      addWatchPage(app, sandbox);
    },
    pages: [...drivePages(sandbox), youtubePage(sandbox)],
    console: (app) => addKnobs(app, sandbox),
    reset: seed,
  };
}

function addDrive(app: FastifyInstance, sandbox: Sandbox, grants: ReturnType<typeof grantsOf>): void {
  const drive = driveOf(sandbox, grants);
  addFiles(app, sandbox, drive);
  addPermissions(app, sandbox, drive);
  addDriveUploads(app, sandbox, drive);
}

const isApi = [
  '/drive/',
  '/youtube/',
  '/v2/reports',
  '/upload/',
  '/token',
  '/tokeninfo',
  '/revoke',
  '/v1/userinfo',
  '/oauth2/',
];
function applies(request: FastifyRequest): boolean {
  return isApi.some((start) => request.url.startsWith(start));
}

function rateLimited(request: FastifyRequest, reply: { code(status: number): unknown }): unknown {
  reply.code(429);
  if (request.url.startsWith('/token'))
    return { error: 'rate_limit_exceeded', error_description: 'Rate limit exceeded.' };
  return googleError(429, 'rateLimitExceeded', 'Rate Limit Exceeded', {
    domain: 'usageLimits',
    status: 'RESOURCE_EXHAUSTED',
  }).body;
}

function unavailable(request: FastifyRequest, reply: { code(status: number): unknown }): unknown {
  reply.code(503);
  if (request.url.startsWith('/token')) return { error: 'internal_failure', error_description: 'Backend Error' };
  return googleError(503, 'backendError', 'The service is currently unavailable.', { status: 'UNAVAILABLE' }).body;
}
