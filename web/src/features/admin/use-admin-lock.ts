import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { storageKeys } from '../../lib/browser-storage.ts';
import { endSession } from './api.ts';

/** Why the locked screen is shown again. `unconfirmed`: the server has not confirmed the end of the session. */
export type LockNotice = 'expired' | 'unconfirmed';

/**
 * Whether this tab shows the reports. The server's cookie gives access to them; session storage only notes that the code
 * was entered in this tab, so that another tab requires it.
 */
export function useAdminLock() {
  const client = useQueryClient();
  const [unlocked, setUnlocked] = useState(() => readStoredState() === 'unlocked');
  const [entered, setEntered] = useState(false);
  const [notice, setNotice] = useState<LockNotice | null>(() =>
    readStoredState() === 'leaving' ? 'unconfirmed' : null,
  );
  const [leaving, setLeaving] = useState(false);

  const lock = (why: LockNotice | null) => {
    storeState(null);
    client.clear();
    setNotice(why);
    setEntered(false);
    setUnlocked(false);
  };

  return {
    unlocked,
    /** True if the code was entered on this page view, not before a reload. */
    entered,
    notice,
    leaving,
    unlock() {
      storeState('unlocked');
      setNotice(null);
      setEntered(true);
      setUnlocked(true);
    },
    expire: () => lock('expired'),
    /** Locks this tab at once, whatever the server responds. */
    async leave() {
      if (unlocked) lock(null);
      setLeaving(true);
      // Until the server confirms it, a reload must also show that the session may still be open.
      storeState('leaving');
      const isConfirmed = await endSession().then(
        () => true,
        () => false,
      );
      if (isConfirmed) storeState(null);
      setNotice(isConfirmed ? null : 'unconfirmed');
      setLeaving(false);
    },
  };
}

type StoredState = 'unlocked' | 'leaving';

function readStoredState(): string | null {
  try {
    return sessionStorage.getItem(storageKeys.admin);
  } catch {
    return null;
  }
}

function storeState(state: StoredState | null): void {
  try {
    if (state) sessionStorage.setItem(storageKeys.admin, state);
    else sessionStorage.removeItem(storageKeys.admin);
  } catch {
    // Storage may be forbidden: the tab then requires the code after each reload.
  }
}
