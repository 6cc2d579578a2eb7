import type { ReactNode } from 'react';

interface Props<Value extends string> {
  label: string;
  value: Value;
  options: { value: Value; content: ReactNode }[];
  /** Absent where the page's script switches. */
  onChange?: (value: Value) => void;
  inert?: boolean;
}

/** A choice among a few options. */
export function Segment<Value extends string>({ label, value, options, onChange, inert = false }: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline in every browser
    <div className="segment" role="group" aria-label={label} inert={inert}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange?.(option.value)}
        >
          {option.content}
        </button>
      ))}
    </div>
  );
}
