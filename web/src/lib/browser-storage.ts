/** Every name under which the site keeps something in the browser; the privacy page lists them all. */
export const kept = {
  theme: 'theme',
  chat: 'reelwright.chat',
  payingSince: 'paying-since',
  contactDraft: 'contact-draft',
  connectFailures: 'connect-failures',
  /** Followed by the account's id: nobody else is shown this draft. */
  calendarDraft: 'draft:',
  admin: 'reelwright.admin',
} as const;

const personal = [kept.chat, kept.payingSince, kept.contactDraft, kept.connectFailures];
const listeners = new Set<() => void>();

/** Drops what was typed and said here by a person who leaves: signs out, deletes the account or gives way to another. */
export function forgetPerson(): void {
  try {
    for (const name of personal) {
      localStorage.removeItem(name);
      sessionStorage.removeItem(name);
    }
  } catch {
    // Storage may be forbidden; then nothing was kept in it.
  }
  for (const listener of listeners) listener();
}

/** For what is held in memory as well. */
export function onForgetPerson(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
