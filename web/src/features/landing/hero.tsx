import type { ReactNode } from 'react';
import { StartLink } from '../../app/start-link.tsx';
import { firstVideo } from '../../content/first-video.ts';
import { figures, hero } from '../../content/marketing.ts';
import { sampleClip, samplePoster, videoTypes } from '../../content/video-types.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ReelFace, reelClass, reelTone, Stamp } from '../../ui/reel.tsx';

const seconds = Array.from({ length: 9 }, (_, second) => second);

/** The second that the still picture in front shows. */
const stillSecond = 5;

/** The headline, one action, and three reels, which play-hero.ts plays. */
export function Hero() {
  return (
    <>
      <section className="hero wrap">
        <div className="hero-text">
          <h1>{hero.title}</h1>
          <p className="lead">{hero.lead}</p>
          <div className="row">
            <StartLink look={{ tone: 'primary', size: 'large' }} first={firstVideo}>
              Start for Free
            </StartLink>
            <a className={buttonClass({ tone: 'quiet', size: 'large' })} href="#examples">
              See the eight styles
            </a>
          </div>
          <p className="small muted">{hero.small}</p>
        </div>
        <div className="fan">
          <FanReel
            style="v3"
            place="left"
            stamp={
              <Stamp>
                <Icon name="check" />
                In your Drive
              </Stamp>
            }
          />
          <FanReel
            style="v8"
            place="right"
            stamp={
              <Stamp paper>
                <Icon name="check" />
                Posted 18:00
              </Stamp>
            }
          />
          <FanReel style="v1" place="front" stamp={<Stamp>{`0:0${stillSecond}`}</Stamp>} ticks={stillSecond} />
        </div>
      </section>
      <section className="wrap numbers" aria-label="Reelwright in numbers">
        <Ruler />
        <dl className="figures">
          {figures.map((figure) => (
            <div key={figure.label}>
              <dt>{figure.label}</dt>
              <dd className="number">{figure.value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

interface FanProps {
  style: string;
  place: 'left' | 'right' | 'front';
  stamp: ReactNode;
  ticks?: number;
}

function FanReel({ style, place, stamp, ticks = 8 }: FanProps) {
  const type = videoTypes.find(({ id }) => id === style);
  return (
    <figure className={reelClass(undefined, `fan-${place}`)} style={reelTone(style)}>
      <ReelFace
        tone={style}
        poster={samplePoster(style)}
        alt={type?.description ?? ''}
        name={type?.name}
        ticks={ticks}
        {...(place === 'right' ? { topRight: stamp } : { topLeft: stamp })}
        eager
      >
        <video src={sampleClip(style)} preload="none" playsInline loop muted />
      </ReelFace>
    </figure>
  );
}

/** Eight seconds as a ruler; its playhead follows the reel in front. */
function Ruler() {
  return (
    <div className="ruler" aria-hidden="true" style={{ '--second': stillSecond } as React.CSSProperties}>
      {seconds.map((mark) => (
        <span key={mark} style={{ '--mark': mark } as React.CSSProperties}>
          <b className="number">{mark} s</b>
        </span>
      ))}
      <i className="playhead" />
    </div>
  );
}
