import { planOf } from '../content/plans.ts';
import { RenewButton } from '../features/subscription/renew-button.tsx';
import { useRenew } from '../features/subscription/use-stay.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { type Held, type Holder, type PauseCase, pauseWords } from './paused-words.ts';

interface PausedNoteProps {
  user: Holder;
  entries: readonly Held[];
  /** What the plan has room for in a month. */
  limit: number;
  onUpgrade: () => void;
  /** Leads to the calendar; absent where one is on it. */
  onChoose?: (() => void) | undefined;
}

/** Entries that wait have no card of their own: this says that they are there, why, and the ways out. */
export function PausedNote({ user, entries, limit, onUpgrade, onChoose }: PausedNoteProps) {
  const words = pauseWords(entries, user, limit);
  if (words.length === 0) return null;
  return (
    <div className="paused-note">
      {words.map(({ kind, title, text }) => (
        <Note
          key={kind}
          tone="warn"
          title={title}
          actions={hasActions(kind) ? <Ways kind={kind} user={user} onUpgrade={onUpgrade} onChoose={onChoose} /> : null}
        >
          {text}
        </Note>
      ))}
    </div>
  );
}

/** An open payment is settled in the note about it, which stands above this one. */
const hasActions = (kind: PauseCase) => kind !== 'unpaid' && kind !== 'returning';

function Ways({ kind, user, onUpgrade, onChoose }: { kind: PauseCase } & Omit<PausedNoteProps, 'entries' | 'limit'>) {
  const renew = useRenew(user.subscriptionTier);
  if (kind === 'ends') return <RenewButton />;
  if (kind === 'free') {
    return (
      <Button size="small" tone="ink" onClick={onUpgrade}>
        Choose a plan
      </Button>
    );
  }
  return (
    <>
      {onChoose ? (
        <Button size="small" tone="ink" onClick={onChoose}>
          Choose which to keep
        </Button>
      ) : null}
      {kind === 'smaller' ? (
        <Button size="small" busy={renew.busy} onClick={renew.run}>
          Keep {planOf(user.subscriptionTier).name}
        </Button>
      ) : (
        <Button size="small" onClick={onUpgrade}>
          Choose a larger plan
        </Button>
      )}
    </>
  );
}
