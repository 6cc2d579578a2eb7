import { playClip, playedSeconds } from '../../ui/clip.ts';

/** Plays the three reels beside the headline silently. The ruler below follows the reel in front. */
export function playHero(): void {
  const ruler = document.querySelector<HTMLElement>('.ruler');
  for (const reel of document.querySelectorAll('.fan .reel')) {
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
