import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Ticks } from './ticks.tsx';

export type Tone = 'plain' | 'primary' | 'ink' | 'quiet' | 'danger';

export interface ButtonLook {
  tone?: Tone;
  size?: 'small' | 'large';
  wide?: boolean;
  square?: boolean;
}

/** The class of a button. Links that look like buttons use it directly. */
export const buttonClass = ({ tone = 'plain', size, wide, square }: ButtonLook = {}, className?: string) =>
  classNames('button', tone !== 'plain' && tone, size, wide && 'wide', square && 'square', className);

type Props = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** While true, the button cannot be pressed and shows running ticks. */
    busy?: boolean;
    busyText?: ReactNode;
    ref?: Ref<HTMLButtonElement>;
  };

export function Button({
  tone,
  size,
  wide,
  square,
  busy,
  busyText,
  disabled,
  className,
  children,
  type,
  onClick,
  ...rest
}: Props) {
  const look: ButtonLook = {};
  if (tone) look.tone = tone;
  if (size) look.size = size;
  if (wide) look.wide = wide;
  if (square) look.square = square;
  return (
    <button
      type={type ?? 'button'}
      className={buttonClass(look, className)}
      // A busy button is not disabled, because a disabled one loses the focus.
      disabled={disabled === true && busy !== true}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? <Ticks running /> : null}
      {busy && busyText ? busyText : children}
    </button>
  );
}
