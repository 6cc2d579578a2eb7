import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Props extends ComponentProps<'input'> {
  /** The accessible name of its button. */
  showLabel?: string;
  hideLabel?: string;
}

/** A password field with a button that shows what was typed. */
export function PasswordInput({ showLabel = 'Show password', hideLabel = 'Hide password', ...attributes }: Props) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="with-button">
      <input className="input" {...attributes} type={isShown ? 'text' : 'password'} />
      <Button
        tone="quiet"
        square
        aria-label={isShown ? hideLabel : showLabel}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon name="eye" />
      </Button>
    </div>
  );
}
