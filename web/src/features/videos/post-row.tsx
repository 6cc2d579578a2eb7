import { isPostAction, type Platform, type PostAction, platformNames } from '@reelwright/product';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { hasSetup, platformSetups } from '../../content/platform-setups.ts';
import { postButtons, postWords } from '../../content/statuses.ts';
import { messageOf } from '../../lib/api-client.ts';
import { formatDayAndTime, formatTime } from '../../lib/format-date.ts';
import { BrandIcon } from '../../ui/brand-icon.tsx';
import { Button, type ButtonLook, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { Pip } from '../../ui/pips.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type Post, usePostAction, type Video } from './api.ts';
import { afterResume } from './posting-pause.tsx';
import { ViewCount } from './view-count.tsx';

/** One platform of one video: its state in a word and, if something is wrong, the cause and the action. */
interface Props {
  video: Video;
  post: Post;
  /** True if one note above the list explains the problem of all posts. */
  explainedAbove?: boolean;
  /** Opens the platform's consent page. */
  onReconnect: (platform: Platform) => void;
}

export function PostRow({ video, post, explainedAbove = false, onReconnect }: Props) {
  const name = platformNames[post.platform];
  const { status } = post;
  const trouble = status.needsOwner && !explainedAbove;
  const moved = status.state === 'moved';
  // A message that needs no action: posted late or without a link, delayed by a transient cause, or left out.
  const remark = !status.needsOwner && !moved && !explainedAbove && post.message;
  return (
    <li className={classNames((trouble || remark || moved) && 'full')}>
      <Pip state={postWords[status.state].pip} width={11} />
      <BrandIcon name={post.platform} />
      <span>{name}</span>
      <span className="what">
        {describe(video, post)}
        {status.state === 'posted' ? <ViewCount video={video} posts={[post]} lead=" · " /> : null}
      </span>
      {trouble ? (
        <div className="why">
          <Trouble video={video} post={post} onReconnect={onReconnect} />
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

function describe(video: Video, post: Post) {
  const zone = video.timeZone ?? undefined;
  const { status } = post;
  const { word } = postWords[status.state];
  const name = platformNames[post.platform];
  const dueAt = post.goesOutAt ?? video.publishAt;
  const hour = dueAt ? formatTime(dueAt, zone) : null;
  switch (status.state) {
    case 'posted':
      return (
        <>
          {post.at ? formatTime(post.at, zone) : word}
          {post.permalink ? (
            <>
              {' · '}
              <a href={post.permalink} target="_blank" rel="noopener">
                View
                <span className="visually-hidden"> on {name} (opens in a new tab)</span>
              </a>
            </>
          ) : null}
        </>
      );
    case 'not_connected':
      return (
        <Link to={paths.social}>
          {word}
          <span className="visually-hidden"> {name}</span>
        </Link>
      );
    case 'processing':
      return `${name} ${word}`;
    case 'held_back':
      return hour ? `${word}, at ${hour}` : word;
    case 'moved':
      return dueAt ? `${word} ${formatDayAndTime(dueAt, zone)}` : word;
    case 'late':
      return status.next ? `${word}, next try ${formatTime(status.next.at, zone)}` : `${word}, it was for ${hour}`;
    case 'scheduled':
      return hour ? `at ${hour}` : post.message || word;
    default:
      return word;
  }
}

type TroubleProps = Omit<Props, 'explainedAbove'>;

/** The problem of a post, and what the user can do. */
function Trouble({ video, post, onReconnect }: TroubleProps) {
  const zone = video.timeZone ?? undefined;
  const name = platformNames[post.platform];
  const { status } = post;
  const isUnconfirmed = status.state === 'unconfirmed';
  const passed =
    status.state === 'missed' && video.publishAt
      ? `Its time, ${formatDayAndTime(video.publishAt, zone)}, has passed.`
      : null;
  const title = isUnconfirmed
    ? `${name} took the video but has not shown it yet.`
    : (passed ?? `${name} did not accept the video.`);
  const isPaused = status.actions.includes('resume');
  const nextCheck = status.actions.includes('check') ? status.next : null;
  return (
    <Note
      tone={postWords[status.state].pip === 'bad' ? 'bad' : 'warn'}
      title={post.message || title}
      actions={<Actions video={video} post={post} onReconnect={onReconnect} />}
    >
      {isUnconfirmed ? (
        <>
          {post.fix || 'We will not post it twice.'}{' '}
          {nextCheck ? `We look again at ${formatTime(nextCheck.at, zone)}; you can look now.` : ''}
        </>
      ) : (
        <>
          {isPaused ? `${afterResume} ` : post.fix ? `${post.fix} ` : ''}
          {video.stages.drive.state === 'done' ? 'The video is safe in your Drive.' : 'The video itself is safe.'}
        </>
      )}
    </Note>
  );
}

/** A button for each action of the user. The first one is highlighted. */
function Actions({ video, post, onReconnect }: TroubleProps) {
  const toast = useToast();
  const request = usePostAction(video.id, post.platform);
  const name = platformNames[post.platform];
  const setup = hasSetup(post.platform) ? platformSetups[post.platform] : null;
  const run = (action: PostAction) =>
    request.mutate(action, {
      onError: (error) =>
        toast({ tone: 'bad', title: 'Error', text: messageOf(error, `${name} could not be asked. Please try again.`) }),
    });
  return (
    <>
      {post.status.actions.map((action, place) => {
        const look: ButtonLook = place === 0 ? { size: 'small', tone: 'ink' } : { size: 'small' };
        if (isPostAction(action)) {
          const { label, labelAfterFailure = label, namesPlatform, isMain } = postButtons[action];
          return (
            <Button
              key={action}
              {...(isMain ? look : { size: 'small' })}
              busy={request.isPending}
              onClick={() => run(action)}
            >
              {post.status.state === 'failed' ? labelAfterFailure : label}
              {namesPlatform ? <span className="visually-hidden"> on {name}</span> : null}
            </Button>
          );
        }
        switch (action) {
          case 'reconnect':
            return (
              <Button key={action} {...look} onClick={() => onReconnect(post.platform)}>
                Reconnect {name}
              </Button>
            );
          case 'change_setting':
            return setup ? (
              <Link key={action} className={buttonClass(look)} to={`${paths.social}?${setup.query}`}>
                {setup.label}
              </Link>
            ) : null;
          case 'connect':
            return (
              <Link key={action} className={buttonClass(look)} to={paths.social}>
                Connect {name}
              </Link>
            );
          default:
            return null;
        }
      })}
      {post.permalink ? (
        <a
          className={buttonClass({ tone: 'quiet', size: 'small' })}
          href={post.permalink}
          target="_blank"
          rel="noopener"
        >
          Open {name}
          <Icon name="out" />
        </a>
      ) : null}
    </>
  );
}
