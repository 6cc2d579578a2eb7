import { type RefObject, useEffect, useRef } from 'react';

/**
 * Once the question about cancelling is answered and the plan is cancelled, the button that asked it is gone or disabled:
 * the focus goes to what `ref` marks, which says what follows.
 */
export function useFocusAfterCancel(asking: boolean, cancelled: boolean, ref: RefObject<HTMLElement | null>): void {
  const asked = useRef(false);
  useEffect(() => {
    if (asking) asked.current = true;
    else if (asked.current && cancelled) {
      asked.current = false;
      ref.current?.focus();
    }
  }, [asking, cancelled, ref]);
}
