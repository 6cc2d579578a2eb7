import { type Platform, platformNames, platforms } from '@reelwright/product';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import type { SeenPost } from './api.ts';

interface Props {
  posts: readonly SeenPost[];
  /** Opens the platform's consent page. */
  onReconnect: (platform: Platform) => void;
}

/** One note for each platform that needs a permission, or its owner, before it reports more. */
export function ReconnectNotes({ posts, onReconnect }: Props) {
  const notes = platforms.flatMap((platform) => {
    const found = posts.find((post) => post.platform === platform && post.code?.endsWith('RECONNECT'));
    return found ? [found] : [];
  });
  return notes.map(({ platform, message, fix }) => (
    <Note
      key={platform}
      tone="warn"
      title={message ?? ''}
      actions={
        <Button size="small" tone="ink" onClick={() => onReconnect(platform)}>
          Reconnect {platformNames[platform]}
        </Button>
      }
    >
      {fix}
    </Note>
  ));
}
