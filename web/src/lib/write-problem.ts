import { ApiError, messageOf } from './api-client.ts';

/** True where a write may have been done although it failed: its answer was lost, or came too late. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 504].includes(error.status);
}

/** "We do not know yet whether your account was created." */
export const notKnownWhether = (whether: string) => `We do not know yet whether ${whether}.`;

interface Words {
  /** Said where it was not done. */
  fallback: string;
  /** What it is about: "your key was revoked". */
  whether: string;
}

/** What a toast says of a write that failed: that it was not done and why, or that this is not known. */
export function writeProblem(error: unknown, { fallback, whether }: Words): { text: string; cause?: string } {
  if (isOutcomeUnknown(error)) return { text: notKnownWhether(whether) };
  const cause = messageOf(error, '');
  return { text: fallback, ...(cause && { cause }) };
}

/** The same in one sentence, for the place beside a field: the server's own where it gave one. */
export const writeProblemText = (error: unknown, { fallback, whether }: Words): string =>
  isOutcomeUnknown(error) ? notKnownWhether(whether) : messageOf(error, fallback);
