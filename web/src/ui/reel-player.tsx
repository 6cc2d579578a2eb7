import { useState } from 'react';
import { Icon, PlayIcon } from './icon.tsx';
import { ReelFace, type ReelLook, reelClass, reelTone, Stamp } from './reel.tsx';
import { useClip, usePlayWhenIdle } from './use-clip.ts';

interface Props extends ReelLook {
  clip: string;
  /** The clip's name, for the button's accessible name: "Glass Squish". */
  label: string;
  className?: string;
  /** Plays silently once the page is idle, unless the person wants less motion. */
  autoPlay?: boolean;
  onPlaying?: (playing: boolean) => void;
}

/** A reel that a click plays with sound and the next click pauses. Several may play at once. */
export function ReelPlayer({ clip, label, className, autoPlay = false, onPlaying, ...look }: Props) {
  const video = useClip();
  const [hasSound, setHasSound] = useState(false);
  usePlayWhenIdle(video.play, autoPlay);
  const isHeard = video.playing && hasSound;
  const toggle = () => {
    if (isHeard) video.pause();
    else video.play({ muted: false });
    setHasSound(!isHeard);
    onPlaying?.(!isHeard);
  };
  return (
    <button
      type="button"
      className={reelClass(video.playing ? 'playing' : look.state, className)}
      style={reelTone(look.tone)}
      aria-pressed={isHeard}
      aria-label={`Play ${label}`}
      onClick={toggle}
    >
      <ReelFace
        {...look}
        ticks={look.ticks === null ? null : video.second}
        topLeft={
          video.playing ? (
            <Stamp>
              <Icon name={hasSound ? 'sound' : 'muted'} />
              {`0:0${video.second}`}
            </Stamp>
          ) : (
            look.topLeft
          )
        }
      >
        <video ref={video.ref} src={clip} preload="none" playsInline loop muted {...video.events} />
        <span className="reel-disc" aria-hidden="true">
          <span>
            <PlayIcon />
          </span>
        </span>
      </ReelFace>
    </button>
  );
}
