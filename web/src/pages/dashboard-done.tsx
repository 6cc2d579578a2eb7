import { samplePoster, videoTypeName } from '../content/video-types.ts';
import { useOpenDrive } from '../features/drive-folder/use-open-drive.ts';
import { useConnect } from '../features/social-connections/use-connect.ts';
import type { SaveNotice } from '../features/video-wizard/api.ts';
import type { DraftEntry } from '../features/video-wizard/draft.ts';
import { Deck, DoneScreen, SaveNotices } from '../features/video-wizard/saved-screen.tsx';
import type { Video } from '../features/videos/api.ts';
import { isInTheMaking, ticksOf } from '../features/videos/progress.ts';
import { VideoCard } from '../features/videos/video-card.tsx';
import { formatDay, formatElapsed, formatWallLong } from '../lib/format-date.ts';
import { useServerNow } from '../lib/use-server-now.ts';
import type { CurrentUser } from '../session/current-user.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Reel, Stamp } from '../ui/reel.tsx';
import { pauseWords } from './paused-words.ts';

interface DriveButtonProps {
  folderUrl: string | null;
  onOpened?: () => void;
}

function DriveButton({ folderUrl, onOpened }: DriveButtonProps) {
  const drive = useOpenDrive();
  return (
    <Button
      tone="primary"
      size="large"
      lang="it"
      busy={drive.opening}
      onClick={() => {
        drive.open(folderUrl);
        onOpened?.();
      }}
    >
      Apri Drive
      <Icon name="out" />
    </Button>
  );
}

interface SavedProps {
  /** What is still to come, in order; those the plan has no room for among them. */
  entries: readonly (DraftEntry & { at: number })[];
  user: CurrentUser;
  /** What the plan has room for in a month. */
  limit: number;
  videoType: string;
  notices: readonly SaveNotice[];
  folderUrl: string | null;
  onShowVideos: () => void;
  /** The Drive button also leads back to step 1. */
  onOpened: () => void;
}

const counts = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
];

export function ConfigurationSaved(props: SavedProps) {
  const { videoType, notices, folderUrl, onShowVideos, onOpened } = props;
  const entries = props.entries.filter(({ state }) => state !== 'paused');
  const paused = pauseWords(props.entries, props.user, props.limit).map(({ title }) => title);
  const first = entries[0];
  const count = counts[entries.length] ?? String(entries.length);
  const text = first
    ? `${count} ${videoTypeName(videoType)} ${entries.length === 1 ? 'reel is' : 'reels are'} on the calendar. The ${entries.length === 1 ? 'reel' : 'first'} goes out on ${formatWallLong(first.date)} at ${first.time}.`
    : paused.length > 0
      ? 'Nothing goes out at the moment.'
      : 'Nothing is on the calendar at the moment.';
  return (
    <DoneScreen
      title="Configuration Saved!"
      text={[text, ...paused].join(' ')}
      notice={<SaveNotices notices={notices} />}
      actions={
        <>
          <DriveButton folderUrl={folderUrl} onOpened={onOpened} />
          <Button tone="quiet" size="large" onClick={onShowVideos}>
            See your videos
          </Button>
        </>
      }
      picture={
        <Deck
          entries={entries.map((entry) => ({
            key: entry.key,
            date: entry.date,
            time: entry.time,
            style: entry.videoType ?? videoType,
          }))}
        />
      }
    />
  );
}

interface FreeProps {
  user: CurrentUser;
  /** The newest one; absent until the list has been read after the save. */
  video: Video | undefined;
  videoType: string;
  folderUrl: string | null;
  onShowVideos: () => void;
  onUpgrade: () => void;
  /** Back to the steps, after a video that could not be made. */
  onAgain: () => void;
}

/** The free plan's done screen shows the real state of its one video. */
export function FreeVideo({ user, video, videoType, folderUrl, onShowVideos, onUpgrade, onAgain }: FreeProps) {
  const making = !video || isInTheMaking(video);
  const connect = useConnect();
  const failed = video?.stages.rendering.state === 'failed';
  const next = user.usageResetsAt ? `Your next free video is available on ${formatDay(user.usageResetsAt)}.` : '';
  return (
    <>
      <DoneScreen
        title={making ? 'Video In Progress!' : failed ? 'This video could not be made' : 'Your video is ready'}
        text={
          making
            ? 'You can close this page. Your video will be in your Drive.'
            : failed
              ? video?.stages.rendering.message || 'It does not count against your plan.'
              : `It is in your Drive. ${next}`
        }
        actions={
          <>
            {failed ? (
              <Button tone="primary" size="large" onClick={onAgain}>
                Try again
              </Button>
            ) : (
              <DriveButton folderUrl={folderUrl} />
            )}
            {making ? (
              <Button tone="quiet" size="large" onClick={onShowVideos}>
                See your videos
              </Button>
            ) : (
              <Button tone="quiet" size="large" onClick={onUpgrade}>
                Upgrade Plan
              </Button>
            )}
          </>
        }
        picture={<Picture video={video} videoType={video?.videoType ?? videoType} making={making} />}
      />
      {video ? (
        <section className="videos" aria-labelledby="free-video">
          <h3 className="visually-hidden" id="free-video">
            Your video
          </h3>
          <VideoCard video={video} index={null} onReconnect={connect.mutate} />
        </section>
      ) : null}
    </>
  );
}

function Picture({ video, videoType, making }: { video: Video | undefined; videoType: string; making: boolean }) {
  const now = useServerNow(1000);
  const since = video ? Date.parse(video.stages.rendering.startedAt ?? video.createdAt) : now;
  const running = video?.stages.rendering.state === 'running';
  return (
    <div className="done-reel" aria-hidden="true">
      <Reel
        tone={videoType}
        poster={video?.posterUrl ?? samplePoster(videoType)}
        name={videoTypeName(videoType)}
        state={making ? 'dim' : undefined}
        ticks={making ? (running ? ticksOf(video?.stages.rendering.percent ?? null) : 0) : 8}
        topLeft={making ? <Stamp>{formatElapsed(now - since)}</Stamp> : null}
      />
    </div>
  );
}
