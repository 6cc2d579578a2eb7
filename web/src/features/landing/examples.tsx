import { useState } from 'react';
import { sampleClip, samplePoster, videoTypes } from '../../content/video-types.ts';
import { ReelPlayer } from '../../ui/reel-player.tsx';

/** All eight styles. A playing card is enlarged; several may play at once. */
export function Examples() {
  const [open, setOpen] = useState<readonly string[]>([]);
  const mark = (id: string, playing: boolean) =>
    setOpen((before) => (playing ? [...before, id] : before.filter((other) => other !== id)));
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
          <li key={type.id} className={open.includes(type.id) ? 'open' : undefined}>
            <ReelPlayer
              tone={type.id}
              poster={samplePoster(type.id)}
              clip={sampleClip(type.id)}
              label={type.name}
              name={type.name}
              onPlaying={(playing) => mark(type.id, playing)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
