import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

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
    const video = ref.current;
    if (!video) return;
    video.muted = muted;
    video.play()?.catch(() => setPlaying(false));
  }, []);
  const pause = useCallback(() => {
    const video = ref.current;
    if (!video) return;
    video.pause();
    video.muted = true;
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
      onTimeUpdate: () => setSecond(Math.min(8, Math.floor(ref.current?.currentTime ?? 0) + 1)),
      onError: () => {
        setPlaying(false);
        // A browser keeps the address that it was redirected to, which ends before the link. The next play asks again.
        ref.current?.load();
      },
    },
  };
}

/** Whether the user prefers reduced motion, so that nothing plays automatically. */
export const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
