import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { switchTheme } from './theme.ts';

export function ThemeSwitch({ label = 'Switch between light and dark' }: { label?: string }) {
  return (
    <Button tone="quiet" square className="theme-switch" aria-label={label} onClick={switchTheme}>
      <Icon name="sun" />
    </Button>
  );
}
