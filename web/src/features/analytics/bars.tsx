import type { CSSProperties, ReactNode } from 'react';
import { formatCount, formatViews } from '../../lib/format-count.ts';
import type { Sum } from './api.ts';

interface Row extends Sum {
  readonly key: string;
  readonly label: ReactNode;
}

/** Bars of views, with their numbers as text. */
export function Bars({ rows }: { rows: readonly Row[] }) {
  const most = Math.max(1, ...rows.map(({ views }) => views));
  return (
    <ul className="bars">
      {rows.map(({ key, label, posts, views, viewsPerPost }) => (
        <li key={key}>
          <span className="bar-label">{label}</span>
          <span className="number">{formatViews(views)}</span>
          <span className="bar" aria-hidden="true" style={{ '--share': views / most } as CSSProperties} />
          <span className="small muted number">
            {`${formatCount(posts)} ${posts === 1 ? 'post' : 'posts'}`}
            {viewsPerPost === null || posts === 1 ? '' : `, ${formatCount(Math.round(viewsPerPost))} views each`}
          </span>
        </li>
      ))}
    </ul>
  );
}
