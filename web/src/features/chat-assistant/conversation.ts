import { useSyncExternalStore } from 'react';
import { onRemovePersonalData, storageKeys } from '../../lib/browser-storage.ts';
import { newId } from '../../lib/new-id.ts';

export interface Line {
  readonly from: 'person' | 'assistant';
  readonly text: string;
  /** Questions that may be meant, as the assistant suggests them. */
  readonly suggestions?: readonly string[];
}

export interface Conversation {
  /** The conversation's random id on the server; it does not identify the user. */
  readonly sessionId: string;
  readonly lines: readonly Line[];
}

const MAX_LINES = 30;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const listeners = new Set<() => void>();
let current: Conversation | null = null;
/** True if the last line could not be stored, so that the stored conversation is older than the one shown. */
let isUnstored = false;

onRemovePersonalData(() => {
  current = null;
  isUnstored = false;
  for (const listener of listeners) listener();
});

/** The conversation of this browser, which all tabs share. */
export const useConversation = () => useSyncExternalStore(subscribe, readConversation);

export function readConversation(): Conversation {
  current ??= readStoredConversation() ?? { sessionId: newId(), lines: [] };
  return current;
}

/** Adds a line, unless its conversation was started over meanwhile. */
export function addLine(sessionId: string, line: Line): void {
  const latest = (isUnstored ? null : readStoredConversation()) ?? readConversation();
  if (latest.sessionId === sessionId) store({ sessionId, lines: [...latest.lines, line].slice(-MAX_LINES) });
}

export const startOver = () => store({ sessionId: newId(), lines: [] });

function store(conversation: Conversation): void {
  current = conversation;
  try {
    localStorage.setItem(storageKeys.chat, JSON.stringify(conversation));
    isUnstored = false;
  } catch {
    isUnstored = true;
    // Storage may be full or forbidden: the conversation then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKeys.chat && event.key !== null) return;
    current = null;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

function readStoredConversation(): Conversation | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKeys.chat) ?? 'null');
    return isConversation(value) ? { ...value, lines: value.lines.slice(-MAX_LINES) } : null;
  } catch {
    return null;
  }
}

function isConversation(value: unknown): value is Conversation {
  const { sessionId, lines } = (value ?? {}) as { sessionId?: unknown; lines?: unknown };
  return typeof sessionId === 'string' && UUID.test(sessionId) && Array.isArray(lines) && lines.every(isLine);
}

function isLine(value: unknown): boolean {
  const { from, text, suggestions } = (value ?? {}) as Record<string, unknown>;
  const areTexts =
    suggestions === undefined || (Array.isArray(suggestions) && suggestions.every((each) => typeof each === 'string'));
  return (from === 'person' || from === 'assistant') && typeof text === 'string' && areTexts;
}
