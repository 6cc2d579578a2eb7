import { platformNames, platformTraits, styleNames } from '@reelwright/product';
import { formatCount, formatWatchTime } from '../../lib/format-count.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import type { SeenPost } from './api.ts';

interface Props {
  posts: readonly SeenPost[];
  /** Likes and watch time too. */
  showsAll: boolean;
  timeZone: string;
}

/** Each post with its numbers. What is not known is a dash with its reason. */
export function PostTable({ posts, showsAll, timeZone }: Props) {
  return (
    <table className="seen-posts">
      <caption className="visually-hidden">Your posts, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">Post</th>
          <th scope="col">Views</th>
          {showsAll ? (
            <>
              <th scope="col">Likes</th>
              <th scope="col">
                Watch<span className="wide-word"> time</span>
              </th>
            </>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {posts.map((post) => (
          <tr key={`${post.videoId} ${post.platform}`}>
            <th scope="row">
              <PostName post={post} timeZone={timeZone} />
            </th>
            <td className="number">{known(post.views, formatCount, missing(post))}</td>
            {showsAll ? (
              <>
                <td className="number">{known(post.likes, formatCount, missing(post))}</td>
                <td className="number">{known(post.watchSeconds, formatWatchTime, noWatchTime(post))}</td>
              </>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PostName({ post, timeZone }: { post: SeenPost; timeZone: string }) {
  const name = platformNames[post.platform];
  const title = post.title || (post.style ? styleNames[post.style] : 'Video');
  // These two have a note of their own above the table.
  const remark = post.code && !post.code.endsWith('RECONNECT') ? post.message : null;
  return (
    <>
      <span className="seen-title">
        {post.permalink ? (
          <a href={post.permalink} target="_blank" rel="noopener">
            {title}
            <span className="visually-hidden"> on {name} (opens in a new tab)</span>
          </a>
        ) : (
          title
        )}
      </span>
      <span className="small muted seen-place">
        <BrandIcon name={post.platform} />
        {`${name} · ${formatDayAndTime(post.postedAt, timeZone)}`}
      </span>
      {remark ? <span className="small muted">{remark}</span> : null}
      {post.measuredAt && hasOldViews(post) ? (
        <span className="small muted">{`Views as of ${formatDayAndTime(post.measuredAt, timeZone)}`}</span>
      ) : null}
    </>
  );
}

function known(value: number | null, format: (value: number) => string, why: string) {
  if (value !== null) return format(value);
  return (
    <span title={why}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{why}</span>
    </span>
  );
}

/** Something has kept the views from being read again. Watch time has a permission of its own. */
const hasOldViews = ({ code }: SeenPost): boolean => code !== null && code !== 'WATCH_TIME_NEEDS_RECONNECT';

const missing = ({ message }: SeenPost): string =>
  message ?? 'Not counted yet: the first time is an hour after a post.';

function noWatchTime(post: SeenPost): string {
  const name = platformNames[post.platform];
  if (!platformTraits[post.platform].reportsWatchTime) return `${name} reports no watch time.`;
  if (post.views === null) return missing(post);
  return post.message ?? `${name} has reported no watch time of this post yet.`;
}
