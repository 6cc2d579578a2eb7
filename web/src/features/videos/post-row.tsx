import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { platformNames } from '../../content/platforms.ts';
import { messageOf } from '../../lib/api-client.ts';
import { formatDayAndTime, formatTime } from '../../lib/format-date.ts';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { Pip, type PipState } from '../../ui/pips.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type Post, usePostAction, type Video } from './api.ts';
import { isMoved, isTroubled } from './progress.ts';

const pipOf: Record<Post['state'], PipState> = {
  waiting: 'empty',
  staging: 'empty',
  staged: 'empty',
  going_out: 'live',
  processing: 'live',
  posted: 'ok',
  failed: 'bad',
  unconfirmed: 'unsure',
  missed: 'bad',
  cancelled: 'empty',
  no_connection: 'empty',
};

/** Causes that only a new connection can mend. */
const reconnectCodes = /REVOKED|EXPIRED|RECONNECT|PRIVACY_OPTION_GONE|SCOPE|TOKEN/;

/** One platform of one video: its state in a word, and where something is wrong the cause and the one way on. */
export function PostRow({ video, post }: { video: Video; post: Post }) {
  const zone = video.timeZone ?? undefined;
  const name = platformNames[post.platform];
  const trouble = isTroubled(post);
  const moved = isMoved(post);
  return (
    <li className={classNames((trouble || moved) && 'full')}>
      <Pip state={pipOf[post.state]} width={11} />
      <BrandIcon name={post.platform} />
      <span>{name}</span>
      <span className="what">{wordOf(video, post, zone)}</span>
      {trouble ? (
        <div className="why">
          <Trouble video={video} post={post} zone={zone} />
        </div>
      ) : null}
      {moved ? (
        <div className="why">
          <Note tone="warn" title={post.message || `${name} takes no more that day.`}>
            Nothing is lost, and there is nothing to do.
          </Note>
        </div>
      ) : null}
    </li>
  );
}

function wordOf(video: Video, post: Post, zone: string | undefined) {
  const dueAt = post.goesOutAt ?? video.publishAt;
  const hour = dueAt ? formatTime(dueAt, zone) : null;
  switch (post.state) {
    case 'posted':
      return (
        <>
          {post.at ? formatTime(post.at, zone) : 'Posted'}
          {post.permalink ? (
            <>
              {' · '}
              <a href={post.permalink} target="_blank" rel="noopener">
                View
                <span className="visually-hidden"> on {platformNames[post.platform]} (opens in a new tab)</span>
              </a>
            </>
          ) : null}
          {post.message ? <span className="visually-hidden"> {post.message}</span> : null}
        </>
      );
    case 'going_out':
      return 'Going out now';
    case 'processing':
      return `${platformNames[post.platform]} is processing it`;
    case 'no_connection':
      return (
        <Link to={paths.social}>Connect{<span className="visually-hidden"> {platformNames[post.platform]}</span>}</Link>
      );
    case 'failed':
      return 'Not posted';
    case 'missed':
      return 'Missed';
    case 'unconfirmed':
      return 'Unconfirmed';
    case 'cancelled':
      return 'Cancelled';
    default:
      if (isMoved(post) && dueAt) return `Goes out ${formatDayAndTime(dueAt, zone)}`;
      return post.message && !hour ? post.message : hour ? `at ${hour}` : 'Waiting';
  }
}

function Trouble({ video, post, zone }: { video: Video; post: Post; zone: string | undefined }) {
  const toast = useToast();
  const action = usePostAction(video.id, post.platform);
  const name = platformNames[post.platform];
  const run = (kind: 'retry' | 'check') =>
    action.mutate(kind, {
      onError: (error) =>
        toast({ tone: 'bad', title: 'Error', text: messageOf(error, `${name} could not be asked. Please try again.`) }),
    });
  const reconnect = reconnectCodes.test(post.code ?? '');
  const look = post.permalink ? (
    <a className={buttonClass({ tone: 'quiet', size: 'small' })} href={post.permalink} target="_blank" rel="noopener">
      Open {name}
      <Icon name="out" />
    </a>
  ) : null;

  if (post.state === 'unconfirmed') {
    const next = post.nextCheckAt ? `We look again at ${formatTime(post.nextCheckAt, zone)}; you can look now.` : '';
    return (
      <Note
        tone="warn"
        title={post.message || `${name} took the video but has not shown it yet.`}
        actions={
          <>
            {post.canCheck ? (
              <Button size="small" busy={action.isPending} onClick={() => run('check')}>
                Check now
              </Button>
            ) : null}
            {look}
          </>
        }
      >
        We do not post it twice. {next}
      </Note>
    );
  }

  const late = post.state === 'missed' && video.publishAt ? formatDayAndTime(video.publishAt, zone) : null;
  return (
    <Note
      tone="bad"
      title={post.message || (late ? `Its time, ${late}, has passed.` : `${name} did not take the video.`)}
      actions={
        <>
          {reconnect ? (
            <Link className={buttonClass({ tone: 'ink', size: 'small' })} to={paths.social}>
              Reconnect {name}
            </Link>
          ) : null}
          {post.canRetry ? (
            <Button
              size="small"
              {...(reconnect ? {} : { tone: 'ink' as const })}
              busy={action.isPending}
              onClick={() => run('retry')}
            >
              {post.state === 'missed' ? 'Post now' : 'Post again'}
              <span className="visually-hidden"> on {name}</span>
            </Button>
          ) : null}
          {look}
        </>
      }
    >
      {video.stages.drive.state === 'done' ? 'The video is safe in your Drive.' : 'The video itself is safe.'}
      {post.nextCheckAt ? ` Next try at ${formatTime(post.nextCheckAt, zone)}.` : ''}
    </Note>
  );
}
