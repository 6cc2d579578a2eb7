import { useState } from 'react';
import type { Platform } from '../../content/platforms.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { Video } from './api.ts';
import { type Group, groupOf } from './progress.ts';
import { VideoCard } from './video-card.tsx';

const sections: { group: Group; title: string }[] = [
  { group: 'making', title: 'In the making' },
  { group: 'needs-you', title: 'Needs you' },
  { group: 'going-out', title: 'Going out' },
  { group: 'posted', title: 'Posted' },
  { group: 'delivered', title: 'In your Drive' },
];

/** Finished videos shown before one asks for all of them. */
const shortList = 5;

interface Props {
  videos: readonly Video[] | undefined;
  failed: boolean;
  onRetry: () => void;
  retrying: boolean;
  /** The number on the calendar by video id. */
  indexOf: (videoId: string) => number | null;
  /** Goes straight to a platform's consent. */
  onReconnect: (platform: Platform) => void;
}

/** Every video and where it is: what runs first, then what needs a person, then what is done. */
export function Rundown({ videos, failed, onRetry, retrying, indexOf, onReconnect }: Props) {
  if (!videos) {
    return failed ? (
      <LoadError
        title="Your videos did not load"
        text="Your videos are still being made and posted. Only this list could not load."
        onRetry={onRetry}
        busy={retrying}
      />
    ) : (
      <RundownSkeleton />
    );
  }
  if (videos.length === 0) {
    return (
      <div className="panel">
        <Empty text="No videos yet. The first one shows here, stage by stage, as soon as it is requested." />
      </div>
    );
  }
  return (
    <div className="videos">
      {failed ? (
        <LoadError
          title="This list may be out of date"
          text="We could not refresh your videos. You see the last version."
          onRetry={onRetry}
          busy={retrying}
        />
      ) : null}
      {sections.map(({ group, title }) => (
        <Section
          key={group}
          group={group}
          title={title}
          videos={videos.filter((video) => groupOf(video) === group)}
          indexOf={indexOf}
          onReconnect={onReconnect}
        />
      ))}
    </div>
  );
}

interface SectionProps {
  group: Group;
  title: string;
  videos: readonly Video[];
  indexOf: Props['indexOf'];
  onReconnect: Props['onReconnect'];
}

function Section({ group, title, videos, indexOf, onReconnect }: SectionProps) {
  const [all, setAll] = useState(false);
  if (videos.length === 0) return null;
  const over = group === 'posted' || group === 'delivered';
  const shown = over && !all ? videos.slice(0, shortList) : videos;
  return (
    <section aria-labelledby={`videos-${group}`}>
      <h3 id={`videos-${group}`}>{title}</h3>
      {shown.map((video, place) => (
        <VideoCard
          key={video.id}
          video={video}
          index={indexOf(video.id)}
          onReconnect={onReconnect}
          large={group === 'making' && place === 0 && video.stages.rendering.state !== 'done'}
        />
      ))}
      {shown.length < videos.length ? (
        <Button className="show-all" onClick={() => setAll(true)}>
          Show all {videos.length}
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
            <div className="video" key={place}>
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
