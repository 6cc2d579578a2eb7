import { useCallback, useState } from 'react';

/** Puts text into the clipboard. `copied` is null until then; 'no' where the browser did not allow it. */
export function useCopy() {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = useCallback(async (text: string): Promise<boolean> => {
    const allowed = await write(text);
    setCopied(allowed ? 'yes' : 'no');
    return allowed;
  }, []);
  const forget = useCallback(() => setCopied(null), []);
  return { copied, copy, forget };
}

async function write(text: string): Promise<boolean> {
  try {
    // On plain http there is no clipboard at all.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
