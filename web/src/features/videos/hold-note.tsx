import { messageOf } from '../../lib/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useApprove, type Video } from './api.ts';
import { SkipButton } from './skip-button.tsx';

/** Whether its owner keeps a video from going out: one note says so for all of its posts. */
export const isHeld = ({ status }: Pick<Video, 'status'>): boolean =>
  status.state === 'skipped' || status.state === 'on_hold' || status.state === 'awaiting_approval';

/** Why its owner keeps a video from going out, and what lets it go. Otherwise the button that skips it. */
export function HoldNote({ video, name }: { video: Video; name: string }) {
  const { status, why } = video;
  const approve = useApprove(video.id);
  const toast = useToast();
  const { variation } = video.stages.rendering;
  const skip = <SkipButton videoId={video.id} name={name} actions={status.actions} />;
  if (!isHeld(video)) return skip;
  const onError = (error: unknown) =>
    toast({ tone: 'bad', title: 'Error', text: messageOf(error, 'It could not be approved. Please try again.') });
  return (
    <Note
      tone="warn"
      title={why?.message ?? 'It does not go out by itself.'}
      actions={
        <>
          {status.actions.includes('approve') && variation !== null ? (
            <Button
              size="small"
              tone="ink"
              busy={approve.isPending}
              onClick={() => approve.mutate(variation, { onError })}
            >
              Approve
              <span className="visually-hidden"> {name}</span>
            </Button>
          ) : null}
          {skip}
        </>
      }
    >
      {why?.fix}
    </Note>
  );
}
