import { useCallback, useState } from 'react';

/** Copies text to the clipboard. `copied` is null before, and 'no' if the browser did not allow it. */
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
    // Plain http has no clipboard.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
