import { formatCount, formatWatchTime } from '../../lib/format-count.ts';
import type { Sum } from './api.ts';

/** What all posts have together. */
export function Totals({ totals }: { totals: Sum }) {
  const { posts, measuredPosts, views, likes, watchSeconds, viewsPerPost } = totals;
  const waiting = posts - measuredPosts;
  return (
    <dl className="panel seen-totals number">
      <div>
        <dt>Views</dt>
        <dd>{formatCount(views)}</dd>
      </div>
      <div>
        <dt>Likes</dt>
        <dd>{formatCount(likes)}</dd>
      </div>
      <div>
        <dt>Watch time</dt>
        <dd>{formatWatchTime(watchSeconds)}</dd>
      </div>
      <div>
        <dt>Views per post</dt>
        <dd>{viewsPerPost === null ? '–' : formatCount(Math.round(viewsPerPost))}</dd>
        <dd className="small muted">
          {`${formatCount(posts)} ${posts === 1 ? 'post' : 'posts'}`}
          {waiting > 0 ? `, ${formatCount(waiting)} without numbers yet` : ''}
        </dd>
      </div>
    </dl>
  );
}
