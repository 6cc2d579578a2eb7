import { pauseClip, playClip, playedSeconds } from '../../ui/clip.ts';

/** A click on an example plays it with sound, and the next click pauses it. */
export function playExamples(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.shelf button')) {
    const video = button.querySelector('video');
    if (video) control(button, video);
  }
}

/** The example that is open from the start plays silently once it comes into view. */
export function playOpenExample(): void {
  const video = document.querySelector<HTMLVideoElement>('.shelf .open video');
  if (!video) return;
  const views = new IntersectionObserver(([view]) => {
    if (!view?.isIntersecting) return;
    views.disconnect();
    if (video.paused) playClip(video, { muted: true }, () => {});
  });
  views.observe(video);
}

function control(button: HTMLElement, video: HTMLVideoElement): void {
  const clock = button.querySelector('.clock');
  const ticks = button.querySelector<HTMLElement>('.ticks');
  let isPlaying = false;
  let hasSound = false;
  const setOpen = (isOpen: boolean) => button.parentElement?.classList.toggle('open', isOpen);
  const show = (plays: boolean) => {
    isPlaying = plays;
    hasSound = plays && !video.muted;
    button.classList.toggle('is-playing', isPlaying);
    button.setAttribute('aria-pressed', String(hasSound));
  };
  const stop = () => {
    setOpen(false);
    show(false);
  };

  button.addEventListener('click', () => {
    if (hasSound) {
      pauseClip(video);
      return;
    }
    setOpen(true);
    playClip(video, { muted: false }, stop);
  });
  video.addEventListener('playing', () => show(true));
  video.addEventListener('volumechange', () => show(isPlaying));
  video.addEventListener('pause', stop);
  video.addEventListener('error', stop);
  video.addEventListener('timeupdate', () => {
    const second = playedSeconds(video);
    ticks?.style.setProperty('--on', String(second));
    if (clock) clock.textContent = `0:0${second}`;
  });
}
