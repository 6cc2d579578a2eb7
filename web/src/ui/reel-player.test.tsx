import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { ReelPlayer } from './reel-player.tsx';

test('a clip that fails while it plays is a still picture again, and its next play loads it from its link', () => {
  const load = jest.spyOn(HTMLMediaElement.prototype, 'load');
  render(<ReelPlayer clip="/media/a.mp4" label="your video" tone="v1" poster="/a.webp" name="Glass" ticks={8} />);
  const button = screen.getByRole('button', { name: 'Play your video' });
  const video = button.querySelector('video') as HTMLVideoElement;
  fireEvent.click(button);
  fireEvent.playing(video);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  fireEvent.error(video);
  expect(button.getAttribute('aria-pressed')).toBe('false');
  expect(load).toHaveBeenCalledTimes(1);
});

describe('a reel that plays by itself', () => {
  const play = () => jest.spyOn(HTMLMediaElement.prototype, 'play');
  const motion = (isReduced: boolean) =>
    jest.spyOn(window, 'matchMedia').mockImplementation((media) => ({ media, matches: isReduced }) as never);
  /** What the browser runs once it is idle. */
  let whenIdle: () => void = () => {};
  const show = () => {
    window.requestIdleCallback = (run) => {
      whenIdle = () => run({ didTimeout: false, timeRemaining: () => 50 });
      return 1;
    };
    window.cancelIdleCallback = () => {};
    render(<ReelPlayer autoPlay clip="/reels/v3.mp4" label="Earth Zoom" tone="v3" poster="/reels/v3.webp" />);
    const button = screen.getByRole('button', { name: 'Play Earth Zoom' });
    return { button, video: button.querySelector('video') as HTMLVideoElement };
  };

  test('shows its poster first, and plays without sound once the browser is idle', () => {
    motion(false);
    const started = play();
    const { button, video } = show();
    expect(button.querySelector('img')?.getAttribute('src')).toBe('/reels/v3.webp');
    expect(started).not.toHaveBeenCalled();
    act(() => whenIdle());
    expect(started).toHaveBeenCalledTimes(1);
    expect(video.muted).toBe(true);
  });

  test('gets its sound by a click, and is paused by the next one', () => {
    motion(false);
    const pause = jest.spyOn(HTMLMediaElement.prototype, 'pause');
    const { button, video } = show();
    act(() => whenIdle());
    fireEvent.playing(video);
    expect(button.getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(button);
    expect(video.muted).toBe(false);
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(pause).not.toHaveBeenCalled();
    fireEvent.click(button);
    expect(pause).toHaveBeenCalledTimes(1);
  });

  test('stays still for a person who wants less motion, until it is clicked', () => {
    motion(true);
    const started = play();
    const { button, video } = show();
    act(() => whenIdle());
    expect(started).not.toHaveBeenCalled();
    fireEvent.click(button);
    expect(started).toHaveBeenCalledTimes(1);
    expect(video.muted).toBe(false);
  });
});
