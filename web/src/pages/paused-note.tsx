import { planOf } from '../content/plans.ts';
import { RenewButton } from '../features/subscription/renew-button.tsx';
import { useRenew } from '../features/subscription/use-renew-and-cancel.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { type DatedEntry, type PauseCase, type PlanState, pauseWords } from './paused-words.ts';

interface PausedNoteProps {
  user: PlanState;
  entries: readonly DatedEntry[];
  /** The plan's videos per month. */
  limit: number;
  /** The calendar's zone. */
  zone: string;
  onUpgrade: () => void;
  /** Opens the calendar; absent on the calendar itself. */
  onChoose?: (() => void) | undefined;
}

/** Lists the causes of paused entries, which have no cards of their own, with the actions that resume them. */
export function PausedNote({ user, entries, limit, zone, onUpgrade, onChoose }: PausedNoteProps) {
  const words = pauseWords(entries, user, limit, zone);
  if (words.length === 0) return null;
  return (
    <div className="paused-note">
      {words.map(({ kind, title, text }) => (
        <Note
          key={kind}
          tone="warn"
          title={title}
          actions={
            hasActions(kind) ? <PauseActions kind={kind} user={user} onUpgrade={onUpgrade} onChoose={onChoose} /> : null
          }
        >
          {text}
        </Note>
      ))}
    </div>
  );
}

/** The note about an overdue payment has its own button, so this note has none. */
const hasActions = (kind: PauseCase) => kind !== 'unpaid' && kind !== 'returning';

function PauseActions({
  kind,
  user,
  onUpgrade,
  onChoose,
}: { kind: PauseCase } & Omit<PausedNoteProps, 'entries' | 'limit' | 'zone'>) {
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
