import { useCallback, useEffect, useMemo, useState } from 'react';
import { storageKeys } from '../../lib/browser-storage.ts';
import type { EntryChoice } from '../../lib/entry-choice.ts';
import type { Settings } from './api.ts';
import { type Draft, emptyDraft } from './draft.ts';

export interface DraftActions {
  set: (change: Partial<Settings>) => void;
  add: (choice: EntryChoice) => void;
  change: (key: string, choice: EntryChoice) => void;
  remove: (keys: readonly string[]) => void;
  clear: () => void;
}

/**
 * The draft, stored for this tab so that it survives a reload, an expired session and a visit to the payment page.
 */
export function useDraft(userId: string): [Draft, DraftActions] {
  const storageKey = `${storageKeys.calendarDraft}${userId}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft(storageKey));

  useEffect(() => {
    try {
      if (draft === emptyDraft) sessionStorage.removeItem(storageKey);
      else sessionStorage.setItem(storageKey, JSON.stringify(draft));
    } catch {
      // Storage may be full or forbidden: the draft then lives as long as the page.
    }
  }, [draft, storageKey]);

  const set = useCallback<DraftActions['set']>((change) => setDraft((before) => ({ ...before, ...change })), []);
  const add = useCallback<DraftActions['add']>(
    (choice) =>
      setDraft((before) => ({
        ...before,
        added: [...before.added, { ...choice, key: `new-${Math.random().toString(36).slice(2)}` }],
      })),
    [],
  );
  const change = useCallback<DraftActions['change']>(
    (key, choice) =>
      setDraft((before) =>
        before.added.some((entry) => entry.key === key)
          ? { ...before, added: before.added.map((entry) => (entry.key === key ? { ...choice, key } : entry)) }
          : { ...before, changed: { ...before.changed, [key]: choice } },
      ),
    [],
  );
  const remove = useCallback<DraftActions['remove']>(
    (keys) =>
      setDraft((before) => {
        const added = before.added.filter((entry) => !keys.includes(entry.key));
        const saved = keys.filter((key) => !before.added.some((entry) => entry.key === key));
        return { ...before, added, removed: [...new Set([...before.removed, ...saved])] };
      }),
    [],
  );
  const clear = useCallback(() => setDraft(emptyDraft), []);

  const actions = useMemo(() => ({ set, add, change, remove, clear }), [set, add, change, remove, clear]);
  return [draft, actions];
}

function readDraft(storageKey: string): Draft {
  try {
    const text = sessionStorage.getItem(storageKey);
    if (!text) return emptyDraft;
    return { ...emptyDraft, ...(JSON.parse(text) as Partial<Draft>) };
  } catch {
    return emptyDraft;
  }
}
