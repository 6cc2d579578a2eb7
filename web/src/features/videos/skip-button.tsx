import { messageOf } from '../../lib/api-client.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useSkip, type Video } from './api.ts';

interface Props {
  videoId: string;
  /** What the video is called, for screen readers. */
  name: string;
  actions: Video['status']['actions'];
}

/** The button that skips a video or undoes that; none where neither is possible. */
export function SkipButton({ videoId, name, actions }: Props) {
  const skip = useSkip(videoId);
  const toast = useToast();
  const action = actions.includes('unskip') ? 'unskip' : actions.includes('skip') ? 'skip' : null;
  if (!action) return null;
  const onError = (error: unknown) =>
    toast({ tone: 'bad', title: 'Error', text: messageOf(error, 'It could not be changed. Please try again.') });
  return (
    <Button
      size="small"
      tone={action === 'skip' ? 'quiet' : 'plain'}
      busy={skip.isPending}
      onClick={() => skip.mutate(action, { onError })}
    >
      {action === 'skip' ? 'Skip' : 'Undo skip'}
      <span className="visually-hidden"> {name}</span>
    </Button>
  );
}
