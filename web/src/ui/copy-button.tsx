import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Props {
  /** What is copied, for those who hear the button only. */
  what: string;
  text: () => string;
  /** Where copying is not allowed: selects the text, to be copied by hand. */
  select: () => void;
}

const SHOWN_MS = 3000;

/** Puts text into the clipboard, and says so. */
export function CopyButton({ what, text, select }: Props) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setCopied('yes');
    } catch {
      select();
      setCopied('no');
    }
  };
  return (
    <span className="copy">
      <Button size="small" tone="quiet" onClick={() => void copy()}>
        <Icon name={copied === 'yes' ? 'check' : 'copy'} />
        Copy<span className="visually-hidden"> {what}</span>
      </Button>
      <span className="small muted" role="status">
        {copied === 'yes' ? 'Copied' : copied === 'no' ? 'Selected: copy it by hand' : ''}
      </span>
    </span>
  );
}
