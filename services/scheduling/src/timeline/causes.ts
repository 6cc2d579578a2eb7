import { type CauseData, type Reader, readCause, type Words, wordsFor } from '@reelwright/causes';
import type { EntryCause } from '@reelwright/product';

/** A cause: a code, empty if there is no problem, and the data of its text. */
export interface Why {
  readonly code: string;
  readonly causeData: CauseData;
}

/** A cause that scheduling itself finds. Those of renders, deliveries and posts are in their events. */
export const causeFor = (code: EntryCause): Why => ({ code, causeData: {} });

/** A cause with its texts. */
export function describeCause({ code, causeData }: Why, reader: Reader): { code: string } & Words {
  return code === '' ? NOTHING : { code, ...wordsFor(readCause(code, causeData), reader) };
}

const NOTHING = { code: '', message: '', fix: '' };
