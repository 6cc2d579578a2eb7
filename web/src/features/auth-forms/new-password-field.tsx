import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { passwordRules } from './password-words.ts';

interface Props {
  label: string;
  name: string;
  placeholder?: string;
  autoFocus?: boolean;
  value: string;
  error: string | null | undefined;
  onChange: (value: string) => void;
}

/** A field for a new password, with its rules always shown. */
export function NewPasswordField({ label, name, placeholder, autoFocus = false, value, error, onChange }: Props) {
  return (
    <Field label={label} hint={passwordRules} error={error}>
      {(attributes) => (
        <PasswordInput
          {...attributes}
          name={name}
          autoComplete="new-password"
          {...(placeholder ? { placeholder } : {})}
          autoFocus={autoFocus}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
