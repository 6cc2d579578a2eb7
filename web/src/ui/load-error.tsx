import { Button } from './button.tsx';
import { Note } from './note.tsx';

interface Props {
  title: string;
  text: string;
  onRetry: () => void;
  busy?: boolean;
}

/** Says what failed and what still works, with a Try again button. */
export function LoadError({ title, text, onRetry, busy = false }: Props) {
  return (
    <div role="alert">
      <Note
        tone="bad"
        title={title}
        actions={
          <Button size="small" tone="ink" busy={busy} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {text}
      </Note>
    </div>
  );
}
