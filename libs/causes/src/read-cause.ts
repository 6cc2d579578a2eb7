import {
  entryCauses,
  fullDayCauses,
  isPlatform,
  measureCauses,
  type Platform,
  type PostCause,
  partnerCauses,
  postCauses,
  renderFailures,
} from '@reelwright/product';
import { type Cause, type CauseCode, causeCodes, planFeatures, type UnknownCause } from './cause.ts';

/** The data of a cause in an event or a row. Any field may be missing, and instants may be ISO strings. */
export interface CauseData {
  readonly platform?: string | undefined;
  readonly gaveUp?: boolean | undefined;
  readonly movedFrom?: Date | string | undefined;
  readonly goesOutAt?: Date | string | null | undefined;
  readonly perDay?: number | undefined;
  readonly dueAt?: Date | string | undefined;
  readonly postedAt?: Date | string | null | undefined;
  readonly heldBy?: string | undefined;
  readonly feature?: string | undefined;
  /** With PLAN_FEATURE, from the previous release, the feature is posting. */
  readonly refused?: boolean | undefined;
  readonly platforms?: readonly string[] | undefined;
  readonly problem?: string | undefined;
  readonly failure?: string | undefined;
}

const memberIn = <Member extends string>(set: readonly Member[], value: string | undefined): Member | undefined =>
  set.find((member) => member === value);

export const isCauseCode = (code: string): code is CauseCode => memberIn(causeCodes, code) !== undefined;

/** Reads a cause from a code and data of an event or a row. A code without its data gets sentences that need none. */
export function readCause(code: string, data: CauseData): Cause | UnknownCause {
  const known = memberIn(causeCodes, code);
  if (known === undefined) return UNKNOWN;
  if (known === 'EARLIER_VIDEO_KEPT') {
    const failure = memberIn(renderFailures, data.failure);
    return { code: known, data: failure ? { failure } : {} };
  }
  if (known === 'PLAN_FEATURE') {
    const feature = memberIn(planFeatures, data.feature) ?? (data.refused ? 'posting' : undefined);
    if (feature) return { code: known, data: { feature } };
  }
  if (known === 'PLATFORM_NOT_CONNECTED' && data.platforms) {
    return { code: known, data: { platforms: data.platforms.filter(isPlatform) } };
  }
  if (!namesPlatform(known)) return { code: known, data: {} } as Cause;
  return isPlatform(data.platform) ? ({ code: known, data: dataOfPost(known, data.platform, data) } as Cause) : UNKNOWN;
}

/** The cause of a post or a connection when only its platform is known. */
export const postCause = (code: PostCause, platform: Platform): Cause | UnknownCause => readCause(code, { platform });

const UNKNOWN: UnknownCause = { code: 'UNKNOWN', data: {} };

/** A cause of the whole entry names no platform, also where a post has it. */
function namesPlatform(code: CauseCode): boolean {
  if (memberIn<string>(entryCauses, code) !== undefined) return false;
  const isOfPartner = memberIn(partnerCauses, code) !== undefined && code !== 'PUBLISHING_UNAVAILABLE';
  return isOfPartner || memberIn<string>([...postCauses, ...measureCauses], code) !== undefined;
}

function dataOfPost(code: CauseCode, platform: Platform, data: CauseData): Cause['data'] {
  if (code === 'PLATFORM_NOT_CONNECTED') {
    const problem = memberIn(postCauses, data.problem);
    return { platform, ...(problem && { problem }) };
  }
  if (memberIn(measureCauses, code)) return { platform };
  if (code === 'PLATFORM_OFF' || code === 'PRIVACY_OPTION_GONE') {
    if (data.refused) return { platform, refused: true };
  }
  if (code === 'POSTED_LATE' && data.dueAt && data.postedAt) {
    const heldBy = memberIn(postCauses, data.heldBy);
    return { platform, dueAt: new Date(data.dueAt), postedAt: new Date(data.postedAt), ...(heldBy && { heldBy }) };
  }
  if (memberIn<string>(fullDayCauses, code) && data.movedFrom && data.goesOutAt) {
    const moved = { platform, movedFrom: new Date(data.movedFrom), goesOutAt: new Date(data.goesOutAt) };
    return { ...moved, ...(data.perDay && { perDay: data.perDay }) };
  }
  return { platform, ...(data.gaveUp && { gaveUp: true }) };
}
