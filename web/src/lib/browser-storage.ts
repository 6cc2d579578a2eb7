/** Every name under which the site stores data in the browser. The privacy page lists all of them. */
export const storageKeys = {
  theme: 'theme',
  chat: 'reelwright.chat',
  payingSince: 'paying-since',
  contactDraft: 'contact-draft',
  connectFailures: 'connect-failures',
  keptMessage: 'kept-message',
  /** index.html reads it under this name, before the first paint. */
  noVideo: 'no-video',
  /** Followed by the user's id, so that no other user sees this draft. */
  calendarDraft: 'draft:',
  admin: 'reelwright.admin',
} as const;

const personal = [
  storageKeys.chat,
  storageKeys.payingSince,
  storageKeys.contactDraft,
  storageKeys.connectFailures,
  storageKeys.noVideo,
];
const listeners = new Set<() => void>();

/** Removes the user's personal data from the browser, on sign-out, account deletion and sign-in of another user. */
export function removePersonalData(): void {
  try {
    for (const name of personal) {
      localStorage.removeItem(name);
      sessionStorage.removeItem(name);
    }
  } catch {
    // Storage may be forbidden, and is then empty.
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` then, to drop personal data in memory too. */
export function onRemovePersonalData(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
