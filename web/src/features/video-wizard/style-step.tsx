import { useEffect, useState } from 'react';
import { sampleClip, samplePoster, type VideoType, videoTypeName, videoTypes } from '../../content/video-types.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { prefersReducedMotion } from '../../ui/clip.ts';
import { Icon, PlayIcon } from '../../ui/icon.tsx';
import { ReelFace, reelClass, reelTone, Stamp } from '../../ui/reel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useClip } from '../../ui/use-clip.ts';
import type { Settings } from './api.ts';

interface Props {
  settings: Settings;
  onSettings: (change: Partial<Settings>) => void;
}

/** Step 1: the choice among eight reels. Hover or focus plays one; one switch mutes all. */
export function StyleStep({ settings: { videoType, includeAudio }, onSettings }: Props) {
  const [muted, setMuted] = useState(true);
  return (
    <>
      <div className="pick-head">
        <h3>Video Type</h3>
        <div className="row">
          <Button tone="quiet" aria-pressed={muted} onClick={() => setMuted(!muted)}>
            <Icon name={muted ? 'muted' : 'sound'} />
            {muted ? 'Previews muted' : 'Previews with sound'}
          </Button>
          <Switch checked={includeAudio} onChange={(on) => onSettings({ includeAudio: on })}>
            {includeAudio ? 'Audio Enabled' : 'Audio Disabled'}
          </Switch>
        </div>
      </div>
      <div className="pick">
        <fieldset className="pick-grid">
          <legend className="visually-hidden">Video type</legend>
          {videoTypes.map((type) => (
            <StyleOption
              key={type.id}
              type={type}
              chosen={type.id === videoType}
              muted={muted}
              onChoose={() => onSettings({ videoType: type.id })}
            />
          ))}
        </fieldset>
        <div className="pick-large">
          <LargePreview key={videoType} videoType={videoType} muted={muted} />
        </div>
      </div>
    </>
  );
}

interface OptionProps {
  type: VideoType;
  chosen: boolean;
  muted: boolean;
  onChoose: () => void;
}

function StyleOption({ type, chosen, muted, onChoose }: OptionProps) {
  const clip = useClip();
  const start = () => {
    if (!prefersReducedMotion()) clip.play({ muted });
  };
  return (
    <label className="option" onMouseEnter={start} onMouseLeave={clip.pause} title={type.description}>
      <input
        type="radio"
        name="video-type"
        value={type.id}
        checked={chosen}
        aria-label={type.name}
        onChange={onChoose}
        onFocus={start}
        onBlur={clip.pause}
      />
      <span className={classNames(reelClass(clip.playing ? 'playing' : undefined))} style={reelTone(type.id)}>
        <ReelFace
          tone={type.id}
          poster={samplePoster(type.id)}
          name={type.name}
          ticks={clip.playing ? clip.second : 0}
          eager
        >
          <video ref={clip.ref} src={sampleClip(type.id)} preload="none" playsInline loop muted {...clip.events} />
          <span className="reel-disc" aria-hidden="true">
            <span>
              <PlayIcon />
            </span>
          </span>
        </ReelFace>
      </span>
      <span className="chosen-mark" aria-hidden="true">
        <Icon name="check" />
      </span>
    </label>
  );
}

function LargePreview({ videoType, muted }: { videoType: string; muted: boolean }) {
  const { ref, play, events, playing, second } = useClip();
  useEffect(() => {
    // The chosen style starts muted; the mute switch then controls its sound.
    if (!prefersReducedMotion() && ref.current?.offsetParent) play({ muted: true });
  }, [play, ref]);
  useEffect(() => {
    if (ref.current) ref.current.muted = muted;
  }, [muted, ref]);
  return (
    <figure className={reelClass(playing ? 'playing' : undefined)} style={reelTone(videoType)}>
      <ReelFace
        tone={videoType}
        poster={samplePoster(videoType)}
        name={videoTypeName(videoType)}
        ticks={second}
        topLeft={playing ? <Stamp>{`0:0${second}`}</Stamp> : null}
        topRight={
          <Stamp>
            <Icon name={muted ? 'muted' : 'sound'} />
          </Stamp>
        }
        eager
      >
        <video ref={ref} src={sampleClip(videoType)} preload="none" playsInline loop muted {...events} />
      </ReelFace>
    </figure>
  );
}
