import type { FastifyInstance } from 'fastify';
import { type FeedPost, feed } from '../console/feed.ts';
import { acceptForms, acceptJson, acceptStreams } from '../core/bodies.ts';
import { addFaults } from '../core/faults.ts';
import { sendProviderErrors } from '../core/provider-error.ts';
import type { Provider, Sandbox } from '../core/sandbox.ts';
import { addApps } from '../social/apps.ts';
import { downloadsOf } from '../social/downloads.ts';
import { addKnobRoutes } from '../social/knobs.ts';
import { addPictures, postPage } from '../social/pages.ts';
import { accountFor } from './accounts.ts';
import { envelope, invalidParam, oauthBody } from './errors.ts';
import { grantsOf } from './grants.ts';
import { tiktokKnobs } from './knobs.ts';
import { addOauth } from './oauth.routes.ts';
import { addPosting } from './posting.routes.ts';
import { addProfile } from './profile.routes.ts';
import { type Publication, publicationsOf } from './publications.ts';
import { addUploads } from './uploads.routes.ts';
import { addUrlPropertyRoutes, urlPropertiesOf } from './url-properties.ts';
import { addVideos } from './videos.routes.ts';

const audiences: Readonly<Record<string, string>> = {
  PUBLIC_TO_EVERYONE: 'Public',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  FOLLOWER_OF_CREATOR: 'Followers',
  SELF_ONLY: 'Only me',
};

/** Login Kit and the Content Posting API. */
export function tiktokProvider(sandbox: Sandbox): Provider {
  const { store, origins } = sandbox;
  const knobs = tiktokKnobs(store);
  const grants = grantsOf(sandbox, knobs);
  const publications = publicationsOf(sandbox, knobs);
  const properties = urlPropertiesOf(store);

  const shown = (one: Publication): FeedPost => {
    const status = publications.status(one);
    const isOut = status === 'PUBLISH_COMPLETE';
    const words = {
      FAILED: `Refused: ${one.failReason}`,
      SEND_TO_USER_INBOX: 'In the inbox',
      PUBLISH_COMPLETE: audiences[one.privacyLevel],
    };
    return {
      id: one.id,
      account: accountFor(store, one.accountId)?.displayName ?? one.accountId,
      caption: one.title,
      mediaId: one.mediaId,
      at: one.at,
      state: words[status as keyof typeof words] ?? 'In review',
      published: isOut,
      link: `${origins.browser('tiktok')}/@${one.accountId}/video/${one.postId}`,
    };
  };

  const register = async (app: FastifyInstance): Promise<void> => {
    acceptForms(app);
    acceptStreams(app);
    acceptJson(app, () => invalidParam('The body is not JSON.'));
    sendProviderErrors(app, (request, status, message) => {
      const isOurs = status >= 500;
      if (request.url.startsWith('/v2/oauth/')) return oauthBody(isOurs ? 'server_error' : 'invalid_request', message);
      return envelope({}, isOurs ? 'internal_error' : 'invalid_param', message);
    });
    app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Unsupported path(Janus)'));
    addFaults(app, sandbox, 'tiktok', {
      applies: ({ url }) => /^\/(v2\/(oauth|user|post|video)|video)\//.test(url),
      rateLimited: ({ url }, reply) => {
        // The upload host has no 429 and returns 503.
        reply.code(url.startsWith('/video/') ? 503 : 429);
        return url.startsWith('/v2/oauth/')
          ? oauthBody('rate_limit_exceeded', 'Too many requests.')
          : envelope({}, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.');
      },
      unavailable: ({ url }, reply) => {
        reply.code(url.startsWith('/video/') ? 503 : 500);
        return url.startsWith('/v2/oauth/')
          ? oauthBody('server_error', 'Something went wrong.')
          : envelope({}, 'internal_error', 'Something went wrong.');
      },
    });
    downloadsOf(sandbox).endWith(app);
    addKnobRoutes(app, knobs);
    addUrlPropertyRoutes(app, properties);
    addPictures(app, sandbox);
    addOauth(app, sandbox, grants);
    addApps(app, {
      provider: 'TikTok',
      connected: () => {
        const names = new Set(grants.live().map(({ accountId }) => accountId));
        return [...names].map((name) => ({ name, title: `@${name}` }));
      },
      remove: ({ name }) => {
        for (const grant of grants.live().filter(({ accountId }) => accountId === name)) grants.revoke(grant);
      },
    });
    addProfile(app, sandbox, grants);
    addPosting(app, sandbox, knobs, grants, publications, properties);
    addUploads(app, sandbox, publications);
    addVideos(app, sandbox, knobs, grants, publications);
    app.get<{ Params: { username: string; id: string } }>('/@:username/video/:id', async (request, reply) => {
      const one = publications
        .all()
        .find(({ postId, accountId }) => postId === request.params.id && accountId === request.params.username);
      return one && publications.status(one) === 'PUBLISH_COMPLETE'
        ? reply.type('text/html').send(postPage('TikTok', shown(one)))
        : reply.code(404).type('text/plain').send('Couldn’t find this video');
    });
    /** A person posts an upload from the inbox of the app. */
    app.post<{ Params: { id: string } }>('/_sandbox/inbox/:id', async (request, reply) => {
      const one = publications.get(request.params.id);
      if (!one || publications.status(one) !== 'SEND_TO_USER_INBOX') {
        return reply.code(404).send({ error: 'NOT_IN_INBOX', message: 'There is no such upload in an inbox.' });
      }
      return { posted: publications.postFromInbox(one).postId };
    });
  };

  return {
    name: 'tiktok',
    title: 'TikTok',
    register,
    pages: [
      {
        path: '/feed/tiktok',
        title: 'TikTok feed',
        inNavigation: true,
        render: () =>
          feed(
            'TikTok',
            publications
              .all()
              .filter(({ committedAt }) => committedAt !== null)
              .map(shown),
          ),
      },
    ],
  };
}
