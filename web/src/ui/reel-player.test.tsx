import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
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
