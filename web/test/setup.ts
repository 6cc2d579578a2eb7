import { afterEach, beforeEach, expect, jest } from '@jest/globals';

// Modal dialogs, video and media queries are the browser's own; jsdom knows only their names.
if (typeof window !== 'undefined') {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  HTMLMediaElement.prototype.pause = () => {};
  window.matchMedia = (media) => ({ media, matches: true, addEventListener() {}, removeEventListener() {} }) as never;
  window.scrollTo = () => {};
}

// Whatever React or the app complains about is a failure.
const complaints: string[] = [];
beforeEach(() => {
  complaints.length = 0;
  jest.spyOn(console, 'error').mockImplementation((...words) => {
    complaints.push(words.map(String).join(' '));
  });
  if (typeof window !== 'undefined') sessionStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
  expect(complaints).toEqual([]);
});
