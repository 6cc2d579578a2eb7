import { useState } from 'react';
import { paths } from '../../app/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Puts the receipt's address into the clipboard; where that is not allowed, says where it stands. */
export function CopyReceiptAddress({ code }: { code: string }) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = () =>
    navigator.clipboard
      .writeText(`${window.location.origin}${paths.dataDeletion}?receipt=${encodeURIComponent(code)}`)
      .then(
        () => setCopied('yes'),
        () => setCopied('no'),
      );
  return (
    <div className="row">
      <Button onClick={() => void copy()}>
        <Icon name="copy" />
        Copy address
      </Button>
      <span className="small muted" role="status">
        {copied === 'yes'
          ? 'Copied.'
          : copied === 'no'
            ? 'Your browser blocked copying. Copy it from the address bar.'
            : ''}
      </span>
    </div>
  );
}
