import { storageKeys } from './browser-storage.ts';

export interface KeptMessage {
  title: string;
  text?: string;
}

/** Keeps a message about a success for the next page, because the browser loads it anew. */
export function keepMessage(message: KeptMessage): void {
  try {
    sessionStorage.setItem(storageKeys.keptMessage, JSON.stringify(message));
  } catch {
    // Storage may be forbidden: the message is then not shown.
  }
}

/** The kept message, once. */
export function takeMessage(): KeptMessage | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKeys.keptMessage) ?? 'null');
    sessionStorage.removeItem(storageKeys.keptMessage);
    const { title, text } = (stored ?? {}) as Partial<Record<keyof KeptMessage, unknown>>;
    if (typeof title !== 'string') return null;
    return typeof text === 'string' ? { title, text } : { title };
  } catch {
    return null;
  }
}
