import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { storageKeys } from '../../lib/browser-storage.ts';
import type { EntryChoice } from '../../lib/entry-choice.ts';
import type { Settings } from './api.ts';
import { type Draft, emptyDraft, isEmpty } from './draft.ts';

export interface DraftActions {
  set: (change: Partial<Settings>) => void;
  add: (choice: EntryChoice) => void;
  change: (key: string, choice: EntryChoice) => void;
  remove: (keys: readonly string[]) => void;
  /** After a save of the draft of `changedAt`: ends it in all tabs. A newer one is not saved yet, and stays. */
  clear: (changedAt: number) => void;
  /** Shows again what this tab had before a newer change came from another tab. */
  restore: () => void;
}

/** What another tab did that is shown here now. */
export interface OtherTab {
  did: 'changed' | 'saved';
  /** Whether this tab had changes of its own, which `restore` shows again. */
  canRestore: boolean;
}

export interface Drafting {
  draft: Draft;
  /** When the draft was last changed, in ms of this machine, whose clock all tabs share. */
  changedAt: number;
  actions: DraftActions;
  otherTab: OtherTab | null;
}

interface State extends Pick<Drafting, 'draft' | 'changedAt'> {
  otherTab: OtherTab['did'] | null;
  /** What this tab had before the other tab's change. */
  own: Draft | null;
}

/** `saved` has the time of the draft that was saved. */
type Message =
  | { kind: 'ask' }
  | { kind: 'changed'; draft: Draft; changedAt: number }
  | { kind: 'saved'; changedAt: number };

/**
 * The draft. It is stored for this tab, so that it survives a reload, an expired session and a visit to the payment page.
 * All open tabs show the newest draft; `otherTab` says when it comes from another one.
 */
export function useDraft(userId: string, onSavedElsewhere: () => void): Drafting {
  const storageKey = `${storageKeys.calendarDraft}${userId}`;
  const [state, setState] = useState<State>(() => readState(storageKey));
  const latest = useRef(state);
  latest.current = state;
  const channel = useRef<BroadcastChannel | null>(null);
  const onSaved = useRef(onSavedElsewhere);
  onSaved.current = onSavedElsewhere;

  useEffect(() => {
    try {
      if (isEmpty(state.draft)) sessionStorage.removeItem(storageKey);
      else sessionStorage.setItem(storageKey, JSON.stringify({ ...state.draft, changedAt: state.changedAt }));
    } catch {
      // Storage may be full or forbidden: the draft then lives as long as the page.
    }
    if (state.otherTab === null && !isEmpty(state.draft)) send(channel.current, changeOf(state));
  }, [state, storageKey]);

  useEffect(() => {
    if (!('BroadcastChannel' in globalThis)) return;
    const opened = new BroadcastChannel(storageKey);
    channel.current = opened;
    opened.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'ask') {
        if (!isEmpty(latest.current.draft)) send(opened, changeOf(latest.current));
        return;
      }
      if (data.kind === 'saved') onSaved.current();
      setState((before) => after(before, data));
    };
    send(opened, { kind: 'ask' });
    return () => {
      channel.current = null;
      opened.close();
    };
  }, [storageKey]);

  const edit = useCallback((change: (before: Draft) => Draft) => {
    setState(({ draft }) => ({ draft: change(draft), changedAt: Date.now(), otherTab: null, own: null }));
  }, []);
  const set = useCallback<DraftActions['set']>((change) => edit((before) => ({ ...before, ...change })), [edit]);
  const add = useCallback<DraftActions['add']>(
    (choice) =>
      edit((before) => ({
        ...before,
        added: [...before.added, { ...choice, key: `new-${Math.random().toString(36).slice(2)}` }],
      })),
    [edit],
  );
  const change = useCallback<DraftActions['change']>(
    (key, choice) =>
      edit((before) =>
        before.added.some((entry) => entry.key === key)
          ? { ...before, added: before.added.map((entry) => (entry.key === key ? { ...choice, key } : entry)) }
          : { ...before, changed: { ...before.changed, [key]: choice } },
      ),
    [edit],
  );
  const remove = useCallback<DraftActions['remove']>(
    (keys) =>
      edit((before) => {
        const added = before.added.filter((entry) => !keys.includes(entry.key));
        const saved = keys.filter((key) => !before.added.some((entry) => entry.key === key));
        return { ...before, added, removed: [...new Set([...before.removed, ...saved])] };
      }),
    [edit],
  );
  const clear = useCallback((changedAt: number) => {
    setState((before) => ({ ...afterSave(before, changedAt), own: null }));
    send(channel.current, { kind: 'saved', changedAt });
  }, []);
  const restore = useCallback(() => {
    setState(({ draft, own }) => ({ draft: own ?? draft, changedAt: Date.now(), otherTab: null, own: null }));
  }, []);

  const actions = useMemo(
    () => ({ set, add, change, remove, clear, restore }),
    [set, add, change, remove, clear, restore],
  );
  const otherTab = state.otherTab && { did: state.otherTab, canRestore: state.own !== null };
  return { draft: state.draft, changedAt: state.changedAt, actions, otherTab };
}

/** The state after a message of another tab. The newer draft wins; what this tab had is kept for `restore`. */
function after(before: State, message: Exclude<Message, { kind: 'ask' }>): State {
  if (message.kind === 'saved') {
    const left = afterSave(before, message.changedAt);
    return left === before ? before : { ...left, otherTab: 'saved' };
  }
  if (message.changedAt <= before.changedAt) return before;
  const { draft, changedAt } = message;
  const had = before.otherTab === null && !isEmpty(before.draft) ? before.draft : before.own;
  return { draft, changedAt, otherTab: 'changed', own: had };
}

/** The state after a save of the draft of `changedAt`: a newer draft stays. */
const afterSave = (before: State, changedAt: number): State =>
  before.changedAt > changedAt ? before : { draft: emptyDraft, changedAt, otherTab: null, own: null };

const changeOf = ({ draft, changedAt }: State): Message => ({ kind: 'changed', draft, changedAt });

function send(channel: BroadcastChannel | null, message: Message): void {
  channel?.postMessage(message);
}

function readState(storageKey: string): State {
  const fresh = { draft: emptyDraft, changedAt: 0, otherTab: null, own: null };
  try {
    const text = sessionStorage.getItem(storageKey);
    if (!text) return fresh;
    const { changedAt = 1, ...draft } = JSON.parse(text) as Partial<Draft> & { changedAt?: number };
    return { ...fresh, draft: { ...emptyDraft, ...draft }, changedAt };
  } catch {
    return fresh;
  }
}
