import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

interface PausedNoteProps {
  entries: readonly { readonly state: string }[];
  /** What the plan has room for in a month. */
  limit: number;
  onUpgrade: () => void;
  /** Leads to the calendar; absent where one is on it. */
  onChoose?: (() => void) | undefined;
}

/** Entries the plan has no room for have no card of their own: this says that they are there, and the two ways out. */
export function PausedNote({ entries, limit, onUpgrade, onChoose }: PausedNoteProps) {
  const text = pausedText(entries, limit);
  if (!text) return null;
  return (
    <div className="paused-note">
      <Note
        tone="warn"
        title={text}
        actions={
          <>
            {onChoose ? (
              <Button size="small" tone="ink" onClick={onChoose}>
                Choose which to keep
              </Button>
            ) : null}
            <Button size="small" onClick={onUpgrade}>
              Choose a larger plan
            </Button>
          </>
        }
      >
        {text.startsWith('1 ')
          ? 'It keeps its place on the calendar and comes back by itself when there is room.'
          : 'They keep their places on the calendar and come back by themselves when there is room.'}
      </Note>
    </div>
  );
}

/** "4 videos are paused: your plan has room for 8.", or null when none is. */
export function pausedText(entries: PausedNoteProps['entries'], limit: number): string | null {
  const count = entries.filter(({ state }) => state === 'paused').length;
  if (count === 0) return null;
  return `${count} ${count === 1 ? 'video is' : 'videos are'} paused: your plan has room for ${limit}.`;
}
