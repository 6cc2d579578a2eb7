import { useState } from 'react';
import { sampleClip, samplePoster, type VideoType, videoTypeName, videoTypes } from '../../content/video-types.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { prefersReducedMotion } from '../../ui/clip.ts';
import { Icon, PlayIcon } from '../../ui/icon.tsx';
import { ReelFace, reelClass, reelTone, Stamp } from '../../ui/reel.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useClip } from '../../ui/use-clip.ts';
import { usePlayWhenSeen } from '../../ui/use-play-when-seen.ts';
import type { Settings } from './api.ts';

interface Props {
  settings: Settings;
  onSettings: (change: Partial<Settings>) => void;
}

/** Step 1: the choice among eight reels. The chosen one plays large; hover or focus plays another. One switch mutes all. */
export function StyleStep({ settings: { videoType, includeAudio }, onSettings }: Props) {
  const [muted, setMuted] = useState(true);
  return (
    <>
      <h3 className="visually-hidden">Video Type</h3>
      <div className="pick">
        <div className="pick-side">
          <div className="pick-words">
            <p className="pick-name">{videoTypeName(videoType)}</p>
            <p className="muted">{videoTypes.find(({ id }) => id === videoType)?.description}.</p>
          </div>
          <div className="pick-switches">
            <Switch checked={includeAudio} onChange={(on) => onSettings({ includeAudio: on })}>
              {includeAudio ? 'Audio Enabled' : 'Audio Disabled'}
            </Switch>
            <Button tone="quiet" aria-pressed={muted} onClick={() => setMuted(!muted)}>
              <Icon name={muted ? 'muted' : 'sound'} />
              {muted ? 'Previews muted' : 'Previews with sound'}
            </Button>
          </div>
        </div>
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

/** From this width on, the chosen reel plays beside the others. */
const wide = '(min-width: 68rem)';

function StyleOption({ type, chosen, muted, onChoose }: OptionProps) {
  const clip = useClip();
  usePlayWhenSeen(clip, { wanted: chosen && !window.matchMedia(wide).matches, muted });
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
          topLeft={
            clip.playing ? (
              <Stamp>
                <Icon name={muted ? 'muted' : 'sound'} />
              </Stamp>
            ) : null
          }
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
  const clip = useClip();
  const { ref, events, playing, second } = clip;
  usePlayWhenSeen(clip, { wanted: true, muted });
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
