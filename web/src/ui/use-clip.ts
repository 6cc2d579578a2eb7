import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { pauseClip, playClip, playedSeconds } from './clip.ts';

export interface Clip {
  ref: RefObject<HTMLVideoElement | null>;
  playing: boolean;
  /** Whole seconds played, 0 to 8; the number of lit ticks. */
  second: number;
  play: (options: { muted: boolean }) => void;
  pause: () => void;
  /** The event handlers for the video element. */
  events: {
    onPlaying: () => void;
    onPause: () => void;
    onTimeUpdate: () => void;
    onError: () => void;
  };
}

/** Controls one video element. A clip that cannot be loaded or played stays a still picture. */
export function useClip(): Clip {
  const ref = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [second, setSecond] = useState(0);

  const play = useCallback(({ muted }: { muted: boolean }) => {
    if (ref.current) playClip(ref.current, { muted }, () => setPlaying(false));
  }, []);
  const pause = useCallback(() => {
    if (ref.current) pauseClip(ref.current);
  }, []);

  useEffect(() => {
    const video = ref.current;
    return () => video?.pause();
  }, []);

  return {
    ref,
    playing,
    second,
    play,
    pause,
    events: {
      onPlaying: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onTimeUpdate: () => ref.current && setSecond(playedSeconds(ref.current)),
      onError: () => {
        setPlaying(false);
        // A browser keeps the address that it was redirected to, which ends before the link. The next play asks again.
        ref.current?.load();
      },
    },
  };
}
