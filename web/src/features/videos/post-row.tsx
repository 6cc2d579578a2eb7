import { type Platform, platformNames } from '@reelwright/product';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { messageOf } from '../../lib/api-client.ts';
import { formatDayAndTime, formatTime } from '../../lib/format-date.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { Pip, type PipState } from '../../ui/pips.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type Post, usePostAction, type Video } from './api.ts';
import { isAhead, isHeldBack, isMoved, isTroubled } from './progress.ts';

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

/** This long after its time a post is missed. */
const missedAfterMs = 6 * 60 * 60_000;

/** A post that still waits this long after its time is called late. */
const lateAfterMs = 60_000;
const isLate = (dueAt: string | null) => dueAt !== null && serverNow() > Date.parse(dueAt) + lateAfterMs;

/** Where what a platform wants chosen is chosen. */
const settingsAt: Partial<Record<Platform, string>> = {
  tiktok: `${paths.social}?setup=tiktok`,
  facebook: `${paths.social}?choose=facebook`,
};

/** One platform of one video: its state in a word, and where something is wrong the cause and the one way on. */
interface Props {
  video: Video;
  post: Post;
  /** What is the matter is said once for all of them, above. */
  told?: boolean;
  /** Goes straight to the platform's consent. */
  onReconnect: (platform: Platform) => void;
}

export function PostRow({ video, post, told = false, onReconnect }: Props) {
  const zone = video.timeZone ?? undefined;
  const name = platformNames[post.platform];
  const trouble = isTroubled(post) && !told;
  const moved = isMoved(post);
  // Out, but not as one would expect (late, without a link), held up by something that passes, or left out for a reason.
  const plain =
    post.state === 'posted' || post.state === 'cancelled' || post.state === 'no_connection' || isAhead(post);
  const remark = plain && !trouble && !moved && post.message;
  return (
    <li className={classNames((trouble || remark || moved) && 'full')}>
      <Pip state={pipOf[post.state]} width={11} />
      <BrandIcon name={post.platform} />
      <span>{name}</span>
      <span className="what">{wordOf(video, post, zone)}</span>
      {trouble ? (
        <div className="why">
          <Trouble video={video} post={post} zone={zone} onReconnect={onReconnect} />
        </div>
      ) : null}
      {remark ? <p className="why small muted">{`${remark} ${post.fix ?? ''}`.trim()}</p> : null}
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
        </>
      );
    case 'going_out':
      return 'Going out now';
    case 'processing':
      return `${platformNames[post.platform]} is processing it`;
    case 'no_connection':
      if (isHeldBack(post)) return 'Held back';
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
      if (isHeldBack(post)) return hour ? `Held back, at ${hour}` : 'Held back';
      if (isMoved(post) && dueAt) return `Goes out ${formatDayAndTime(dueAt, zone)}`;
      if (hour && post.message && isLate(dueAt))
        return post.nextCheckAt ? `Late, next try ${formatTime(post.nextCheckAt, zone)}` : `Late, it was for ${hour}`;
      return post.message && !hour ? post.message : hour ? `at ${hour}` : 'Waiting';
  }
}

function Trouble({ video, post, zone, onReconnect }: Props & { zone: string | undefined }) {
  const toast = useToast();
  const action = usePostAction(video.id, post.platform);
  const name = platformNames[post.platform];
  const run = (kind: 'retry' | 'check') =>
    action.mutate(kind, {
      onError: (error) =>
        toast({ tone: 'bad', title: 'Error', text: messageOf(error, `${name} could not be asked. Please try again.`) }),
    });
  const reconnect = post.needs === 'reconnect';
  const settings = post.needs === 'setting' ? settingsAt[post.platform] : undefined;
  const held = isHeldBack(post);
  const look = post.permalink ? (
    <a className={buttonClass({ tone: 'quiet', size: 'small' })} href={post.permalink} target="_blank" rel="noopener">
      Open {name}
      <Icon name="out" />
    </a>
  ) : null;

  const reconnectButton = (
    <Button size="small" tone="ink" onClick={() => onReconnect(post.platform)}>
      Reconnect {name}
    </Button>
  );

  if (post.state === 'unconfirmed') {
    const gone = post.code === 'NO_LONGER_CONNECTED';
    const next = post.nextCheckAt ? `We look again at ${formatTime(post.nextCheckAt, zone)}; you can look now.` : '';
    return (
      <Note
        tone="warn"
        title={post.message || `${name} took the video but has not shown it yet.`}
        actions={
          <>
            {reconnect ? reconnectButton : null}
            {gone ? (
              <Link className={buttonClass({ tone: 'ink', size: 'small' })} to={paths.social}>
                Connect {name}
              </Link>
            ) : null}
            {post.canCheck && !reconnect && !gone ? (
              <Button size="small" busy={action.isPending} onClick={() => run('check')}>
                Check now
              </Button>
            ) : null}
            {look}
          </>
        }
      >
        {post.fix || 'We do not post it twice.'} {reconnect || gone ? '' : next}
      </Note>
    );
  }

  // Once the connection works again, what is not missed yet goes out without being asked for. A refused choice does not.
  const due = post.goesOutAt ?? video.publishAt;
  const sentByItself =
    post.state !== 'missed' &&
    (reconnect || (settings && held)) &&
    due !== null &&
    serverNow() < Date.parse(due) + missedAfterMs;
  const late = post.state === 'missed' && video.publishAt ? formatDayAndTime(video.publishAt, zone) : null;
  return (
    <Note
      tone={held && post.state !== 'no_connection' ? 'warn' : 'bad'}
      title={post.message || (late ? `Its time, ${late}, has passed.` : `${name} did not take the video.`)}
      actions={
        <>
          {reconnect ? reconnectButton : null}
          {settings ? (
            <Link className={buttonClass({ tone: 'ink', size: 'small' })} to={settings}>
              {post.platform === 'tiktok' ? 'TikTok settings' : 'Choose Page'}
            </Link>
          ) : null}
          {post.canRetry && !sentByItself ? (
            <Button
              size="small"
              {...(reconnect || settings ? {} : { tone: 'ink' as const })}
              busy={action.isPending}
              onClick={() => run('retry')}
            >
              {post.state === 'failed' ? 'Post again' : 'Post now'}
              <span className="visually-hidden"> on {name}</span>
            </Button>
          ) : null}
          {look}
        </>
      }
    >
      {post.fix ? `${post.fix} ` : ''}
      {video.stages.drive.state === 'done' ? 'The video is safe in your Drive.' : 'The video itself is safe.'}
      {post.nextCheckAt && !held ? ` Next try at ${formatTime(post.nextCheckAt, zone)}.` : ''}
    </Note>
  );
}
