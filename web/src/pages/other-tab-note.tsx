import type { OtherTab } from '../features/video-wizard/use-draft.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

/** Says that the shown draft comes from another tab, and offers what this tab had. */
export function OtherTabNote({ otherTab, onRestore }: { otherTab: OtherTab | null; onRestore: () => void }) {
  if (otherTab === null) return null;
  const isSaved = otherTab.did === 'saved';
  return (
    <div role="status">
      <Note
        tone="warn"
        title={isSaved ? 'You saved this in another tab.' : 'You changed this in another tab.'}
        actions={
          otherTab.canRestore ? (
            <Button size="small" onClick={onRestore}>
              Use what was entered here
            </Button>
          ) : null
        }
      >
        {isSaved ? 'The saved version is shown here.' : 'The newest changes are shown here.'}
      </Note>
    </div>
  );
}
