import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { firstVideo } from '../content/first-video.ts';
import { samplePoster } from '../content/video-types.ts';
import { useConnect } from '../features/social-connections/use-connect.ts';
import { usagePips } from '../features/usage/usage.ts';
import type { VideoConfiguration } from '../features/video-wizard/api.ts';
import { instantOfSaved, savedZone } from '../features/video-wizard/draft.ts';
import type { VideoList } from '../features/videos/api.ts';
import { OnTimeLine } from '../features/videos/on-time-line.tsx';
import { PostingPaused, PostingSwitch } from '../features/videos/posting-pause.tsx';
import { Rundown } from '../features/videos/rundown.tsx';
import { SkipButton } from '../features/videos/skip-button.tsx';
import { nameOf } from '../lib/entry-choice.ts';
import { formatDay, formatDayAndTime } from '../lib/format-date.ts';
import { useRetryFailedReads } from '../lib/use-retry-failed-reads.ts';
import type { CurrentUser } from '../session/current-user.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Pips, pipWidth } from '../ui/pips.tsx';
import { Thumb } from '../ui/reel.tsx';
import { PausedNote } from './paused-note.tsx';

/** How many entries are shown before "Show all" is pressed. */
const shortList = 5;

interface Props {
  user: CurrentUser;
  videos: UseQueryResult<VideoList>;
  /** Whether the user has made and planned nothing yet. */
  isNew: boolean;
  /** The videos that the unsaved draft adds to this month. */
  drafted: number;
  configuration: VideoConfiguration | undefined;
  onConfigure: () => void;
  onUpgrade: () => void;
  /** Opens the calendar. */
  onSchedule: () => void;
}

/** The list of videos, with the month's usage and the upcoming entries beside it. */
export function DashboardVideos({
  user,
  videos,
  isNew,
  drafted,
  configuration,
  onConfigure,
  onUpgrade,
  onSchedule,
}: Props) {
  const entries = configuration?.scheduledDates ?? [];
  const zone = savedZone(configuration);
  const posting = videos.data?.posting;
  const connect = useConnect();
  const retryFailed = useRetryFailedReads();
  const [all, setAll] = useState(false);
  const plannedEntries = entries.filter(isComing);
  const upcoming = all ? plannedEntries : plannedEntries.slice(0, shortList);
  const numberOf = new Map(entries.map((entry) => [entry.id, entry.index]));
  const remainingVideos = Math.max(0, user.videosPerMonth - user.videosUsedThisMonth - drafted);

  return (
    <div className="dashboard">
      <div>
        <h2 className="visually-hidden">Your videos</h2>
        <PausedNote
          user={user}
          entries={entries.map((entry) => ({ ...entry, at: instantOfSaved(entry) }))}
          limit={configuration?.videosPerMonth ?? 0}
          zone={zone}
          onUpgrade={onUpgrade}
          onChoose={onSchedule}
        />
        <PostingPaused posting={posting} />
        <Rundown
          list={videos}
          free={user.subscriptionTier === 'free'}
          onRetry={retryFailed}
          indexOf={(id) => numberOf.get(id) ?? null}
          onReconnect={connect.mutate}
        />
        <OnTimeLine />
      </div>
      <aside className="rail" aria-label="This month">
        <Button tone="primary" wide onClick={onConfigure}>
          <Icon name="plus" />
          {isNew ? firstVideo : 'Video Configuration'}
        </Button>
        <div className="panel pad">
          <h3>This month</h3>
          <Pips
            states={usagePips(user.videosUsedThisMonth, user.videosPerMonth, drafted)}
            width={pipWidth(user.videosPerMonth)}
          />
          <p className="small muted number">
            {`${user.videosUsedThisMonth} of ${user.videosPerMonth} ${user.videosPerMonth === 1 ? 'video' : 'videos'}${drafted > 0 ? `, ${drafted} drafted` : ''}. ${remainingVideos} left`}
            {user.usageResetsAt ? ` until ${formatDay(user.usageResetsAt, zone)}` : ''}.
          </p>
        </div>
        {user.subscriptionTier === 'free' && !posting?.paused ? null : <PostingSwitch posting={posting} />}
        {upcoming.length > 0 ? (
          <div className="panel pad">
            <h3>Coming up</h3>
            <ul className="agenda">
              {upcoming.map((entry) => {
                const style = entry.videoType ?? configuration?.videoType ?? 'v1';
                return (
                  <li key={entry.id} className={classNames(entry.status.state === 'skipped' && 'is-skipped')}>
                    <Thumb tone={style} poster={samplePoster(style)} of={entry} />
                    <span className="agenda-text">
                      <b>{`#${entry.index} · ${nameOf({ ...entry, videoType: style })}`}</b>
                      <span className="small muted">{formatDayAndTime(instantOfSaved(entry), zone)}</span>
                    </span>
                    <SkipButton videoId={entry.id} name={`#${entry.index}`} actions={entry.status.actions} />
                  </li>
                );
              })}
            </ul>
            {upcoming.length < plannedEntries.length ? (
              <Button size="small" className="show-all" onClick={() => setAll(true)}>
                Show all {plannedEntries.length}
              </Button>
            ) : null}
            <p className="small muted">Times in {zone}</p>
          </div>
        ) : null}
      </aside>
    </div>
  );
}

/** An entry whose video was not requested yet and that can still be changed. */
const isComing = ({ status }: VideoConfiguration['scheduledDates'][number]): boolean =>
  status.group === null && status.state !== 'paused' && status.actions.includes('edit');
