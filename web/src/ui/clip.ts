/** Plays a video element; `refused` is called if the browser does not allow it. */
export function playClip(video: HTMLVideoElement, { muted }: { muted: boolean }, refused: () => void): void {
  video.muted = muted;
  video.play()?.catch(refused);
}

export function pauseClip(video: HTMLVideoElement): void {
  video.pause();
  video.muted = true;
}

/** Whole seconds played, 0 to 8; the number of lit ticks. */
export const playedSeconds = (video: HTMLVideoElement) => Math.min(8, Math.floor(video.currentTime) + 1);

/** Whether the user prefers reduced motion, so that nothing plays automatically. */
export const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

declare global {
  interface Navigator {
    /** The Network Information API, which not every browser has. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/** Whether the browser asks sites to load less. */
export const savesData = () => navigator.connection?.saveData === true;

/** Whether a clip may be loaded that nobody asked for: not with reduced motion, and not where data is saved. */
export const mayPlayByItself = () => !prefersReducedMotion() && !savesData();
