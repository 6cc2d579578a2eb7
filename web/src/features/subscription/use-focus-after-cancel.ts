import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to `ref` once the plan is cancelled, because the button that opened the confirmation is gone or
 * disabled. `ref` marks the text about what happens next.
 */
export function useFocusAfterCancel(confirming: boolean, cancelled: boolean, ref: RefObject<HTMLElement | null>): void {
  const asked = useRef(false);
  useEffect(() => {
    if (confirming) asked.current = true;
    else if (asked.current && cancelled) {
      asked.current = false;
      ref.current?.focus();
    }
  }, [confirming, cancelled, ref]);
}
