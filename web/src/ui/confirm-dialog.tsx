import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  text: string;
  /** Sentences of their own after it; null for none. */
  more?: readonly (string | null)[];
  /** The word on the button that goes through with it. */
  action: string;
  safe?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something is destroyed or costs. The safe answer is the default button. */
export function ConfirmDialog({
  title,
  text,
  more = [],
  action,
  safe = 'Cancel',
  busy = false,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Dialog title={title} role="alertdialog" onClose={onClose}>
      <p>{text}</p>
      {more.map((line) => (line ? <p key={line}>{line}</p> : null))}
      <div className="dialog-actions">
        <Button tone="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
        <Button tone="ink" onClick={onClose} data-first-focus>
          {safe}
        </Button>
      </div>
    </Dialog>
  );
}
