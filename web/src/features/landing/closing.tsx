import type { Style } from '@reelwright/product';
import type { ReactNode } from 'react';
import { samplePoster } from '../../content/video-types.ts';
import { Reel } from '../../ui/reel.tsx';

const peeking = ['v2', 'v7', 'v3', 'v5', 'v1', 'v6', 'v4', 'v8'] satisfies Style[];

export function Closing({ children }: { children: ReactNode }) {
  return (
    <section className="stage closing" aria-labelledby="closing-title">
      <div className="wrap">
        <h2 id="closing-title">Tomorrow at 09:00, then?</h2>
        <div className="row">{children}</div>
      </div>
      <div className="peek" aria-hidden="true">
        {peeking.map((style) => (
          <Reel key={style} tone={style} poster={samplePoster(style)} ticks={null} />
        ))}
      </div>
    </section>
  );
}
