import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { PlanBadge } from '../features/usage/plan-badge.tsx';
import type { Video } from '../features/videos/api.ts';
import type { CurrentUser } from '../session/current-user.ts';
import { buttonClass } from '../ui/button.tsx';

interface Props {
  user: CurrentUser;
  videos: readonly Video[];
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
  const making = videos.filter(({ status }) => status.group === 'making').length;
  const needsOwner = videos.filter(({ status }) => status.group === 'needs_owner').length;
  return (
    <div className="app-top">
      <div>
        <h1>Welcome, {user.firstName || 'Creator'}</h1>
        {isNew ? <p className="muted under-title">Make your first video: choose how it looks.</p> : null}
        {making + needsOwner > 0 || showsLink ? (
          <p className="muted under-title">
            {making > 0 ? `${making === 1 ? 'One video is' : `${making} videos are`} in the making. ` : ''}
            {needsOwner > 0 ? (
              <Link to="?view=videos#videos-needs_owner">
                {needsOwner === 1 ? 'One needs you.' : `${needsOwner} need you.`}
              </Link>
            ) : null}{' '}
            {showsLink ? <Link to="?view=videos">See your videos</Link> : null}
          </p>
        ) : null}
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
