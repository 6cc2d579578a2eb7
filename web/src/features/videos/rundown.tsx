import type { Platform } from '@reelwright/product';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { Group, Video, VideoList } from './api.ts';
import { LastKnown, lastKnownAt, VideosNotLoaded } from './list-problems.tsx';
import { VideoCard } from './video-card.tsx';

const sections: { group: Group; title: string }[] = [
  { group: 'making', title: 'In the making' },
  { group: 'needs_owner', title: 'Needs you' },
  { group: 'going_out', title: 'Going out' },
  { group: 'delivering', title: 'On its way to your Drive' },
  { group: 'posted', title: 'Posted' },
  { group: 'delivered', title: 'In your Drive' },
];

/** How many finished videos are shown before "Show all" is pressed. */
const shortList = 5;

interface Props {
  list: UseQueryResult<VideoList>;
  free: boolean;
  /** Retries the failed reads. */
  onRetry: () => void;
  /** The video's number on the calendar. */
  indexOf: (videoId: string) => number | null;
  /** Opens the platform's consent page. */
  onReconnect: (platform: Platform) => void;
}

/** Every video with its state: running ones first, then those that need the user, then finished ones. */
export function Rundown({ list, free, onRetry, indexOf, onReconnect }: Props) {
  const videos = list.data?.videos;
  const hasOlder = list.data?.hasOlder ?? false;
  const asOf = lastKnownAt(list);
  if (!videos) return list.isError ? <VideosNotLoaded free={free} onRetry={onRetry} /> : <RundownSkeleton />;
  if (videos.length === 0) {
    return (
      <div className="panel">
        <Empty text="No videos yet. The first one shows here, stage by stage, as soon as it is requested." />
      </div>
    );
  }
  return (
    <div className="videos">
      {asOf === null ? null : <LastKnown at={asOf} onRetry={onRetry} />}
      {sections.map(({ group, title }) => (
        <Section
          key={group}
          group={group}
          title={title}
          videos={videos.filter(({ status }) => status.group === group)}
          asOf={asOf}
          indexOf={indexOf}
          onReconnect={onReconnect}
          hasOlder={hasOlder}
        />
      ))}
      {hasOlder ? (
        <p className="small muted">Older videos are not listed. Those that were made are in your Drive folder.</p>
      ) : null}
    </div>
  );
}

/** A video without a time of its own goes out as soon as it is made. */
const slotOf = ({ publishAt, createdAt }: Video) => publishAt ?? createdAt;
const nextFirst = (videos: readonly Video[]) =>
  videos.toSorted((one, other) => Date.parse(slotOf(one)) - Date.parse(slotOf(other)));

interface SectionProps {
  group: Group;
  title: string;
  videos: readonly Video[];
  asOf: number | null;
  indexOf: Props['indexOf'];
  onReconnect: Props['onReconnect'];
  /** There are more videos than were read. */
  hasOlder: boolean;
}

function Section({ group, title, videos, asOf, indexOf, onReconnect, hasOlder }: SectionProps) {
  const [all, setAll] = useState(false);
  if (videos.length === 0) return null;
  const over = group === 'posted' || group === 'delivered';
  // The server lists the newest first, which is right for what is over.
  const ordered = over ? videos : nextFirst(videos);
  const shown = over && !all ? ordered.slice(0, shortList) : ordered;
  return (
    <section aria-labelledby={`videos-${group}`}>
      <h3 id={`videos-${group}`}>{title}</h3>
      {shown.map((video, place) => (
        <VideoCard
          key={video.id}
          video={video}
          index={indexOf(video.id)}
          asOf={asOf}
          onReconnect={onReconnect}
          large={group === 'making' && place === 0}
        />
      ))}
      {shown.length < videos.length ? (
        <Button className="show-all" onClick={() => setAll(true)}>
          {hasOlder ? 'Show the newest' : 'Show all'} {videos.length}
        </Button>
      ) : null}
    </section>
  );
}

export function RundownSkeleton() {
  return (
    <Loading text="Loading your videos...">
      <div className="videos">
        <section>
          <Skeleton width="11rem" height="1.75rem" />
          {[0, 1].map((place) => (
            <div className={classNames('video', place === 0 && 'large')} key={place}>
              <span className="reel is-loading" />
              <div className="video-body">
                <Skeleton width="40%" height="1.25rem" />
                <Skeleton height=".25rem" />
                <Skeleton width="85%" />
                <Skeleton width="60%" />
              </div>
            </div>
          ))}
        </section>
      </div>
    </Loading>
  );
}
