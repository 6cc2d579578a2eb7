import { useState } from 'react';
import { Icon, PlayIcon } from './icon.tsx';
import { ReelFace, type ReelLook, reelClass, reelTone, Stamp } from './reel.tsx';
import { useClip } from './use-clip.ts';
import { usePlayWhenSeen } from './use-play-when-seen.ts';

interface Props extends ReelLook {
  clip: string;
  /** The clip's name, for the button's accessible name: "Glass Squish". */
  label: string;
  className?: string;
  onPlaying?: (playing: boolean) => void;
  /** Plays silently while it is on the screen, until the first click. */
  playsAtRest?: boolean;
}

/** A reel that a click plays with sound and the next click pauses. Several may play at once. */
export function ReelPlayer({ clip, label, className, onPlaying, playsAtRest = false, ...look }: Props) {
  const video = useClip();
  const [isClicked, setIsClicked] = useState(false);
  const isAtRest = playsAtRest && !isClicked;
  usePlayWhenSeen(video, { wanted: isAtRest, muted: true });
  const isOn = video.playing && !isAtRest;
  const toggle = () => {
    if (isOn) video.pause();
    else video.play({ muted: false });
    setIsClicked(true);
    onPlaying?.(!isOn);
  };
  return (
    <button
      type="button"
      className={reelClass(video.playing ? 'playing' : look.state, className)}
      style={reelTone(look.tone)}
      aria-pressed={isOn}
      aria-label={`Play ${label}`}
      onClick={toggle}
    >
      <ReelFace
        {...look}
        ticks={look.ticks === null ? null : video.second}
        topLeft={
          video.playing ? (
            <Stamp>
              <Icon name={isAtRest ? 'muted' : 'sound'} />
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
