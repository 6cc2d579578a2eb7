import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to `ref` once the plan is cancelled, because the button that opened the confirmation is gone or
 * disabled. `ref` marks the text about what happens next.
 */
export function useFocusAfterCancel(confirming: boolean, cancelled: boolean, ref: RefObject<HTMLElement | null>): void {
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (confirming) wasConfirming.current = true;
    else if (wasConfirming.current && cancelled) {
      wasConfirming.current = false;
      ref.current?.focus();
    }
  }, [confirming, cancelled, ref]);
}
