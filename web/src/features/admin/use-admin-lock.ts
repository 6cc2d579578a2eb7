import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { kept } from '../../lib/browser-storage.ts';
import { endSession } from './api.ts';

/** Why the locked screen is shown again. `unconfirmed`: the server has not said that the session is over. */
export type LockNotice = 'expired' | 'unconfirmed';

/**
 * Whether this tab shows the reports. The server's cookie is what opens them; session storage only remembers that the code
 * was entered in this tab, so that another one asks for it.
 */
export function useAdminLock() {
  const client = useQueryClient();
  const [unlocked, setUnlocked] = useState(() => stored() === 'unlocked');
  const [entered, setEntered] = useState(false);
  const [notice, setNotice] = useState<LockNotice | null>(() => (stored() === 'leaving' ? 'unconfirmed' : null));
  const [leaving, setLeaving] = useState(false);

  const lock = (why: LockNotice | null) => {
    remember(null);
    client.clear();
    setNotice(why);
    setEntered(false);
    setUnlocked(false);
  };

  return {
    unlocked,
    /** The code was entered just now, not on an earlier visit. */
    entered,
    notice,
    leaving,
    unlock() {
      remember('unlocked');
      setNotice(null);
      setEntered(true);
      setUnlocked(true);
    },
    expire: () => lock('expired'),
    /** Locks this tab at once, whatever the server answers. */
    async leave() {
      if (unlocked) lock(null);
      setLeaving(true);
      // Until the server confirms it, also a reload has to say that the session may still be open.
      remember('leaving');
      const confirmed = await endSession().then(
        () => true,
        () => false,
      );
      if (confirmed) remember(null);
      setNotice(confirmed ? null : 'unconfirmed');
      setLeaving(false);
    },
  };
}

type Remembered = 'unlocked' | 'leaving';

function stored(): string | null {
  try {
    return sessionStorage.getItem(kept.admin);
  } catch {
    return null;
  }
}

function remember(state: Remembered | null): void {
  try {
    if (state) sessionStorage.setItem(kept.admin, state);
    else sessionStorage.removeItem(kept.admin);
  } catch {
    // Storage may be forbidden: the tab then asks for the code after each reload.
  }
}
