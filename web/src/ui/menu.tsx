import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface Props {
  /** The button's accessible name. */
  label: string;
  button: ReactNode;
  /** Elements with role="menuitem". */
  children: ReactNode;
}

/** A button that opens a menu. Arrow keys, Home and End move in it; Escape closes it and returns the focus. */
export function Menu({ label, button, children }: Props) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    itemsOf(box.current)[0]?.focus();
    const onPointer = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const all = itemsOf(box.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const target = targets[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') {
      setOpen(false);
      if (event.key === 'Escape') trigger.current?.focus();
    } else if (target !== undefined && all.length > 0) {
      event.preventDefault();
      all.at(target % all.length)?.focus();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the menu inside
    <div className="menu" ref={box} onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        className="menu-button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className="visually-hidden">{label} </span>
        {button}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: choosing an item closes the menu, also by keyboard */}
      <div id={id} className="menu-list" role="menu" aria-label={label} hidden={!open} onClick={() => setOpen(false)}>
        {children}
      </div>
    </div>
  );
}

function itemsOf(box: HTMLElement | null): HTMLElement[] {
  const all = [...(box?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  // Some items are shown only on small screens.
  return all.filter((item) => getComputedStyle(item).display !== 'none');
}
