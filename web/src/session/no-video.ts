import { storageKeys } from '../lib/browser-storage.ts';

/**
 * Notes whether the signed-in person has made and planned nothing yet, for the landing page, which asks no server:
 * its buttons then say 'Make your first video'. index.html reads the note before the first paint.
 */
export function noteNoVideo(hasNone: boolean): void {
  try {
    if (hasNone) localStorage.setItem(storageKeys.noVideo, '1');
    else localStorage.removeItem(storageKeys.noVideo);
  } catch {
    // Storage may be forbidden: the landing page then says what it says to everybody.
  }
}
