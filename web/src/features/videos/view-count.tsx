import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { formatViews } from '../../lib/format-count.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { type Post, postViewsQuery, type Video } from './api.ts';

interface Props {
  video: Video;
  posts: readonly Post[];
  /** Shown before the number. */
  lead?: React.ReactNode;
}

/** How often these posts were seen together; nothing while no number is known, or the list has not all of them. */
export function ViewCount({ video, posts, lead }: Props) {
  const { data: user } = useCurrentUser();
  const { data } = useQuery(postViewsQuery(user?.subscriptionTier ?? 'free'));
  const seen = (data?.posts ?? []).filter(
    ({ videoId, platform }) => videoId === video.id && posts.some((post) => post.platform === platform),
  );
  const out = posts.filter(({ status }) => status.state === 'posted');
  // The list ends with its newest hundred posts, perhaps between two of this video.
  if (data?.next && seen.length < out.length) return null;
  const counts = seen.flatMap(({ views }) => views ?? []);
  if (counts.length === 0) return null;
  return (
    <>
      {lead}
      <Link className="number" to={paths.analytics}>
        {formatViews(counts.reduce((sum, count) => sum + count, 0))}
      </Link>
    </>
  );
}
