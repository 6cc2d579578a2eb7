import { platformNames, type Style } from '@reelwright/product';
import { steps } from '../../content/marketing.ts';
import { samplePoster } from '../../content/video-types.ts';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pip } from '../../ui/pips.tsx';
import { Reel, Thumb } from '../../ui/reel.tsx';

/** The three steps, each with a small piece of the real interface. */
export function HowItWorks() {
  const pictures = [<StylePiece key="style" />, <WeekPiece key="week" />, <PostPiece key="post" />];
  return (
    <section className="wrap band" id="how" aria-labelledby="how-title">
      <h2 className="section-title" id="how-title">
        How it works
      </h2>
      <ol className="how">
        {steps.map((step, place) => (
          <li key={step.title}>
            <div className="piece" aria-hidden="true">
              {pictures[place]}
            </div>
            <h3>
              <span className="how-number number">{place + 1}</span>
              {step.title}
            </h3>
            <p className="muted">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StylePiece() {
  return (
    <div className="piece-shelf">
      {(['v4', 'v1', 'v5', 'v7'] satisfies Style[]).map((style) => (
        <span key={style} className={style === 'v1' ? 'option is-chosen' : 'option'}>
          <Reel tone={style} poster={samplePoster(style)} ticks={null} state={style === 'v1' ? 'chosen' : undefined} />
          {style === 'v1' ? (
            <span className="chosen-mark">
              <Icon name="check" />
            </span>
          ) : null}
        </span>
      ))}
    </div>
  );
}

const week = [
  { day: 'Mon', date: 23, time: null },
  { day: 'Tue', date: 24, time: '09:00' },
  { day: 'Wed', date: 25, time: null },
  { day: 'Thu', date: 26, time: '18:00' },
  { day: 'Fri', date: 27, time: null },
];

function WeekPiece() {
  return (
    <div className="piece-week">
      {week.map(({ day, date, time }) => (
        <span key={day}>
          <small className="muted">{day}</small>
          <b className="number">{date}</b>
          {time ? (
            <>
              <Thumb tone="v1" poster={samplePoster('v1')} />
              <em className="number">{time}</em>
            </>
          ) : null}
        </span>
      ))}
    </div>
  );
}

const posts = [
  { platform: 'tiktok', time: '09:00' },
  { platform: 'youtube', time: '09:00' },
  { platform: 'facebook', time: '09:01' },
] as const;

function PostPiece() {
  return (
    <ul className="piece-posts">
      {posts.map(({ platform, time }) => (
        <li key={platform}>
          <BrandIcon name={platform} />
          <span>{platformNames[platform]}</span>
          <span className="number">{time}</span>
          <Pip state="ok" />
        </li>
      ))}
    </ul>
  );
}
