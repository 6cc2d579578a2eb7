import { isPaused } from '../content/statuses.ts';
import { samplePoster, videoTypeName } from '../content/video-types.ts';
import { useOpenDrive } from '../features/drive-folder/use-open-drive.ts';
import { useConnect } from '../features/social-connections/use-connect.ts';
import type { SaveNotice } from '../features/video-wizard/api.ts';
import type { DraftEntry } from '../features/video-wizard/draft.ts';
import { Deck, DoneScreen, SaveNotices } from '../features/video-wizard/saved-screen.tsx';
import type { Video } from '../features/videos/api.ts';
import { LastKnown } from '../features/videos/list-problems.tsx';
import { ticksOf } from '../features/videos/progress.ts';
import { VideoCard } from '../features/videos/video-card.tsx';
import { formatDay, formatWallLong } from '../lib/format-date.ts';
import type { CurrentUser } from '../session/current-user.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Reel, Stamp } from '../ui/reel.tsx';
import { ReelPlayer } from '../ui/reel-player.tsx';
import { freeVideoWords } from './free-video-words.ts';
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
  /** The upcoming entries in order, including paused ones. */
  entries: readonly (DraftEntry & { at: number })[];
  user: CurrentUser;
  /** The plan's videos per month. */
  limit: number;
  videoType: string;
  notices: readonly SaveNotice[];
  folderUrl: string | null;
  onShowVideos: () => void;
  /** Called when the Drive folder was opened; returns to step 1. */
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
  const entries = props.entries.filter(({ status }) => !isPaused(status));
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
  /** The newest video; absent until the list has been read after the save. */
  video: Video | undefined;
  /** When the list was last read, if it cannot be read now. */
  asOf: number | null;
  onRetry: () => void;
  videoType: string;
  folderUrl: string | null;
  onShowVideos: () => void;
  onUpgrade: () => void;
  /** Returns to the steps after a video that could not be made. */
  onAgain: () => void;
}

/** The screen after a save on the free plan. It shows the state of the one video. */
export function FreeVideo(props: FreeProps) {
  const { user, video, asOf, onRetry, videoType, folderUrl, onShowVideos, onUpgrade, onAgain } = props;
  const connect = useConnect();
  const rendering = video?.stages.rendering.state;
  const failed = rendering === 'failed';
  const making = !failed && rendering !== 'done';
  const next = user.usageResetsAt ? `Your next free video is available on ${formatDay(user.usageResetsAt)}.` : '';
  return (
    <div className={classNames('free-video', making && 'is-making')}>
      <DoneScreen
        {...freeVideoWords(video, next)}
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
      {asOf === null ? null : <LastKnown at={asOf} onRetry={onRetry} />}
      {video ? (
        <section className="videos" aria-labelledby="free-video">
          <h3 className="visually-hidden" id="free-video">
            Your video
          </h3>
          <VideoCard video={video} index={null} asOf={asOf} onReconnect={connect.mutate} />
        </section>
      ) : null}
    </div>
  );
}

function Picture({ video, videoType, making }: { video: Video | undefined; videoType: string; making: boolean }) {
  const look = { tone: videoType, poster: video?.posterUrl ?? samplePoster(videoType), name: videoTypeName(videoType) };
  const running = video?.stages.rendering.state === 'running';
  if (!making && video?.mediaUrl) {
    return <ReelPlayer {...look} className="done-reel" clip={video.mediaUrl} label="your video" ticks={8} />;
  }
  return (
    <div className="done-reel" aria-hidden="true">
      <Reel
        {...look}
        state={making ? 'dim' : undefined}
        ticks={making ? (running ? ticksOf(video?.stages.rendering.percent ?? null) : 0) : 8}
        topLeft={making ? <Stamp>{running ? 'Rendering' : 'Waiting'}</Stamp> : null}
      />
    </div>
  );
}
