import { playClip, playedSeconds } from '../../ui/clip.ts';

/** As in styles/landing.css: below this the reel in front covers most of the others, and clips cost a phone's data. */
const WIDE = '(min-width: 56rem)';

/** Plays the three reels beside the headline silently, on a phone the one in front. The ruler below follows that one. */
export function playHero(): void {
  const ruler = document.querySelector<HTMLElement>('.ruler');
  const reels = window.matchMedia(WIDE).matches ? '.fan .reel' : '.fan .fan-front';
  for (const reel of document.querySelectorAll(reels)) {
    const video = reel.querySelector('video');
    const ticks = reel.querySelector<HTMLElement>('.ticks');
    const clock = reel.matches('.fan-front') ? reel.querySelector('.stamp') : null;
    if (!video) continue;
    video.addEventListener('timeupdate', () => {
      const second = playedSeconds(video);
      ticks?.style.setProperty('--on', String(second));
      if (!clock) return;
      clock.textContent = `0:0${second}`;
      ruler?.style.setProperty('--second', String(second));
    });
    // A clip that may not play, or is not there, stays a still picture.
    playClip(video, { muted: true }, () => {});
  }
}
