import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { useCopy } from './use-copy.ts';

/** A button that copies an address. `notAllowed` says what to do instead where the browser does not allow it. */
export function CopyAddress({ address, notAllowed }: { address: string; notAllowed: string }) {
  const { copied, copy } = useCopy();
  const said = { yes: 'Copied.', no: notAllowed };
  return (
    <div className="row">
      <Button onClick={() => void copy(address)}>
        <Icon name="copy" />
        Copy address
      </Button>
      <span className="small muted" role="status">
        {copied ? said[copied] : ''}
      </span>
    </div>
  );
}
