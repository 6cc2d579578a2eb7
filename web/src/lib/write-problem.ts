import { ApiError, messageOf } from './api-client.ts';

/** True if a failed write may have been done: its response was lost or came too late. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 504].includes(error.status);
}

/** "We do not know yet whether your account was created." */
export const outcomeUnknownText = (effect: string) => `We do not know yet whether ${effect}.`;

interface Words {
  /** The text when it was not done. */
  fallback: string;
  /** The effect of the write, to complete a sentence: "your key was revoked". */
  effect: string;
}

/** The texts of a toast about a failed write: that it was not done and why, or that the outcome is unknown. */
export function writeProblem(error: unknown, { fallback, effect }: Words): { text: string; reason?: string } {
  if (isOutcomeUnknown(error)) return { text: outcomeUnknownText(effect) };
  const reason = messageOf(error, '');
  return { text: fallback, ...(reason && { reason }) };
}

/** The same as one sentence, to show beside a field; the server's sentence if it sent one. */
export const writeProblemText = (error: unknown, { fallback, effect }: Words): string =>
  isOutcomeUnknown(error) ? outcomeUnknownText(effect) : messageOf(error, fallback);
