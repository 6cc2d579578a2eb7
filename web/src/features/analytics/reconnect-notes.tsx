import { type Platform, platformNames } from '@reelwright/product';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import type { PostList } from './api.ts';

interface Props {
  reconnect: PostList['reconnect'];
  /** Opens the platform's consent page. */
  onReconnect: (platform: Platform) => void;
}

/** One note for each platform that needs a permission, or its owner, before it reports more. */
export function ReconnectNotes({ reconnect, onReconnect }: Props) {
  return reconnect.map(({ platform, message, fix }) => (
    <Note
      key={platform}
      tone="warn"
      title={message}
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
