import type { FastifyInstance } from 'fastify';
import { type FeedPost, feed } from '../console/feed.ts';
import { acceptForms, acceptJson, acceptMultipartForms, acceptStreams } from '../core/bodies.ts';
import { addFaults } from '../core/faults.ts';
import { sendProviderErrors } from '../core/provider-error.ts';
import type { Provider, Sandbox } from '../core/sandbox.ts';
import { credentials } from '../credentials.ts';
import { instagramPublishing } from '../instagram/publishing.ts';
import { askToDelete } from '../meta/data-deletion.ts';
import { badParameter, debugInfo, graphBody, uploadError } from '../meta/errors.ts';
import { grantsOf } from '../meta/grants.ts';
import { addGraph, graphOtherwise } from '../meta/graph.ts';
import { addRupload } from '../meta/rupload.ts';
import { addApps } from '../social/apps.ts';
import { downloadsOf } from '../social/downloads.ts';
import { addKnobRoutes } from '../social/knobs.ts';
import { addPictures, postPage } from '../social/pages.ts';
import { peopleOf } from './accounts.ts';
import { facebookKnobs } from './knobs.ts';
import { addDialog } from './login.ts';
import { answerGraph } from './nodes.ts';
import { type Reel, reelsOf } from './reels.ts';

/** The login dialog, the Graph API and the upload host, on one origin. */
export function facebookProvider(sandbox: Sandbox): Provider {
  const { store, origins } = sandbox;
  const knobs = facebookKnobs(store);
  const grants = grantsOf(sandbox, 'facebook', { secret: credentials.facebook.appSecret, prefix: 'EAAT' });
  const reels = reelsOf(sandbox, knobs);
  const instagram = instagramPublishing(sandbox);
  const pageName = (id: string) =>
    peopleOf(store)
      .all()
      .flatMap(({ pages }) => pages)
      .find((page) => page.id === id)?.name ?? id;

  const people = (names: ReadonlySet<string>) =>
    peopleOf(store)
      .all()
      .filter(({ id }) => names.has(id));

  const shown = (reel: Reel): FeedPost => {
    const isOut = reels.isOut(reel);
    const waiting = (reel.readyAt ?? 0) > sandbox.clock.real().getTime();
    const words =
      reel.problem && !waiting
        ? `Refused: ${reel.problem.message}`
        : waiting
          ? 'Processing'
          : reel.state === 'DRAFT'
            ? 'Draft'
            : 'Scheduled';
    return {
      id: reel.id,
      account: pageName(reel.pageId),
      title: reel.title,
      caption: reel.description,
      mediaId: reel.mediaId,
      at: reel.at,
      state: isOut ? 'Public' : words,
      published: isOut,
      link: `${origins.browser('facebook')}/reel/${reel.id}`,
    };
  };

  const register = async (app: FastifyInstance): Promise<void> => {
    acceptForms(app);
    acceptMultipartForms(app);
    acceptStreams(app);
    acceptJson(app, () => badParameter('The body is not JSON.'));
    sendProviderErrors(app, graphOtherwise);
    addFaults(app, sandbox, 'facebook', {
      applies: ({ url }) => !/^(\/v[\d.]+)?\/(dialog|reel|media|avatars|settings|_sandbox)\//.test(url),
      rateLimited: ({ url }, reply) => {
        if (url.startsWith('/video-upload/')) {
          reply.code(503);
          return debugInfo('ServiceUnavailableError', 'Please try again later.', true);
        }
        reply.code(403).header('x-app-usage', JSON.stringify({ call_count: 100, total_cputime: 25, total_time: 25 }));
        return graphBody(32, '(#32) Page request limit reached');
      },
      unavailable: ({ url }, reply) => {
        reply.code(url.startsWith('/video-upload/') ? 503 : 500);
        return url.startsWith('/video-upload/')
          ? debugInfo('ServiceUnavailableError', 'The service is busy.', true)
          : graphBody(2, 'An unexpected error has occurred. Please retry your request later.', { transient: true });
      },
    });
    downloadsOf(sandbox).endWith(app);
    addKnobRoutes(app, knobs);
    addPictures(app, sandbox);
    addDialog(app, sandbox, grants, knobs);
    addApps(app, {
      provider: 'Facebook',
      connected: () => {
        const names = new Set(grants.live().map(({ accountId }) => accountId));
        return people(names).map(({ id, name }) => ({ name: id, title: name }));
      },
      remove: ({ name }) => {
        const [grant] = grants.live().filter(({ accountId }) => accountId === name);
        if (grant) grants.revoke(grant);
      },
      askToDelete: ({ name }) =>
        askToDelete(sandbox, people(new Set([name]))[0]?.userId ?? '', credentials.facebook.appSecret),
    });
    addRupload(app, sandbox, 'facebook', {
      prefix: '/video-upload',
      maxBytes: 4 * 1024 ** 3,
      open: (id, token) => {
        const reel = reels.get(id);
        const found = grants.find(token);
        if (!found || !reel || found.pageId !== reel.pageId || !isValid(token)) {
          throw uploadError(
            400,
            'NotAuthorizedError',
            'Authentication failed: the token may not upload to this video.',
          );
        }
        if (reel.uploaded) throw uploadError(400, 'ParameterValidationError', 'The upload of this video is complete.');
        return { mediaId: reel.mediaId };
      },
      complete: (id, medium) => {
        const reel = reels.get(id);
        if (reel)
          reels.uploaded(
            medium.id === reel.mediaId
              ? reel
              : store.collection<Reel>('facebook-reels').put({ ...reel, mediaId: medium.id }),
          );
        return { success: true };
      },
    });
    addRupload(
      app,
      sandbox,
      'facebook',
      instagram.uploads((token) => grants.find(token) !== undefined && isValid(token)),
    );
    const showReel = async (id: string) => {
      const reel = reels.get(id);
      return reel && reels.isOut(reel) ? postPage('Facebook', shown(reel)) : undefined;
    };
    for (const path of ['/reel/:id', '/reel/:id/']) {
      app.get<{ Params: { id: string } }>(path, async (request, reply) => {
        const body = await showReel(request.params.id);
        return body === undefined
          ? reply.code(404).type('text/plain').send('This content isn’t available right now')
          : reply.type('text/html').send(body);
      });
    }
    addGraph(app, (call) => answerGraph({ sandbox, grants, reels, knobs, instagram }, call));
  };
  const isValid = (token: string): boolean => {
    try {
      return grants.require(token) !== undefined;
    } catch {
      return false;
    }
  };

  return {
    name: 'facebook',
    title: 'Facebook',
    register,
    pages: [
      {
        path: '/feed/facebook',
        title: 'Facebook feed',
        inNavigation: true,
        render: () =>
          feed(
            'Facebook',
            reels
              .all()
              .filter(({ finishedAt }) => finishedAt !== null)
              .map(shown),
          ),
      },
    ],
  };
}
