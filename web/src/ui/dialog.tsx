import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** What is in it cannot be shown again: a click beside it does not close it. */
  holdsOn?: boolean;
}

/**
 * A modal dialog, open for as long as it is on screen. The browser's own <dialog> keeps focus inside, closes on Escape
 * and gives focus back; on phones it is a sheet at the foot of the screen.
 */
export function Dialog({ title, onClose, children, wide = false, role = 'dialog', holdsOn = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    // The browser goes to the first control; where another is the safe one, that is named.
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the sheet is a shortcut; Escape does the same
    <dialog
      ref={ref}
      role={role}
      aria-modal="true"
      aria-labelledby={heading}
      className={classNames('dialog', wide && 'wide')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current && !holdsOn) onClose();
      }}
    >
      <div className="dialog-body">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
