import { messageOf } from '../../lib/api-client.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type Post, usePostAll, usePostMissed, type Video } from './api.ts';
import { afterResume } from './posting-pause.tsx';

/** The note for a video that was not made at its time. Its only action makes and posts it now. */
export function Missed({ video }: { video: Video }) {
  const action = usePostMissed(video.id);
  const toast = useToast();
  const postNow = () =>
    action.mutate(undefined, {
      onError: (error) =>
        toast({ tone: 'bad', title: 'Error', text: messageOf(error, 'It could not be requested. Please try again.') }),
    });
  return (
    <Note
      tone="bad"
      title={video.why?.message ?? 'Its time passed before it was made.'}
      actions={
        <Button size="small" tone="ink" busy={action.isPending} onClick={postNow}>
          Post now
        </Button>
      }
    >
      {video.why?.fix}
    </Note>
  );
}

/** One note for a video that was made, but missed on every platform for the same cause. One button posts all. */
export function MissedTogether({ video, posts }: { video: Video; posts: readonly Post[] }) {
  const action = usePostAll(video.id);
  const toast = useToast();
  const [first] = posts;
  const isPaused = first?.status.actions.includes('resume') === true;
  const due = video.publishAt ? formatDayAndTime(video.publishAt, video.timeZone ?? undefined) : null;
  const postNow = () =>
    action.mutate(
      posts.map(({ platform }) => platform),
      {
        onError: (error) =>
          toast({
            tone: 'bad',
            title: 'Error',
            text: messageOf(error, 'Not all videos could be requested. Please try again.'),
          }),
      },
    );
  return (
    <Note
      tone="bad"
      title={first?.message || (due ? `Its time, ${due}, has passed.` : 'Its time has passed.')}
      actions={
        isPaused ? null : (
          <Button size="small" tone="ink" busy={action.isPending} onClick={postNow}>
            {`Post now on ${posts.length === 2 ? 'both' : `all ${posts.length}`}`}
          </Button>
        )
      }
    >
      {isPaused ? `${afterResume} ` : first?.fix ? `${first.fix} ` : ''}
      {video.stages.drive.state === 'done' ? 'The video is safe in your Drive.' : 'The video itself is safe.'}
    </Note>
  );
}
