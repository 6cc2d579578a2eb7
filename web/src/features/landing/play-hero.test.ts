import { afterEach, expect, jest, test } from '@jest/globals';
import { playHero } from './play-hero.ts';

const media = window.matchMedia;
afterEach(() => {
  window.matchMedia = media;
  document.body.innerHTML = '';
});

/** The places of the reels that are played on a screen that is wide or not. */
function played(isWide: boolean): (string | undefined)[] {
  window.matchMedia = (query) => ({ media: query, matches: isWide }) as never;
  const reels = ['left', 'front', 'right'].map((place) => `<figure class="reel fan-${place}"><video></video></figure>`);
  document.body.innerHTML = `<div class="fan">${reels.join('')}</div>`;
  const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  playHero();
  return play.mock.contexts.map((video) => (video as HTMLVideoElement).parentElement?.className.slice(9));
}

test('the three reels beside the headline play on a wide screen', () => {
  expect(played(true)).toEqual(['left', 'front', 'right']);
});

test('on a phone only the reel in front plays, because the others are hardly seen there', () => {
  expect(played(false)).toEqual(['front']);
});
