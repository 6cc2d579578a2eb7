import { paths } from '../../app/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCopy } from '../../ui/use-copy.ts';

/** Copies the receipt's address. If copying is not allowed, points to the address bar. */
export function CopyReceiptAddress({ code }: { code: string }) {
  const { copied, copy } = useCopy();
  const address = `${window.location.origin}${paths.dataDeletion}?receipt=${encodeURIComponent(code)}`;
  return (
    <div className="row">
      <Button onClick={() => void copy(address)}>
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
