import { type CauseData, readCause, wordsFor } from '@reelwright/causes';
import type { EntryCause } from '@reelwright/product';

/** Why something does not simply go out: a code, empty where nothing is the matter, and what its words name. */
export interface Why {
  readonly code: string;
  readonly causeData: CauseData;
}

/** A cause that scheduling itself finds. Renders, deliveries and posts bring theirs with their events. */
export const causeFor = (code: EntryCause): Why => ({ code, causeData: {} });

/** What a screen shows of a cause; its times are in the zone of the entry. */
export function inWords({ code, causeData }: Why, timeZone: string): { code: string; message: string; fix: string } {
  return code === '' ? NOTHING : { code, ...wordsFor(readCause(code, causeData), { timeZone }) };
}

const NOTHING = { code: '', message: '', fix: '' };
