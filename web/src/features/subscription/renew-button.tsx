import { Button } from '../../ui/button.tsx';
import { useRenew } from './use-renew-and-cancel.ts';

/** A button that undoes a cancellation. */
export function RenewButton({ onRenewed }: { onRenewed?: (() => void) | undefined }) {
  const renew = useRenew(undefined, onRenewed);
  return (
    <Button size="small" tone="ink" busy={renew.busy} onClick={renew.run}>
      Renew Plan
    </Button>
  );
}
