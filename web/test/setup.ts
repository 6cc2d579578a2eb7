import { afterEach, beforeEach, expect, jest } from '@jest/globals';

// Modal dialogs, video and media queries are the browser's own; jsdom knows only their names.
if (typeof window !== 'undefined') {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    // As browsers do: the first thing that can be focused, whatever had the focus before.
    this.querySelector<HTMLElement>('button:enabled, input:enabled:not([hidden]), select, textarea, a[href]')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  HTMLMediaElement.prototype.pause = () => {};
  window.matchMedia = (media) => ({ media, matches: true, addEventListener() {}, removeEventListener() {} }) as never;
  window.scrollTo = () => {};
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

// Whatever React or the app complains about is a failure.
const complaints: string[] = [];
beforeEach(() => {
  complaints.length = 0;
  jest.spyOn(console, 'error').mockImplementation((...words) => {
    const text = words.map(String).join(' ');
    // jsdom cannot load a page afresh, which the app does two seconds after some toasts.
    if (!text.includes('Not implemented: navigation')) complaints.push(text);
  });
  if (typeof window !== 'undefined') sessionStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
  expect(complaints).toEqual([]);
});
