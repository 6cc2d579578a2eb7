import { storageKeys } from '../lib/browser-storage.ts';

const root = () => document.documentElement;

function isDark(): boolean {
  const chosen = root().dataset.theme;
  return chosen ? chosen === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Switches between light and dark, and stores the choice. */
export function switchTheme(): void {
  const theme = isDark() ? 'light' : 'dark';
  root().dataset.theme = theme;
  try {
    localStorage.setItem(storageKeys.theme, theme);
  } catch {
    // Storage may be forbidden: the choice then lasts as long as the page.
  }
}
