import { useEffect } from 'react';
import { nameOf } from '../../lib/entry-choice.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import type { Video } from './api.ts';

/** How long it says that the link was copied. */
const SHOWN_MS = 6_000;

/** Downloads a finished video, and shares its link by the browser's own dialog, else copies it. */
export function TakeVideo({ video, mediaUrl }: { video: Video; mediaUrl: string }) {
  const { copied, copy, forget } = useCopy();
  const name = nameOf(video);
  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(forget, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied, forget]);

  const share = async () => {
    const url = new URL(mediaUrl, window.location.origin).href;
    if (!(await shareBySystem({ title: name, url }))) await copy(url);
  };
  return (
    <>
      {/* The file may come from another origin, whose files browsers open; then it is in a tab of its own. */}
      <a
        className={buttonClass({ size: 'large' })}
        href={mediaUrl}
        download={fileNameOf(name)}
        target="_blank"
        rel="noopener"
      >
        <Icon name="download" />
        Download
      </a>
      <Button size="large" onClick={() => void share()}>
        <Icon name="share" />
        Share
      </Button>
      <span className="small muted" role="status">
        {copied === 'yes' ? 'Link copied. It works for a day.' : ''}
        {copied === 'no' ? 'The browser did not let us copy the link.' : ''}
      </span>
    </>
  );
}

/** True if the person has shared it or has closed the dialog. */
async function shareBySystem(data: ShareData): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** "glass-squish.mp4"; a title may have characters that no file name takes. */
function fileNameOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'video'}.mp4`;
}
