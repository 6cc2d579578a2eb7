import { useEffect, useRef, useState } from 'react';

/**
 * Leads to the first field that cannot be sent as it is, for whoever types or listens: give `form` to the form, and call
 * `lead` when its fields have been found wanting.
 */
export function useFirstError() {
  const form = useRef<HTMLFormElement>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [times]);
  return { form, lead: () => setTimes((before) => before + 1) };
}
