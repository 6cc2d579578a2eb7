import type { Style } from '@reelwright/product';
import { sampleClip, samplePoster, type VideoType, videoTypes } from '../../content/video-types.ts';
import { Icon, PlayIcon } from '../../ui/icon.tsx';
import { ReelFace, reelClass, reelTone, Stamp } from '../../ui/reel.tsx';

/** The style whose card is enlarged before anybody has chosen one. */
const OPEN = 'v7' satisfies Style;

/** All eight styles. play-examples.ts plays them: a playing card is enlarged, and several may play at once. */
export function Examples() {
  return (
    <section className="stage" id="examples" aria-labelledby="examples-title">
      <div className="wrap stage-head">
        <h2 className="section-title" id="examples-title">
          Eight styles, eight seconds each
        </h2>
        <p className="stage-muted">Click one to hear it. Click again to pause. Several can play at once.</p>
      </div>
      <ul className="shelf">
        {videoTypes.map((type) => (
          <li key={type.id} className={type.id === OPEN ? 'open' : undefined}>
            <Example type={type} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Example({ type: { id, name } }: { type: VideoType }) {
  return (
    <button
      type="button"
      className={reelClass(undefined)}
      style={reelTone(id)}
      aria-pressed="false"
      aria-label={`Play ${name}`}
    >
      <ReelFace
        tone={id}
        poster={samplePoster(id)}
        name={name}
        topLeft={
          <span className="while-heard">
            <Stamp>
              <Icon name="sound" />
              <span className="clock">0:00</span>
            </Stamp>
          </span>
        }
      >
        <video src={sampleClip(id)} preload="none" playsInline loop muted />
        <span className="reel-disc" aria-hidden="true">
          <span>
            <PlayIcon />
          </span>
        </span>
      </ReelFace>
    </button>
  );
}
