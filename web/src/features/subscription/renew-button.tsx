import { Button } from '../../ui/button.tsx';
import { useRenew } from './use-stay.ts';

/** Takes back a cancellation, wherever something waits for that. */
export function RenewButton({ onRenewed }: { onRenewed?: (() => void) | undefined }) {
  const renew = useRenew(undefined, onRenewed);
  return (
    <Button size="small" tone="ink" busy={renew.busy} onClick={renew.run}>
      Renew Plan
    </Button>
  );
}
