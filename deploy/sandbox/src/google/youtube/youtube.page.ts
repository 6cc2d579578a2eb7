import { feed } from '../../console/feed.ts';
import type { Page, Sandbox } from '../../core/sandbox.ts';
import { accountsOf } from '../accounts.ts';
import { isProcessed, privacyNow, type Video, videosOf } from './video.ts';
import { isOut } from './youtube.routes.ts';

const privacyNames = { private: 'Private', unlisted: 'Unlisted', public: 'Public' };

/** The channels' videos as a feed. */
export function youtubePage(sandbox: Sandbox): Page {
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
  return {
    path: '/feed/youtube',
    title: 'YouTube',
    inNavigation: true,
    render: () =>
      feed(
        'YouTube',
        videosOf(sandbox.store)
          .all()
          .map((video) => ({
            id: video.id,
            account: titleOf(video.channelId),
            title: video.title,
            caption: video.description,
            mediaId: video.mediaId,
            at: video.uploadedAt,
            state: stateOf(video),
            published: isOut(sandbox, video, privacyNow(sandbox, video)),
          })),
      ),
  };
}
