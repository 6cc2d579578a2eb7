import { postedTitle } from '../../content/statuses.ts';
import { formatClock, formatDayAndTime, formatDuration, formatTime } from '../../lib/format-date.ts';
import { classNames } from '../../ui/class-names.ts';
import { Pip, type PipState } from '../../ui/pips.tsx';
import type { Video } from './api.ts';
import { placeWords } from './making-words.ts';
import { inState, isAhead, troubleText } from './progress.ts';

interface Stage {
  title: string;
  fact: React.ReactNode;
  pip: PipState;
  when: 'past' | 'now' | 'future';
}

/** The four stages of one video, each with a detail below: a time, a duration or a link. */
export function Timeline({ video }: { video: Video }) {
  const { stages, posts, status, timeZone } = video;
  const zone = timeZone ?? undefined;
  const list = [requestedStage(), renderingStage(), driveStage(), ...(posts.length > 0 ? [postStage()] : [])];
  return (
    <ol className={classNames('timeline', posts.length === 0 && 'three')}>
      {list.map((stage) => (
        <li key={stage.title} className={stage.when} aria-current={stage.when === 'now' ? 'step' : undefined}>
          <Pip state={stage.pip} width={13} />
          <b>{stage.title}</b>
          <span className="when">{stage.fact}</span>
        </li>
      ))}
    </ol>
  );

  function requestedStage(): Stage {
    const at = stages.requested.at ?? video.createdAt;
    return { title: 'Requested', fact: formatDayAndTime(at, zone), pip: 'on', when: 'past' };
  }

  function renderingStage(): Stage {
    const { state, startedAt, finishedAt, place, nextTryAt } = stages.rendering;
    if (state === 'failed') return { title: 'Rendering failed', fact: 'not counted', pip: 'bad', when: 'now' };
    if (state === 'done') {
      const span =
        startedAt && finishedAt ? `in ${formatDuration(Date.parse(finishedAt) - Date.parse(startedAt))}` : '';
      return { title: 'Rendered', fact: span, pip: 'on', when: 'past' };
    }
    const waits = nextTryAt ? 'waiting for the next try' : (placeWords(place) ?? 'waiting').toLowerCase();
    const fact = state === 'running' && startedAt ? `since ${formatClock(startedAt, zone)}` : waits;
    return { title: 'Rendering', fact, pip: 'live', when: 'now' };
  }

  function driveStage(): Stage {
    const { state, link, at, code } = stages.drive;
    if (state === 'failed') return { title: 'In your Drive', fact: 'not delivered', pip: 'bad', when: 'now' };
    if (state === 'done') {
      const file = link ? (
        <a href={link} target="_blank" rel="noopener">
          Open file<span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      ) : (
        at && formatTime(at, zone)
      );
      return { title: 'In your Drive', fact: file, pip: 'on', when: 'past' };
    }
    if (stages.rendering.state === 'failed')
      return { title: 'In your Drive', fact: 'nothing to deliver', pip: 'empty', when: 'future' };
    if (stages.rendering.state !== 'done')
      return { title: 'In your Drive', fact: 'after rendering', pip: 'empty', when: 'future' };
    const waits = state === 'waiting' && Boolean(code);
    return {
      title: 'In your Drive',
      fact: waits ? 'waiting for Google Drive' : 'uploading',
      pip: waits ? 'empty' : 'live',
      when: 'now',
    };
  }

  function postStage(): Stage {
    const title = postedTitle(status, posts);
    const trouble = troubleText(posts);
    if (trouble) {
      const any = status.posted > 0 || inState(posts, 'unconfirmed').length > 0;
      return { title, fact: trouble, pip: any ? 'warn' : 'bad', when: 'now' };
    }
    const hour = video.publishAt ? formatTime(video.publishAt, zone) : '';
    const ahead = posts.filter(isAhead);
    if (ahead.length > 0) {
      const going = status.state === 'going_out';
      const moved = inState(ahead, 'moved');
      const count = ahead.length - moved.length;
      const where = `on ${count} ${count === 1 ? 'platform' : 'platforms'}`;
      const later = moved[0]?.goesOutAt;
      const planned =
        count > 0 || !later
          ? `${hour} ${where}${later ? `, ${moved.length} later` : ''}`
          : `goes out ${formatDayAndTime(later, zone)}`;
      return {
        title,
        fact: going ? 'going out now' : planned.trim(),
        pip: going ? 'live' : 'empty',
        when: going ? 'now' : 'future',
      };
    }
    if (status.counted === 0) return { title, fact: 'no account connected', pip: 'empty', when: 'future' };
    const first = posts.find((post) => post.at)?.at;
    return { title, fact: first ? formatTime(first, zone) : hour, pip: 'ok', when: 'past' };
  }
}
