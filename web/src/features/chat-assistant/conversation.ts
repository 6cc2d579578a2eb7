import { useSyncExternalStore } from 'react';

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

const KEY = 'reelwright.chat';
const MOST_LINES = 30;

const listeners = new Set<() => void>();
let current: Conversation | null = null;

/** The conversation of this browser: every tab shows and continues the same one. */
export const useConversation = () => useSyncExternalStore(subscribe, readConversation);

export function readConversation(): Conversation {
  current ??= stored() ?? { sessionId: newId(), lines: [] };
  return current;
}

/** Adds a line, unless the conversation it belongs to has been started over meanwhile. */
export function addLine(sessionId: string, line: Line): void {
  const latest = stored() ?? readConversation();
  if (latest.sessionId === sessionId) keep({ sessionId, lines: [...latest.lines, line].slice(-MOST_LINES) });
}

export const startOver = () => keep({ sessionId: newId(), lines: [] });

function keep(conversation: Conversation): void {
  current = conversation;
  try {
    localStorage.setItem(KEY, JSON.stringify(conversation));
  } catch {
    // Without storage the conversation lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
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
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isConversation(value) ? value : null;
  } catch {
    return null;
  }
}

function isConversation(value: unknown): value is Conversation {
  const { sessionId, lines } = (value ?? {}) as { sessionId?: unknown; lines?: unknown };
  return typeof sessionId === 'string' && Array.isArray(lines) && lines.every(isLine);
}

function isLine(value: unknown): boolean {
  const { from, text, suggestions } = (value ?? {}) as Record<string, unknown>;
  const areTexts =
    suggestions === undefined || (Array.isArray(suggestions) && suggestions.every((each) => typeof each === 'string'));
  return (from === 'person' || from === 'assistant') && typeof text === 'string' && areTexts;
}

/** A random uuid; crypto.randomUUID is not there on plain http. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = '89ab'[(bytes[8] ?? 0) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
