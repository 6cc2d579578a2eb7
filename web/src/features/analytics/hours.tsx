import type { CSSProperties } from 'react';
import { formatCount } from '../../lib/format-count.ts';
import type { Summary } from './api.ts';

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Views per post by the hour at which posts went out, and the best hours in words. */
export function Hours({ summary }: { summary: Summary }) {
  const { hours, bestHours, timeZone } = summary;
  const most = Math.max(1, ...hours.map(({ viewsPerPost }) => viewsPerPost ?? 0));
  const [best] = bestHours;
  return (
    <>
      <p className="best-hours">
        {best === undefined ? (
          'Best hours need two posts at the same hour. They show here as soon as there are.'
        ) : (
          <>
            Best {bestHours.length === 1 ? 'hour' : 'hours'}: <b>{bestHours.map(clock).join(', ')}</b>
          </>
        )}
      </p>
      <ol className="hour-bars" aria-label="Views per post by hour">
        {hours.map(({ hour, posts, viewsPerPost }) => (
          <li
            key={hour}
            className={bestHours.includes(hour) ? 'best' : undefined}
            style={{ '--share': (viewsPerPost ?? 0) / most } as CSSProperties}
          >
            <span className="visually-hidden">
              {`${clock(hour)}: ${posts === 0 ? 'no posts' : `${posts} ${posts === 1 ? 'post' : 'posts'}`}`}
              {viewsPerPost === null ? '' : `, ${formatCount(Math.round(viewsPerPost))} views each`}
            </span>
          </li>
        ))}
      </ol>
      <div className="hour-axis small muted number" aria-hidden="true">
        {[0, 6, 12, 18].map((hour) => (
          <span key={hour}>{clock(hour)}</span>
        ))}
      </div>
      <p className="small muted">Views per post, by the hour it went out. Times in {timeZone}</p>
    </>
  );
}
