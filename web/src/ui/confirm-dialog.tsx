import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  text: string;
  /** Further paragraphs after the text; null entries are skipped. */
  more?: readonly (string | null)[];
  /** The label of the confirming button. */
  action: string;
  safe?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before something is deleted or paid. The safe button has the focus. */
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
