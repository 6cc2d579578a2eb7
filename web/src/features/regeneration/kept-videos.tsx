import type { ReactNode } from 'react';
import { Note } from '../../ui/note.tsx';
import type { Regenerated } from './api.ts';

interface Props extends Regenerated {
  nameOf: (videoId: string) => string | null;
  progressLink: ReactNode;
}

const videos = (count: number) => `${count} ${count === 1 ? 'video' : 'videos'}`;

/** The result of a regeneration: how many videos are made again, and which are kept, with the reason. */
export function KeptVideos({ regenerated, kept, nameOf, progressLink }: Props) {
  return (
    <Note
      tone={kept.length > 0 ? 'warn' : 'ok'}
      title={`${videos(regenerated)} will be made again.`}
      actions={progressLink}
    >
      {kept.length > 0 ? (
        <>
          <p>{kept.length === 1 ? '1 video stays as it is:' : `${videos(kept.length)} stay as they are:`}</p>
          <ul className="bullets">
            {kept.map(({ videoId, reason }) => {
              const name = nameOf(videoId);
              return <li key={videoId}>{name ? `${name}: ${reason}` : reason}</li>;
            })}
          </ul>
        </>
      ) : null}
    </Note>
  );
}
