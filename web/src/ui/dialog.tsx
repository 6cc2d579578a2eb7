import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** True if its content or what was typed into it would be lost: a click outside does not close the dialog. */
  keepOpen?: boolean;
  /** While a save runs, nothing closes the dialog: its outcome is shown in it. */
  saving?: boolean;
}

/**
 * A modal dialog, open while it is mounted. The browser's <dialog> keeps the focus inside, closes on Escape and returns
 * the focus. On phones it is a sheet at the bottom of the screen.
 */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
  role = 'dialog',
  keepOpen = false,
  saving = false,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    // The browser focuses the first control; `data-first-focus` marks another one, such as the safe button.
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside is a shortcut for Escape
    <dialog
      ref={ref}
      role={role}
      aria-modal="true"
      aria-labelledby={heading}
      className={classNames('dialog', wide && 'wide')}
      // Browsers close a dialog on a second Escape, even if its first `cancel` was prevented.
      closedby={saving ? 'none' : undefined}
      onCancel={(event) => {
        event.preventDefault();
        if (!saving) onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current && !keepOpen && !saving) onClose();
      }}
    >
      <div className="dialog-body">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
