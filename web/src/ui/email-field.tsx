import type { ReactNode } from 'react';
import { Field } from './field.tsx';

interface Props {
  value: string;
  onChange: (email: string) => void;
  error: ReactNode;
  /** `username` where it signs in. */
  autoComplete: 'email' | 'username';
  autoFocus?: boolean;
}

/** The field of a required e-mail address. */
export function EmailField({ value, onChange, error, autoComplete, autoFocus = false }: Props) {
  return (
    <Field label="Email" error={error}>
      {(attributes) => (
        <input
          {...attributes}
          className="input"
          type="email"
          name="email"
          autoComplete={autoComplete}
          // biome-ignore lint/a11y/noAutofocus: only after Google's redirect, where the password is entered here
          autoFocus={autoFocus}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
