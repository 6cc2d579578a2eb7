import type { FastifyInstance } from 'fastify';
import { type FeedPost, feed } from '../console/feed.ts';
import { acceptForms, acceptJson, acceptMultipartForms, acceptStreams } from '../core/bodies.ts';
import { addFaults } from '../core/faults.ts';
import { sendProviderErrors } from '../core/provider-error.ts';
import type { Provider, Sandbox } from '../core/sandbox.ts';
import { credentials } from '../credentials.ts';
import { askToDelete } from '../meta/data-deletion.ts';
import { badParameter, graphBody, missingObject, unknownPath } from '../meta/errors.ts';
import { grantsOf, requireScopes } from '../meta/grants.ts';
import { addGraph, type GraphCall, graphOtherwise } from '../meta/graph.ts';
import { addApps } from '../social/apps.ts';
import { downloadsOf } from '../social/downloads.ts';
import { addKnobRoutes } from '../social/knobs.ts';
import { addPictures, postPage } from '../social/pages.ts';
import { accountFor } from './accounts.ts';
import type { Container } from './containers.ts';
import { addLogin, exchange, refresh } from './login.routes.ts';
import { instagramHandler, instagramPublishing } from './publishing.ts';

/** Instagram Login, its token host and its Graph host, on one origin. */
export function instagramProvider(sandbox: Sandbox): Provider {
  const { store, origins } = sandbox;
  const publishing = instagramPublishing(sandbox);
  const { knobs, containers } = publishing;
  const grants = grantsOf(sandbox, 'instagram', { secret: credentials.instagram.appSecret, prefix: 'IGAA' });

  const handle = (call: GraphCall): unknown => {
    const [node = ''] = call.path;
    if (call.path.length === 1 && node === 'access_token' && call.method === 'GET')
      return exchange(call, sandbox, grants, knobs);
    if (call.path.length === 1 && node === 'refresh_access_token' && call.method === 'GET')
      return refresh(call, sandbox, grants, knobs);
    const { grant } = grants.of(call);
    const account = accountFor(store, grant.accountId);
    if (!account || node === '' || call.path.length > 2) throw unknownPath(`/${call.path.join('/')}`);
    const id = node === 'me' || node === account.scopedId ? account.userId : node;
    const result = instagramHandler(publishing, call, id, [account.userId], { resumable: false });
    if (!result) throw missingObject(call.method, node);
    requireScopes(
      grant,
      call.method === 'GET'
        ? ['instagram_business_basic', ...(call.path[1] === 'insights' ? ['instagram_business_manage_insights'] : [])]
        : ['instagram_business_content_publish'],
      10,
    );
    return result();
  };

  const shown = (container: Container): FeedPost => ({
    id: container.post?.id ?? container.id,
    account: publishing.findByUserId(container.userId)?.id ?? container.userId,
    caption: container.caption,
    mediaId: container.mediaId,
    at: container.post?.at ?? container.madeAt,
    state: 'Public',
    published: true,
    link: `${origins.browser('instagram')}/reel/${container.post?.shortcode}/`,
  });

  const register = async (app: FastifyInstance): Promise<void> => {
    acceptForms(app);
    acceptMultipartForms(app);
    acceptStreams(app);
    acceptJson(app, () => badParameter('The body is not JSON.'));
    sendProviderErrors(app, graphOtherwise);
    addFaults(app, sandbox, 'instagram', {
      applies: ({ url }) => !/^\/(oauth\/authorize|reel\/|media\/|avatars\/|settings\/|_sandbox\/)/.test(url),
      rateLimited: ({ url }, reply) => {
        if (url.startsWith('/oauth/')) {
          reply.code(429);
          return { error_type: 'OAuthRateLimitException', code: 429, error_message: 'Too many requests' };
        }
        reply.code(403).header('x-app-usage', JSON.stringify({ call_count: 100, total_cputime: 25, total_time: 25 }));
        return graphBody(4, '(#4) Application request limit reached');
      },
      unavailable: (_request, reply) => {
        reply.code(500);
        return graphBody(2, 'An unexpected error has occurred. Please retry your request later.', { transient: true });
      },
    });
    downloadsOf(sandbox).endWith(app);
    addKnobRoutes(app, knobs);
    addPictures(app, sandbox);
    addLogin(app, sandbox, grants, knobs);
    addApps(app, {
      provider: 'Instagram',
      connected: () => {
        const names = new Set(grants.live().map(({ accountId }) => accountId));
        return [...names].map((name) => ({ name, title: `@${name}` }));
      },
      remove: ({ name }) => {
        const [grant] = grants.live().filter(({ accountId }) => accountId === name);
        if (grant) grants.revoke(grant);
      },
      askToDelete: ({ name }) =>
        askToDelete(sandbox, accountFor(store, name)?.scopedId ?? '', credentials.instagram.appSecret),
    });
    for (const path of ['/reel/:shortcode', '/reel/:shortcode/']) {
      app.get<{ Params: { shortcode: string } }>(path, async (request, reply) => {
        const container = containers.all().find(({ post }) => post?.shortcode === request.params.shortcode);
        return container
          ? reply.type('text/html').send(postPage('Instagram', shown(container)))
          : reply.code(404).type('text/plain').send('Sorry, this page isn’t available.');
      });
    }
    addGraph(app, handle);
  };

  return {
    name: 'instagram',
    title: 'Instagram',
    register,
    pages: [
      {
        path: '/feed/instagram',
        title: 'Instagram feed',
        inNavigation: true,
        render: () =>
          feed(
            'Instagram',
            containers
              .all()
              .filter(({ post }) => post !== null)
              .map(shown),
          ),
      },
    ],
  };
}
