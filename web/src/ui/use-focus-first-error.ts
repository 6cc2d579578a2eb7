import { useEffect, useRef, useState } from 'react';

/**
 * Moves the focus to the first invalid field of a form. Pass `form` as the form's ref, and call `focusFirstError` when
 * validation has failed.
 */
export function useFocusFirstError() {
  const form = useRef<HTMLFormElement>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [times]);
  return { form, focusFirstError: () => setTimes((before) => before + 1) };
}
