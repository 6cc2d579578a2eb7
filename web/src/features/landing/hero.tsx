import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { figures, hero } from '../../content/marketing.ts';
import { sampleClip, samplePoster, videoTypes } from '../../content/video-types.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ReelFace, reelClass, reelTone, Stamp } from '../../ui/reel.tsx';
import { prefersReducedMotion, useClip } from '../../ui/use-clip.ts';

const seconds = Array.from({ length: 9 }, (_, second) => second);

/** The headline, one action, and three reels that play silently once the page has loaded. */
export function Hero({ start }: { start: string }) {
  const [second, setSecond] = useState(5);
  return (
    <>
      <section className="hero wrap">
        <div className="hero-text">
          <h1>{hero.title}</h1>
          <p className="lead">{hero.lead}</p>
          <div className="row">
            <Link className={buttonClass({ tone: 'primary', size: 'large' })} to={start}>
              Start for Free
            </Link>
            <Link className={buttonClass({ tone: 'quiet', size: 'large' })} to="/#examples">
              See the eight styles
            </Link>
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
          <FanReel style="v1" place="front" stamp={<Stamp>{`0:0${second}`}</Stamp>} onSecond={setSecond} />
        </div>
      </section>
      <section className="wrap numbers" aria-label="Reelwright in numbers">
        <Ruler second={second} />
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
  stamp: React.ReactNode;
  onSecond?: (second: number) => void;
}

function FanReel({ style, place, stamp, onSecond }: FanProps) {
  const type = videoTypes.find(({ id }) => id === style);
  const { ref, playing, second, play, events } = useClip();
  useEffect(() => {
    if (prefersReducedMotion()) return;
    // The poster is painted first; the clip loads later, so that it delays nothing else.
    const timer = setTimeout(() => play({ muted: true }), 1200);
    return () => clearTimeout(timer);
  }, [play]);
  useEffect(() => {
    if (playing) onSecond?.(second);
  }, [onSecond, playing, second]);
  const front = place === 'front';
  return (
    <figure className={reelClass(undefined, `fan-${place}`)} style={reelTone(style)}>
      <ReelFace
        tone={style}
        poster={samplePoster(style)}
        alt={type?.description ?? ''}
        name={type?.name}
        ticks={playing ? second : front ? 5 : 8}
        {...(place === 'right' ? { topRight: stamp } : { topLeft: stamp })}
        eager
      >
        <video ref={ref} src={sampleClip(style)} preload="none" playsInline loop muted {...events} />
      </ReelFace>
    </figure>
  );
}

/** Eight seconds as a ruler; its playhead follows the reel in front. */
function Ruler({ second }: { second: number }) {
  return (
    <div className="ruler" aria-hidden="true" style={{ '--second': second } as React.CSSProperties}>
      {seconds.map((mark) => (
        <span key={mark} style={{ '--mark': mark } as React.CSSProperties}>
          <b className="number">{mark} s</b>
        </span>
      ))}
      <i className="playhead" />
    </div>
  );
}
