import { type CauseData, readCause, wordsFor } from '@reelwright/causes';
import type { EntryCause } from '@reelwright/product';

/** A cause: a code, empty if there is no problem, and the data of its text. */
export interface Why {
  readonly code: string;
  readonly causeData: CauseData;
}

/** A cause that scheduling itself finds. Those of renders, deliveries and posts are in their events. */
export const causeFor = (code: EntryCause): Why => ({ code, causeData: {} });

/** The texts of a cause, with times in the zone of the entry. */
export function inWords({ code, causeData }: Why, timeZone: string): { code: string; message: string; fix: string } {
  return code === '' ? NOTHING : { code, ...wordsFor(readCause(code, causeData), { timeZone }) };
}

const NOTHING = { code: '', message: '', fix: '' };
