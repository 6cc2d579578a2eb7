import {
  deliveryCauses,
  type EntryCause,
  entryCauses,
  type FullDayCause,
  type MeasureCause,
  measureCauses,
  type PartnerCause,
  type Platform,
  type PostCause,
  partnerCauses,
  postCauses,
  type RenderFailure,
  renderFailures,
  renderWaits,
} from '@reelwright/product';

/** All codes of causes. */
export const causeCodes = [
  ...postCauses,
  ...renderFailures,
  ...renderWaits,
  ...deliveryCauses,
  ...entryCauses,
  ...measureCauses,
  ...partnerCauses,
] as const;
export type CauseCode = (typeof causeCodes)[number];

interface OfPlatform {
  readonly platform: Platform;
}

interface OfPost extends OfPlatform {
  /** It was retried until its time limit. */
  readonly gaveUp?: boolean;
}

/** A post that was moved to another day because the platform accepts no more on its own day. */
interface OfMovedPost extends OfPlatform {
  readonly movedFrom: Date;
  readonly goesOutAt: Date;
  /** How many posts the platform accepts a day from one account; absent if the day is full for another reason. */
  readonly perDay?: number;
}

interface OfLatePost extends OfPlatform {
  readonly dueAt: Date;
  readonly postedAt: Date;
  /** The cause of the delay; absent if it is not known. */
  readonly heldBy?: PostCause;
}

type None = Readonly<Record<never, never>>;

/** What a plan does not include when it refuses a request. */
export const planFeatures = ['posting', 'calendar', 'entry_settings', 'views', 'analytics', 'branding'] as const;
export type PlanFeature = (typeof planFeatures)[number];

/** A person's request was refused; without it, the cause is about a post. */
interface OfRequest extends OfPlatform {
  readonly refused: true;
}

interface OwnData extends Record<FullDayCause, OfPost | OfMovedPost> {
  readonly POSTED_LATE: OfPost | OfLatePost;
  readonly PLAN_FEATURE: OfPost | { readonly feature: PlanFeature };
  readonly PLATFORM_OFF: OfPost | OfRequest;
  readonly PRIVACY_OPTION_GONE: OfPost | OfRequest;
  /** `failure`: why the new video could not be made. */
  readonly EARLIER_VIDEO_KEPT: { readonly failure?: RenderFailure };
  /** `problem`: what is wrong with the connection. */
  readonly PLATFORM_NOT_CONNECTED:
    | (OfPlatform & { readonly problem?: PostCause })
    | { readonly platforms: readonly Platform[] };
  readonly PUBLISHING_UNAVAILABLE: None;
}

/** The data that the sentences of a code name. */
export type DataOf<Code extends CauseCode> = Code extends keyof OwnData
  ? OwnData[Code]
  : Code extends EntryCause
    ? None
    : Code extends PostCause
      ? OfPost
      : Code extends PartnerCause | MeasureCause
        ? OfPlatform
        : None;

/** Why something failed or was delayed: a code of a closed set and its data. */
export type Cause<Code extends CauseCode = CauseCode> = {
  [Each in Code]: { readonly code: Each; readonly data: DataOf<Each> };
}[Code];

/** A code that this version does not know, or one whose data it cannot read. */
export interface UnknownCause {
  readonly code: 'UNKNOWN';
  readonly data: None;
}
