import { afterEach, beforeEach, expect, jest } from '@jest/globals';

// Node's default. Jest sets 100, and maps each frame to its source.
Error.stackTraceLimit = 10;

// jsdom declares modal dialogs, video and media queries without implementing them.
if (typeof window !== 'undefined') {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    // As in a browser, the first focusable element gets the focus.
    this.querySelector<HTMLElement>('button:enabled, input:enabled:not([hidden]), select, textarea, a[href]')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  HTMLMediaElement.prototype.play = () => Promise.resolve();
  HTMLMediaElement.prototype.pause = () => {};
  HTMLMediaElement.prototype.load = () => {};
  window.matchMedia = (media) => ({ media, matches: true, addEventListener() {}, removeEventListener() {} }) as never;
  window.scrollTo = () => {};
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

// Every console error of React or the app fails its test.
const complaints: string[] = [];
beforeEach(() => {
  complaints.length = 0;
  jest.spyOn(console, 'error').mockImplementation((...words) => {
    const text = words.map(String).join(' ');
    // jsdom cannot reload a page, which the app does two seconds after some toasts.
    if (!text.includes('Not implemented: navigation')) complaints.push(text);
  });
  if (typeof window !== 'undefined') sessionStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
  expect(complaints).toEqual([]);
});
