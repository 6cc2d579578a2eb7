import { type Platform, platformNames } from '@reelwright/product';
import { codeOf, messageOf } from '../../lib/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Note } from '../../ui/note.tsx';
import { useConnect } from './use-connect.ts';

interface Props {
  platform: Platform;
  error: Error;
  /** What stays as it is while the platform does not answer. */
  text: string;
  onRetry: () => void;
  busy: boolean;
}

/** Why a platform's options cannot be shown: it is unavailable, or its user has to reconnect. */
export function SheetProblem({ platform, error, text, onRetry, busy }: Props) {
  const connect = useConnect();
  const name = platformNames[platform];
  if (codeOf(error) !== 'RECONNECT_NEEDED') {
    return <LoadError title={`${name} did not answer`} text={text} onRetry={onRetry} busy={busy} />;
  }
  return (
    <Note
      tone="bad"
      title={messageOf(error, `The connection to ${name} no longer works.`)}
      actions={
        <Button
          size="small"
          tone="ink"
          busy={connect.isPending || connect.isSuccess}
          busyText="Connecting"
          onClick={() => connect.mutate(platform)}
        >
          Reconnect {name}
        </Button>
      }
    />
  );
}
