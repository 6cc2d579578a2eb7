import { messageOf } from '../../lib/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useToast } from '../../ui/toast.tsx';
import { usePausePosting, type VideoList } from './api.ts';

interface Props {
  /** Undefined until it is known. */
  posting: VideoList['posting'] | undefined;
}

/** In place of a post's fix while the server would refuse to post it. The banner has the button. */
export const afterResume = 'Posting is paused. Press Resume posts, then you can post it.';

function useChange() {
  const pause = usePausePosting();
  const toast = useToast();
  const change = (paused: boolean) =>
    pause.mutate(paused, {
      onError: (error) =>
        toast({ tone: 'bad', title: 'Error', text: messageOf(error, 'It could not be changed. Please try again.') }),
    });
  return { change, isPending: pause.isPending };
}

/** The banner while all posts are paused. */
export function PostingPaused({ posting }: Props) {
  const { change, isPending } = useChange();
  if (!posting?.paused) return null;
  return (
    <div role="status">
      <Note
        tone="warn"
        title="Posting is paused. Nothing goes out until you resume."
        actions={
          <Button size="small" tone="ink" busy={isPending} onClick={() => change(false)}>
            Resume posts
          </Button>
        }
      >
        No video is made meanwhile, and one whose time passes is not posted later by itself. Posts that you send through
        the API still go out.
      </Note>
    </div>
  );
}

/** The switch that pauses all posts of the calendar. */
export function PostingSwitch({ posting }: Props) {
  const { change, isPending } = useChange();
  if (!posting) return null;
  return (
    <div className="panel pad">
      <h3>Posting</h3>
      <Switch checked={posting.paused} disabled={isPending} onChange={change}>
        Pause all posts
      </Switch>
    </div>
  );
}
