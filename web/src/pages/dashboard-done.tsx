import { useEffect, useRef } from 'react';
import { goesOut, isPaused } from '../content/statuses.ts';
import { samplePoster, videoTypeName } from '../content/video-types.ts';
import { useOpenDrive } from '../features/drive-folder/use-open-drive.ts';
import { useConnect } from '../features/social-connections/use-connect.ts';
import type { SaveNotice } from '../features/video-wizard/api.ts';
import type { DraftEntry } from '../features/video-wizard/draft.ts';
import { Deck, DoneScreen, SaveNotices } from '../features/video-wizard/saved-screen.tsx';
import type { Video } from '../features/videos/api.ts';
import { LastKnown } from '../features/videos/list-problems.tsx';
import { TakeVideo } from '../features/videos/take-video.tsx';
import { VideoCard } from '../features/videos/video-card.tsx';
import { formatDay, formatWallLong } from '../lib/format-date.ts';
import type { CurrentUser } from '../session/current-user.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Reel, Stamp } from '../ui/reel.tsx';
import { freeVideoWords } from './free-video-words.ts';
import { pauseWords } from './paused-words.ts';

interface DriveButtonProps {
  folderUrl: string | null;
  /** Whether the file is in the folder, so that opening it is the main action. */
  hasFile: boolean;
  onOpened?: () => void;
}

function DriveButton({ folderUrl, hasFile, onOpened }: DriveButtonProps) {
  const drive = useOpenDrive();
  return (
    <Button
      tone={hasFile ? 'primary' : 'plain'}
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
  /** The calendar's zone. */
  zone: string;
  /** Whether the user has paused all posts. */
  isPostingPaused: boolean;
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
  const paused = pauseWords(props.entries, props.user, props.limit, props.zone).map(({ title }) => title);
  const text =
    entries.length > 0
      ? `${counts[entries.length] ?? entries.length} ${videoTypeName(videoType)} ${entries.length === 1 ? 'reel is' : 'reels are'} on the calendar. ${firstText(entries, props.isPostingPaused)}`
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
          <DriveButton folderUrl={folderUrl} hasFile onOpened={onOpened} />
          <Button tone="quiet" size="large" onClick={onShowVideos}>
            See your videos
          </Button>
        </>
      }
      picture={
        <Deck
          entries={entries.map((entry) => ({
            key: entry.key,
            index: entry.index,
            date: entry.date,
            time: entry.time,
            style: entry.videoType ?? videoType,
          }))}
        />
      }
    />
  );
}

function firstText(entries: SavedProps['entries'], isPostingPaused: boolean): string {
  if (isPostingPaused) return 'Posting is paused: nothing goes out until you resume it.';
  const first = entries.find(({ status }) => goesOut(status));
  if (!first) return 'Nothing goes out at the moment.';
  const name = entries.length === 1 ? 'reel' : 'first';
  return `The ${name} goes out on ${formatWallLong(first.date)} at ${first.time}.`;
}

interface FreeProps {
  user: CurrentUser;
  /** The zone of the configuration. */
  zone: string;
  /** The newest video; absent until the list has been read after the save. */
  video: Video | undefined;
  /** When the list was last read, if it cannot be read now. */
  asOf: number | null;
  onRetry: () => void;
  videoType: string;
  folderUrl: string | null;
  onUpgrade: () => void;
  /** Returns to the steps after a video that could not be made. */
  onAgain: () => void;
}

/** The screen after a save on the free plan: the one video, from its request until it plays. */
export function FreeVideo(props: FreeProps) {
  const { user, zone, video, asOf, onRetry, videoType, folderUrl, onUpgrade, onAgain } = props;
  const connect = useConnect();
  const next = user.usageResetsAt ? `Your next free video is available on ${formatDay(user.usageResetsAt, zone)}.` : '';
  const head = <Head {...freeVideoWords(video, next)} />;
  if (!video) {
    return (
      <div className="video alone is-making">
        <Reel
          tone={videoType}
          poster={samplePoster(videoType)}
          name={videoTypeName(videoType)}
          state="dim"
          topLeft={<Stamp>Waiting</Stamp>}
        />
        <div className="video-body">
          {head}
          <div className="row">
            <DriveButton folderUrl={folderUrl} hasFile={false} />
          </div>
        </div>
      </div>
    );
  }
  const { rendering, drive } = video.stages;
  const actions = (
    <div className="row">
      {rendering.state === 'failed' ? (
        <Button tone="primary" size="large" onClick={onAgain}>
          Try again
        </Button>
      ) : (
        <DriveButton folderUrl={folderUrl} hasFile={drive.state === 'done'} />
      )}
      {video.mediaUrl ? <TakeVideo video={video} mediaUrl={video.mediaUrl} /> : null}
      {rendering.state === 'failed' || rendering.state === 'done' ? (
        <Button tone="quiet" size="large" onClick={onUpgrade}>
          Upgrade Plan
        </Button>
      ) : null}
    </div>
  );
  return (
    <>
      {asOf === null ? null : <LastKnown at={asOf} onRetry={onRetry} />}
      <VideoCard video={video} index={null} alone={{ head, actions }} asOf={asOf} onReconnect={connect.mutate} />
    </>
  );
}

/** It takes the focus, so that screen readers announce it. */
function Head({ title, text }: { title: string; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="alone-head">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className="lead" role="status">
        {text}
      </p>
    </div>
  );
}
