import { afterEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ReelPlayer } from './reel-player.tsx';

test('a clip that fails while it plays is a still picture again, and its next play loads it from its link', () => {
  const load = jest.spyOn(HTMLMediaElement.prototype, 'load');
  render(<ReelPlayer clip="/media/a.mp4" label="your video" tone="v1" poster="/a.webp" name="Glass" ticks={8} />);
  const button = screen.getByRole('button', { name: 'Play your video' });
  const video = button.querySelector('video') as HTMLVideoElement;
  fireEvent.playing(video);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  fireEvent.error(video);
  expect(button.getAttribute('aria-pressed')).toBe('false');
  expect(load).toHaveBeenCalledTimes(1);
});

const media = window.matchMedia;
afterEach(() => {
  window.matchMedia = media;
  Reflect.deleteProperty(window, 'IntersectionObserver');
});

/** A browser in which a picture comes on the screen and leaves it; jsdom has no layout. */
function screenOf(reducedMotion: boolean) {
  window.matchMedia = (query) => ({ media: query, matches: reducedMotion }) as never;
  const callbacks: ((entries: { isIntersecting: boolean }[]) => void)[] = [];
  class Observer {
    constructor(callback: (typeof callbacks)[number]) {
      callbacks.push(callback);
    }
    observe() {}
    disconnect() {}
  }
  Object.assign(window, { IntersectionObserver: Observer });
  return (isIntersecting: boolean) => act(() => callbacks.at(-1)?.([{ isIntersecting }]));
}

test('a reel that plays at rest is silent and not pressed, pauses out of sight, and is heard after a click', async () => {
  const comes = screenOf(false);
  const play = jest.spyOn(HTMLMediaElement.prototype, 'play');
  const pause = jest.spyOn(HTMLMediaElement.prototype, 'pause');
  render(<ReelPlayer clip="/media/a.mp4" label="your video" tone="v1" playsAtRest />);
  const button = screen.getByRole('button', { name: 'Play your video' });
  const video = button.querySelector('video') as HTMLVideoElement;
  expect(video.preload).toBe('none');
  expect(play).not.toHaveBeenCalled();
  comes(true);
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1));
  fireEvent.playing(video);
  expect([video.muted, button.getAttribute('aria-pressed')]).toEqual([true, 'false']);
  comes(false);
  expect(pause).toHaveBeenCalledTimes(1);
  fireEvent.click(button);
  expect([video.muted, button.getAttribute('aria-pressed')]).toEqual([false, 'true']);
});

test('nothing plays by itself for who prefers reduced motion', () => {
  screenOf(true);
  const play = jest.spyOn(HTMLMediaElement.prototype, 'play');
  render(<ReelPlayer clip="/media/a.mp4" label="your video" tone="v1" playsAtRest />);
  expect(play).not.toHaveBeenCalled();
});
