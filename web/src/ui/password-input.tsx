import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** A password with a button that shows what was typed. */
export function PasswordInput(attributes: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="with-button">
      <input className="input" {...attributes} type={shown ? 'text' : 'password'} />
      <Button
        tone="quiet"
        square
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name="eye" />
      </Button>
    </div>
  );
}
