/** Why an entry does not go out by itself: its owner wants it so. */
export const holdCauses = ['ENTRY_SKIPPED', 'POSTING_PAUSED', 'AWAITS_APPROVAL'] as const;
export type HoldCause = (typeof holdCauses)[number];

/** The causes of posts, connections and consents that end or wait. */
export const postCauses = [
  // The connection
  'NOT_CONNECTED',
  'RECONNECT_NEEDED',
  'TOKEN_REJECTED',
  'ACCESS_REMOVED',
  'ACCESS_EXPIRED',
  'PASSWORD_CHANGED',
  'CHECKPOINT',
  'SCOPE_MISSING',
  'ENDS_SOON',
  'ENDS_BEFORE',
  'OTHER_ACCOUNT',
  'NO_LONGER_CONNECTED',
  'LOOK_NEEDS_RECONNECT',
  'SETUP_NEEDED',
  'PAGE_NOT_CHOSEN',
  'PLAN_FEATURE',
  'PLATFORM_OFF',
  'NO_MEDIA_ADDRESS',
  'DISCONNECTED',
  'REMOVED_AT_PLATFORM',
  'NOT_WANTED',
  'ENTRY_CANCELLED',
  // The consent
  'CONSENT_EXPIRED',
  'CONSENT_DENIED',
  'SIGN_IN_REFUSED',
  'SIGNED_OUT',
  'NO_PAGES',
  'NO_CHANNEL',
  'PERSONAL_ACCOUNT',
  'CONNECT_FAILED',
  // What its owner wants
  ...holdCauses,
  'MISSED_WHILE_PAUSED',
  'MISSED_UNAPPROVED',
  // Time and media
  'MISSED',
  'POSTED_LATE',
  'NO_LINK',
  'CALENDAR_UNREACHABLE',
  'VIDEO_NOT_READY',
  'VIDEO_FAILED',
  'LOST_IN_RESTORE',
  'MEDIA_GONE',
  'MEDIA_REFUSED',
  'MEDIA_UNREACHABLE',
  'MEDIA_URL_NEEDED',
  'NO_ROOM_FOR_FILE',
  // Words
  'TITLE_REFUSED',
  'CAPTION_REFUSED',
  'METADATA_REFUSED',
  // Limits
  'RATE_LIMITED',
  'BUDGET_SPENT',
  'DAILY_LIMIT',
  'TOO_MANY_PENDING',
  // The account
  'ACCOUNT_RESTRICTED',
  'ACCOUNT_PAUSED',
  'ACCOUNT_NOT_PRIVATE',
  'PRIVACY_OPTION_GONE',
  'BLOCKED',
  'DUPLICATE',
  'COPYRIGHT',
  // Calls
  'SESSION_LOST',
  'NOT_PROCESSED_YET',
  'PROCESSING_FAILED',
  'PROVIDER_ERROR',
  'PROVIDER_UNREACHABLE',
  'APP_REFUSED',
  'REQUEST_REFUSED',
  'NOT_COMMITTED',
  'OUTCOME_UNKNOWN',
] as const;
export type PostCause = (typeof postCauses)[number];

/** The ends of posts that their owners held: nothing was promised of them. */
export const ownersEnds = ['MISSED_WHILE_PAUSED', 'MISSED_UNAPPROVED'] as const satisfies readonly PostCause[];

/** The causes with which a consent can end, as in the address of the Social Media page. */
export const consentCauses = [
  'CONSENT_EXPIRED',
  'CONSENT_DENIED',
  'SCOPE_MISSING',
  'SIGN_IN_REFUSED',
  'SIGNED_OUT',
  'NO_PAGES',
  'NO_CHANNEL',
  'PERSONAL_ACCOUNT',
  'ACCOUNT_RESTRICTED',
  'ACCOUNT_PAUSED',
  'DAILY_LIMIT',
  'RATE_LIMITED',
  'PROVIDER_ERROR',
  'PROVIDER_UNREACHABLE',
  'APP_REFUSED',
  'CONNECT_FAILED',
] as const satisfies readonly PostCause[];
export type ConsentCause = (typeof consentCauses)[number];

/** The causes with which a consent for an own Drive can end, as in the address of the profile page. */
export const driveConsentCauses = [
  'CONSENT_EXPIRED',
  'CONSENT_DENIED',
  'SIGN_IN_REFUSED',
  'SIGNED_OUT',
  'PROVIDER_UNREACHABLE',
  'APP_REFUSED',
  'CONNECT_FAILED',
] as const satisfies readonly ConsentCause[];
export type DriveConsentCause = (typeof driveConsentCauses)[number];

/** The platform accepts no more on that day, by our count or its own answer: the post goes out on another day. */
export const fullDayCauses = ['BUDGET_SPENT', 'DAILY_LIMIT'] as const satisfies readonly PostCause[];
export type FullDayCause = (typeof fullDayCauses)[number];

/** Why a video was not made. */
export const renderFailures = [
  'MODEL_REFUSED',
  'MODEL_UNAVAILABLE',
  'NO_ROOM_IN_TIME',
  'DEADLINE_PASSED',
  'VIDEO_INVALID',
  'RENDER_FAILED',
] as const;
export type RenderFailure = (typeof renderFailures)[number];

/** Why a video is not being made right now. */
export const renderWaits = ['STORE_FULL', 'MODEL_BUSY', 'MODEL_AWAY', 'MODEL_SLOW', 'INTERRUPTED'] as const;
export type RenderWait = (typeof renderWaits)[number];

/** Why a video is not in its owner's own Drive; only the owner can change it. */
export const ownDriveCauses = ['OWN_DRIVE_FULL', 'OWN_DRIVE_ACCESS_LOST'] as const;
export type OwnDriveCause = (typeof ownDriveCauses)[number];

/** Why a video is not in its folder. */
export const deliveryCauses = [
  'DRIVE_FULL',
  'DRIVE_SHARING_REFUSED',
  'DRIVE_ACCESS_LOST',
  'DRIVE_UNAVAILABLE',
  ...ownDriveCauses,
  'MEDIA_MISSING',
] as const;
export type DeliveryCause = (typeof deliveryCauses)[number];

/** Why numbers of a post are missing until its account is connected again. */
export const reconnectMeasureCauses = ['VIEWS_NEED_RECONNECT', 'WATCH_TIME_NEEDS_RECONNECT'] as const;

/** Why the views of a post are missing, or not newer. The numbers that were read before stay. */
export const measureCauses = [
  ...reconnectMeasureCauses,
  'VIEWS_NOT_CONNECTED',
  'VIEWS_NOT_REPORTED',
  'VIEWS_DELAYED',
] as const;
export type MeasureCause = (typeof measureCauses)[number];

/** Causes in answers to partners, besides those of the post itself. */
export const partnerCauses = [
  'PLATFORM_NOT_CONNECTED',
  'POST_UNCONFIRMED',
  'POST_LOST',
  'POST_FAILED',
  'PUBLISHING_UNAVAILABLE',
] as const;
export type PartnerCause = (typeof partnerCauses)[number];
