import type { FastifyInstance } from 'fastify';
import { type FeedPost, feed } from '../../console/feed.ts';
import type { Page, Sandbox } from '../../core/sandbox.ts';
import { postPage } from '../../social/pages.ts';
import { accountsOf } from '../accounts.ts';
import { isProcessed, privacyNow, type Video, videosOf } from './video.ts';
import { isOut } from './youtube.routes.ts';

const privacyNames = { private: 'Private', unlisted: 'Unlisted', public: 'Public' };

/** The page of a video, at its public address. */
export function addWatchPage(app: FastifyInstance, sandbox: Sandbox): void {
  app.get<{ Params: { id: string } }>('/media/:id', async (request, reply) =>
    sandbox.media.send(request, reply, request.params.id),
  );
  app.get<{ Params: { id: string } }>('/shorts/:id', async (request, reply) => {
    const video = videosOf(sandbox.store).get(request.params.id);
    return video && isProcessed(sandbox, video)
      ? reply.type('text/html').send(postPage('YouTube', shownBy(sandbox)(video)))
      : reply.code(404).type('text/plain').send('This video isn’t available any more');
  });
}

/** The channels' videos as a feed. */
export function youtubePage(sandbox: Sandbox): Page {
  return {
    path: '/feed/youtube',
    title: 'YouTube',
    inNavigation: true,
    render: () => feed('YouTube', videosOf(sandbox.store).all().map(shownBy(sandbox))),
  };
}

function shownBy(sandbox: Sandbox): (video: Video) => FeedPost {
  const titleOf = (channelId: string): string =>
    accountsOf(sandbox.store)
      .all()
      .flatMap(({ channels }) => channels)
      .find(({ id }) => id === channelId)?.title ?? channelId;
  const stateOf = (video: Video): string => {
    if (!isProcessed(sandbox, video)) return 'Processing';
    if (video.outcome.status !== 'processed')
      return `${video.outcome.status === 'failed' ? 'Failed' : 'Rejected'}: ${video.outcome.reason}`;
    return `${privacyNames[privacyNow(sandbox, video)]}${video.synthetic ? ' · altered or synthetic' : ''}`;
  };
  return (video) => ({
    id: video.id,
    account: titleOf(video.channelId),
    title: video.title,
    caption: video.description,
    link: `${sandbox.origins.browser('google')}/shorts/${video.id}`,
    mediaId: video.mediaId,
    at: video.uploadedAt,
    state: stateOf(video),
    published: isOut(sandbox, video, privacyNow(sandbox, video)),
  });
}
