import type { Style } from '@reelwright/product';
import type { CSSProperties, ReactNode } from 'react';
import { features, promotedPlatforms } from '../../content/marketing.ts';
import { samplePoster } from '../../content/video-types.ts';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { Pips } from '../../ui/pips.tsx';
import { Reel } from '../../ui/reel.tsx';

const pills = [
  { text: '#1 · 09:00', tone: 'v1' },
  { text: '#2 · 12:00', tone: 'v8' },
  { text: '#3 · 18:00', tone: 'v2' },
];

const fragments: Record<(typeof features)[number]['key'], ReactNode> = {
  create: (
    <div className="fragment-stack">
      {(['v6', 'v3', 'v2'] satisfies Style[]).map((style) => (
        <Reel key={style} tone={style} poster={samplePoster(style)} ticks={null} />
      ))}
    </div>
  ),
  schedule: (
    <div className="fragment-pills number">
      {pills.map((pill) => (
        <span key={pill.text} className="pill" style={{ '--tone': `var(--${pill.tone})` } as CSSProperties}>
          {pill.text}
        </span>
      ))}
    </div>
  ),
  post: (
    <div className="fragment-brands">
      {promotedPlatforms.map((platform) => (
        <span key={platform}>
          <BrandIcon name={platform} />
        </span>
      ))}
    </div>
  ),
  drive: (
    <div className="fragment-path">
      <BrandIcon name="drive" />
      <span>
        Reelwright
        <b>glass-squish-003.mp4</b>
      </span>
    </div>
  ),
  insight: (
    <svg className="fragment-line" viewBox="0 0 200 64" aria-hidden="true">
      <path className="line-base" d="M2 62H198" />
      <path className="line-trend" d="M2 54 30 46 58 49 86 34 114 38 142 20 170 24 196 8" />
    </svg>
  ),
  bulk: <Pips states={Array.from({ length: 12 }, () => 'on')} width={13} />,
};

/** The features as a list of wide rows. */
export function FeatureIndex() {
  return (
    <section className="wrap band" id="features" aria-labelledby="features-title">
      <h2 className="section-title" id="features-title">
        Everything after the idea
      </h2>
      <div className="index">
        {features.map((feature) => (
          <article key={feature.key}>
            <h3>{feature.title}</h3>
            <p className="muted">{feature.text}</p>
            <div className="fragment" aria-hidden="true">
              {fragments[feature.key]}
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}
