import {
  deliveryCauses,
  entryCauses,
  type FullDayCause,
  type PartnerCause,
  type Platform,
  type PostCause,
  partnerCauses,
  postCauses,
  type RenderFailure,
  renderFailures,
  renderWaits,
} from '@reelwright/product';

/** Every code that has words. */
export const causeCodes = [
  ...postCauses,
  ...renderFailures,
  ...renderWaits,
  ...deliveryCauses,
  ...entryCauses,
  ...partnerCauses,
] as const;
export type CauseCode = (typeof causeCodes)[number];

interface OfPlatform {
  readonly platform: Platform;
}

interface OfPost extends OfPlatform {
  /** It was tried until its time was over. */
  readonly gaveUp?: boolean;
}

/** A post that goes out on another day, for its platform takes no more on the first. */
interface OfMovedPost extends OfPlatform {
  readonly movedFrom: Date;
  readonly goesOutAt: Date;
  /** What the platform takes a day from one account; absent where the day is full for another reason. */
  readonly perDay?: number;
}

interface OfLatePost extends OfPlatform {
  readonly dueAt: Date;
  readonly postedAt: Date;
  /** What held it up at its time; absent when that is not known. */
  readonly heldBy?: PostCause;
}

type None = Readonly<Record<never, never>>;

interface OwnData extends Record<FullDayCause, OfPost | OfMovedPost> {
  readonly POSTED_LATE: OfPost | OfLatePost;
  /** `refused`: it was not taken. */
  readonly PLAN_FEATURE: OfPost | { readonly platform?: Platform; readonly refused: true };
  /** `failure`: why the new video could not be made. */
  readonly EARLIER_VIDEO_KEPT: { readonly failure?: RenderFailure };
  /** `problem`: what is wrong with the connection. */
  readonly PLATFORM_NOT_CONNECTED: OfPlatform & { readonly problem?: PostCause };
  readonly PUBLISHING_UNAVAILABLE: None;
}

/** What the words of a code name. */
export type DataOf<Code extends CauseCode> = Code extends keyof OwnData
  ? OwnData[Code]
  : Code extends PostCause
    ? OfPost
    : Code extends PartnerCause
      ? OfPlatform
      : None;

/** Why something did not happen: a code of a closed set, and what its words name. */
export type Cause<Code extends CauseCode = CauseCode> = {
  [Each in Code]: { readonly code: Each; readonly data: DataOf<Each> };
}[Code];

/** A code that this version does not know, or one whose data it cannot read. */
export interface UnknownCause {
  readonly code: 'UNKNOWN';
  readonly data: None;
}
