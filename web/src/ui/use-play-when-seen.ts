import { useEffect } from 'react';
import { prefersReducedMotion } from './clip.ts';
import type { Clip } from './use-clip.ts';

interface Options {
  /** False leaves the clip to the person. */
  wanted: boolean;
  muted: boolean;
}

/** How much of the picture has to be on the screen. */
const SEEN = 0.4;

/**
 * Plays a clip once it is on the screen and the browser is idle, and pauses it when it leaves. Nothing is loaded before,
 * and nothing plays for who prefers reduced motion.
 */
export function usePlayWhenSeen({ ref, play, pause }: Clip, { wanted, muted }: Options): void {
  useEffect(() => {
    const video = ref.current;
    if (!wanted || !video || prefersReducedMotion() || !('IntersectionObserver' in window)) return;
    let cancel = () => {};
    const observer = new IntersectionObserver(
      ([entry]) => {
        cancel();
        if (entry?.isIntersecting) cancel = whenIdle(() => play({ muted }));
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

/** Runs once the browser is idle; returns how to cancel it. */
function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(run, { timeout: 2_000 });
  return () => window.cancelIdleCallback(id);
}
