import type { UseQueryResult } from '@tanstack/react-query';
import { formatTime } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Note } from '../../ui/note.tsx';
import type { VideoList } from './api.ts';

interface NotLoadedProps {
  /** True on the free plan, which has no posts. */
  free: boolean;
  onRetry: () => void;
}

/** The message when the list of videos could not be read at all. */
export function VideosNotLoaded({ free, onRetry }: NotLoadedProps) {
  const safe = free ? 'Your video is safe.' : 'Your videos are still being made and posted.';
  return (
    <LoadError title="Your videos did not load" text={`${safe} Only this list could not load.`} onRetry={onRetry} />
  );
}

/** When the list was last read, in ms, if two reads in a row have failed since; else null. */
export function lastKnownAt({ data, isError, failureCount }: UseQueryResult<VideoList>): number | null {
  return data && (isError || failureCount > 1) ? Date.parse(data.serverTime) : null;
}

/** Says when the list on the screen was read, with a retry button. */
export function LastKnown({ at, onRetry }: { at: number; onRetry: () => void }) {
  return (
    <div role="status">
      <Note
        tone="warn"
        title={`Last known at ${formatTime(at)}. Asking again.`}
        actions={
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        }
      />
    </div>
  );
}
