import { useEffect } from 'react';
import { onceIdle } from '../lib/when-idle.ts';
import { mayPlayByItself } from './clip.ts';
import type { Clip } from './use-clip.ts';

interface Options {
  /** False leaves the clip to the person. */
  wanted: boolean;
  muted: boolean;
}

/** How much of the picture has to be on the screen. */
const SEEN = 0.4;
const IDLE = { timeout: 2_000, withoutApi: 200 };

/**
 * Plays a clip once it is on the screen and the browser is idle, and pauses it when it leaves. Nothing is loaded before,
 * and nothing plays for who prefers reduced motion or saves data.
 */
export function usePlayWhenSeen({ ref, play, pause }: Clip, { wanted, muted }: Options): void {
  useEffect(() => {
    const video = ref.current;
    if (!wanted || !video || !mayPlayByItself() || !('IntersectionObserver' in window)) return;
    let cancel = () => {};
    const observer = new IntersectionObserver(
      ([entry]) => {
        cancel();
        if (entry?.isIntersecting) cancel = onceIdle(() => play({ muted }), IDLE);
        else pause();
      },
      { threshold: SEEN },
    );
    observer.observe(video);
    return () => {
      cancel();
      observer.disconnect();
    };
  }, [ref, play, pause, wanted, muted]);
}
