import { Icon, PlayIcon } from './icon.tsx';
import { ReelFace, type ReelLook, reelClass, reelTone, Stamp } from './reel.tsx';
import { useClip } from './use-clip.ts';

interface Props extends ReelLook {
  clip: string;
  /** The clip's name, for the button's accessible name: "Glass Squish". */
  label: string;
  className?: string;
  onPlaying?: (playing: boolean) => void;
}

/** A reel that a click plays with sound and the next click pauses. Several may play at once. */
export function ReelPlayer({ clip, label, className, onPlaying, ...look }: Props) {
  const video = useClip();
  const toggle = () => {
    if (video.playing) video.pause();
    else video.play({ muted: false });
    onPlaying?.(!video.playing);
  };
  return (
    <button
      type="button"
      className={reelClass(video.playing ? 'playing' : look.state, className)}
      style={reelTone(look.tone)}
      aria-pressed={video.playing}
      aria-label={`Play ${label}`}
      onClick={toggle}
    >
      <ReelFace
        {...look}
        ticks={look.ticks === null ? null : video.second}
        topLeft={
          video.playing ? (
            <Stamp>
              <Icon name="sound" />
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
