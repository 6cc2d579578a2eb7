import { type ReactNode, useEffect, useRef } from 'react';
import { samplePoster } from '../../content/video-types.ts';
import { formatWallShort } from '../../lib/format-date.ts';
import { Note } from '../../ui/note.tsx';
import { Reel, Stamp } from '../../ui/reel.tsx';
import type { SaveNotice } from './api.ts';

interface Props {
  title: string;
  text: string;
  /** A note about entries that do not go out as planned. */
  notice?: ReactNode;
  /** The button that opens the Drive folder, and further actions. */
  actions: ReactNode;
  picture: ReactNode;
}

/** The confirmation after a save. It takes the focus, so that screen readers announce it. */
export function DoneScreen({ title, text, notice, actions, picture }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="done" aria-labelledby="done-title">
      <div className="done-text">
        <h2 id="done-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="lead" role="status">
          {text}
        </p>
        {notice}
        <div className="row">{actions}</div>
      </div>
      {picture}
    </section>
  );
}

/** The posts that go out on another day, because their platform's day is full. */
export function SaveNotices({ notices }: { notices: readonly SaveNotice[] }) {
  if (notices.length === 0) return null;
  const title = notices.length === 1 ? 'One post goes out later' : `${notices.length} posts go out later`;
  return (
    <Note tone="warn" title={title}>
      <ul className="notices">
        {notices.map(({ id, index, platform, message }) => (
          <li key={`${id} ${platform}`}>{`#${index}: ${message}`}</li>
        ))}
      </ul>
    </Note>
  );
}

interface DeckEntry {
  key: string;
  index: number;
  date: string;
  time: string;
  style: string;
}

/** The next three videos as a fan of cards with their days, and with the hour if two share a day. */
export function Deck({ entries }: { entries: DeckEntry[] }) {
  const shown = entries.slice(0, 3);
  const alike = new Set(shown.map(({ date }) => date)).size < shown.length;
  return (
    <div className="deck" aria-hidden="true">
      {shown.map((entry) => (
        <Reel
          key={entry.key}
          tone={entry.style}
          poster={samplePoster(entry.style)}
          of={entry}
          name={`#${entry.index}`}
          topLeft={
            <Stamp paper>
              <span>
                {formatWallShort(entry.date)}
                <span className={alike ? undefined : 'not-on-phone'}>, {entry.time}</span>
              </span>
            </Stamp>
          }
        />
      ))}
    </div>
  );
}
