import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { PlanBadge } from '../features/usage/plan-badge.tsx';
import type { Video } from '../features/videos/api.ts';
import type { CurrentUser } from '../session/current-user.ts';
import { buttonClass } from '../ui/button.tsx';

interface Props {
  user: CurrentUser;
  /** Absent until they are read. */
  videos: readonly Video[] | undefined;
  /** Whether the user has made and planned nothing yet. */
  isNew: boolean;
  /** Whether the list of videos is on another screen. */
  showsLink: boolean;
  /** The videos that the unsaved draft adds to this month. */
  drafted: number;
  onUpgrade: () => void;
}

/** The greeting, what is running now, plan and usage. */
export function DashboardTop({ user, videos, isNew, showsLink, drafted, onUpgrade }: Props) {
  return (
    <div className="app-top">
      <div>
        <h1>Welcome, {user.firstName || 'Creator'}</h1>
        {/* The line has its place from the beginning, so that nothing below moves when it is known. */}
        <p className="muted under-title">
          {videos ? <Now videos={videos} isNew={isNew} free={user.subscriptionTier === 'free'} /> : null}
          {showsLink ? <Link to="?view=videos">See your videos</Link> : null}
        </p>
      </div>
      <div className="row">
        <PlanBadge
          tier={user.subscriptionTier}
          used={user.videosUsedThisMonth}
          limit={user.videosPerMonth}
          drafted={drafted}
          onOpen={onUpgrade}
        />
        <Link className={buttonClass({}, 'tall')} to={paths.social}>
          Social Media
        </Link>
      </div>
    </div>
  );
}

interface NowProps {
  videos: readonly Video[];
  isNew: boolean;
  free: boolean;
}

/** What is being made, and what needs the user. The free plan's one video has the screen below for itself. */
function Now({ videos, isNew, free }: NowProps) {
  const making = videos.filter(({ status }) => status.group === 'making').length;
  const needsOwner = videos.filter(({ status }) => status.group === 'needs_owner').length;
  if (isNew) return 'Make your first video: choose how it looks.';
  if (free) return 'Your plan makes one video a month. ';
  if (making + needsOwner === 0) return 'Nothing needs you right now. ';
  return (
    <>
      {making > 0 ? `${making === 1 ? 'One video is' : `${making} videos are`} in the making. ` : ''}
      {needsOwner > 0 ? (
        <>
          <Link to="?view=videos#videos-needs_owner">
            {needsOwner === 1 ? 'One needs you.' : `${needsOwner} need you.`}
          </Link>{' '}
        </>
      ) : null}
    </>
  );
}
