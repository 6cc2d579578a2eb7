import { useSyncExternalStore } from 'react';
import { kept, onForgetPerson } from '../../lib/browser-storage.ts';
import { newId } from '../../lib/new-id.ts';

export interface Line {
  readonly from: 'person' | 'assistant';
  readonly text: string;
  /** Questions the assistant thinks could be meant. */
  readonly suggestions?: readonly string[];
}

export interface Conversation {
  /** A name for the server's side of the conversation; it identifies nobody. */
  readonly sessionId: string;
  readonly lines: readonly Line[];
}

const MOST_LINES = 30;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const listeners = new Set<() => void>();
let current: Conversation | null = null;
/** The last line could not be stored: what is stored is behind what is shown. */
let unstored = false;

onForgetPerson(() => {
  current = null;
  unstored = false;
  for (const listener of listeners) listener();
});

/** The conversation of this browser: every tab shows and continues the same one. */
export const useConversation = () => useSyncExternalStore(subscribe, readConversation);

export function readConversation(): Conversation {
  current ??= stored() ?? { sessionId: newId(), lines: [] };
  return current;
}

/** Adds a line, unless the conversation it belongs to has been started over meanwhile. */
export function addLine(sessionId: string, line: Line): void {
  const latest = (unstored ? null : stored()) ?? readConversation();
  if (latest.sessionId === sessionId) keep({ sessionId, lines: [...latest.lines, line].slice(-MOST_LINES) });
}

export const startOver = () => keep({ sessionId: newId(), lines: [] });

function keep(conversation: Conversation): void {
  current = conversation;
  try {
    localStorage.setItem(kept.chat, JSON.stringify(conversation));
    unstored = false;
  } catch {
    unstored = true;
    // Without storage the conversation lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== kept.chat && event.key !== null) return;
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

function stored(): Conversation | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(kept.chat) ?? 'null');
    return isConversation(value) ? { ...value, lines: value.lines.slice(-MOST_LINES) } : null;
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
