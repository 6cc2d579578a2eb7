import { useCallback, useEffect, useState } from 'react';
import { storageKeys } from '../../lib/browser-storage.ts';
import { newId } from '../../lib/new-id.ts';
import { isTopic, type Topic } from './topics.ts';

/** The typed values. Null in a field means untouched: the user's known value is shown. */
export interface ContactDraft {
  id: string;
  name: string | null;
  email: string | null;
  topic: Topic | null;
  message: string;
}

const emptyDraft = (): ContactDraft => ({
  id: newId(),
  name: null,
  email: null,
  topic: null,
  message: '',
});

/** The unsent message, stored for this tab so that it survives a reload. A changed message gets a new id. */
export function useContactDraft() {
  const [draft, setDraft] = useState(readDraft);

  useEffect(() => {
    try {
      if (isTouched(draft)) sessionStorage.setItem(storageKeys.contactDraft, JSON.stringify(draft));
      else sessionStorage.removeItem(storageKeys.contactDraft);
    } catch {
      // Storage may be full or forbidden: the draft then lives as long as the page.
    }
  }, [draft]);

  const set = useCallback(
    (change: Partial<Omit<ContactDraft, 'id'>>) => setDraft((before) => ({ ...before, ...change, id: newId() })),
    [],
  );
  /** Clears the message after it was sent, and keeps name and e-mail. */
  const startOver = useCallback(() => setDraft(({ name, email }) => ({ ...emptyDraft(), name, email })), []);
  return { draft, set, startOver };
}

export type ContactDraftState = ReturnType<typeof useContactDraft>;

const isTouched = ({ name, email, topic, message }: ContactDraft) => Boolean(name || email || topic || message);

function readDraft(): ContactDraft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKeys.contactDraft) ?? '{}') as Partial<
      Record<keyof ContactDraft, unknown>
    >;
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    const defaults = emptyDraft();
    return {
      id: text(stored.id) ?? defaults.id,
      name: text(stored.name),
      email: text(stored.email),
      topic: isTopic(stored.topic) ? stored.topic : null,
      message: text(stored.message) ?? '',
    };
  } catch {
    return emptyDraft();
  }
}
