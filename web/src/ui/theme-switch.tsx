import { storageKeys } from '../lib/browser-storage.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

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

export function ThemeSwitch({ label = 'Switch between light and dark' }: { label?: string }) {
  return (
    <Button tone="quiet" square className="theme-switch" aria-label={label} onClick={switchTheme}>
      <Icon name="sun" />
    </Button>
  );
}
