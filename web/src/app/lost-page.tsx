import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useOpenDrive } from '../features/drive-folder/use-open-drive.ts';
import { currentUserQuery } from '../session/current-user.ts';
import { Button } from '../ui/button.tsx';
import { AppFrame } from './app-frame.tsx';
import { SiteFrame } from './site-frame.tsx';

/** In place of a page that did not load: says why, inside the usual header, and loads it again. */
export function LostPage() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const wasOffline = useRef(false);
  const [isStillOffline, setIsStillOffline] = useState(false);
  const reload = () => {
    // Without a connection the browser would show its own page, and this one would be gone.
    if (navigator.onLine) window.location.reload();
    else setIsStillOffline(true);
  };
  useEffect(() => {
    if (!isOnline) wasOffline.current = true;
    else if (wasOffline.current) window.location.reload();
  }, [isOnline]);
  return (
    <Frame>
      <main className="wrap lone" id="main">
        <h1>{isOnline ? 'This page did not load' : 'You are offline'}</h1>
        <p className="lead">
          {isOnline
            ? 'A newer version may be out, or the connection dropped. Nothing you saved is lost.'
            : 'This page loads as soon as there is a connection. What you entered in the steps of a video is kept.'}
        </p>
        <Button tone="primary" size="large" onClick={reload}>
          Try again
        </Button>
        <p role="status" className="muted">
          {isStillOffline && !isOnline ? 'There is still no connection.' : ''}
        </p>
      </main>
    </Frame>
  );
}

/** The header of who is signed in, as far as it is known without asking. */
function Frame({ children }: { children: ReactNode }) {
  const user = useQueryClient().getQueryData(currentUserQuery.queryKey);
  const drive = useOpenDrive();
  if (!user) return <SiteFrame signInText="Sign In">{children}</SiteFrame>;
  return (
    <AppFrame user={user} openingDrive={drive.opening} onOpenDrive={() => drive.open()}>
      {children}
    </AppFrame>
  );
}

function subscribe(notify: () => void): () => void {
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
}
