import { useEffect } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useCopy } from './use-copy.ts';

interface Props {
  /** The copied thing, for the button's accessible name. */
  what: string;
  text: () => string;
  /** Selects the text, to be copied by hand if the browser does not allow copying. */
  select: () => void;
}

const SHOWN_MS = 3000;

/** Copies text to the clipboard, and shows that it did. */
export function CopyButton({ what, text, select }: Props) {
  const { copied, copy, forget } = useCopy();
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(forget, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied, forget]);
  const copyOrSelect = async () => {
    if (!(await copy(text()))) select();
  };
  return (
    <span className="copy">
      <Button size="small" tone="quiet" onClick={() => void copyOrSelect()}>
        <Icon name={copied === 'yes' ? 'check' : 'copy'} />
        Copy<span className="visually-hidden"> {what}</span>
      </Button>
      <span className="small muted" role="status">
        {copied === 'yes' ? 'Copied' : copied === 'no' ? 'Selected: copy it by hand' : ''}
      </span>
    </span>
  );
}
