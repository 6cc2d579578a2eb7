import { useQuery } from '@tanstack/react-query';
import { onTimeQuery } from './api.ts';

/** How many of this month's posts went out at their time. Renders nothing without a post, or while the count is not known. */
export function OnTimeLine() {
  const { data } = useQuery(onTimeQuery);
  if (!data || data.posts === 0) return null;
  return (
    <p className="small muted number on-time">
      On time this month: {data.onTime} of {data.posts} {data.posts === 1 ? 'post' : 'posts'}.
    </p>
  );
}
