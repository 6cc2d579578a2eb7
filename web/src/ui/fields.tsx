import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * The fields of a form. What is typed while a save runs would be neither saved nor kept, so they take nothing. The
 * focus waits on the form's button meanwhile, and is back in its field after a failure.
 */
export function Fields({ saving, children }: { saving: boolean; children: ReactNode }) {
  const fields = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLElement>(null);
  // Before the browser paints, because it then takes the focus from what is inert.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const button = fields.current?.closest('form')?.querySelector<HTMLElement>('[type="submit"]');
    if (saving && focused instanceof HTMLElement && fields.current?.contains(focused)) {
      left.current = focused;
      button?.focus();
    } else if (!saving) {
      if (focused === button) left.current?.focus();
      left.current = null;
    }
  }, [saving]);
  return (
    <div ref={fields} className="fields" inert={saving}>
      {children}
    </div>
  );
}
