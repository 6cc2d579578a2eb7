/** What a code means for the step it ended. `unknown` counts only at the commit; before it, it is tried again. */
export type Verdict = 'retry' | 'permanent' | 'unknown';

export interface Cause {
  readonly verdict: Verdict;
  /** The cause, then what to do, as plain sentences. `{platform}` is the platform's name. */
  readonly message: string;
  /** Seconds to wait before trying again; without it the wait grows from try to try. */
  readonly waitSeconds?: number;
  /** The connection is no good any more, and why: its grant is dead, it lacks a right, or the account itself is the matter. */
  readonly connection?: 'dead' | 'scope';
  /** The staged copy can't be used any more. */
  readonly restage?: boolean;
}

/** Every code a post or a connection can show, with its cause and its fix. */
export const causes = {
  // The connection
  NOT_CONNECTED: {
    verdict: 'permanent',
    message: 'No {platform} account is connected. Connect one, then post it now.',
  },
  RECONNECT_NEEDED: {
    verdict: 'permanent',
    message: 'The connection to {platform} no longer works. Reconnect it, then post it now.',
  },
  TOKEN_REJECTED: {
    verdict: 'retry',
    connection: 'dead',
    message: '{platform} no longer accepts our access, perhaps because it was removed there. Press Reconnect.',
  },
  SCOPE_MISSING: {
    verdict: 'retry',
    connection: 'scope',
    message: 'Reconnect {platform} and leave every permission ticked: one that posting needs is missing.',
  },
  SETUP_NEEDED: { verdict: 'permanent', message: 'Choose who may see your TikTok posts first, then post it now.' },
  PAGE_NOT_CHOSEN: { verdict: 'permanent', message: 'Choose the Facebook Page to post to first, then post it now.' },
  PLAN_FEATURE: {
    verdict: 'permanent',
    message: 'Your plan did not include posting to {platform} at its time. Choose a plan, then post it now.',
  },
  PLATFORM_OFF: { verdict: 'permanent', message: 'Posting to {platform} is switched off here.' },
  DISCONNECTED: { verdict: 'permanent', message: 'You disconnected {platform} before this was due.' },
  NOT_WANTED: { verdict: 'permanent', message: 'This entry no longer goes to {platform}.' },
  ENTRY_CANCELLED: { verdict: 'permanent', message: 'The entry was removed from the calendar.' },
  // Time and media
  MISSED: {
    verdict: 'permanent',
    message: 'Its time passed more than 6 hours ago, so it was not posted. You can post it now.',
  },
  POSTED_LATE: {
    verdict: 'permanent',
    message: 'It went out later than planned, because Reelwright or {platform} was not available at its time.',
  },
  CALENDAR_UNREACHABLE: {
    verdict: 'retry',
    message:
      'We could not read your calendar just now, and ask again before this goes out. It waits 5 minutes at most.',
  },
  VIDEO_NOT_READY: { verdict: 'retry', message: 'The video is not finished yet; it goes out as soon as it is.' },
  VIDEO_FAILED: { verdict: 'permanent', message: 'The video could not be made, so there was nothing to post.' },
  MEDIA_GONE: { verdict: 'permanent', message: 'The video file is no longer there. Regenerate the video.' },
  MEDIA_REFUSED: {
    verdict: 'permanent',
    message: '{platform} could not use this video file. Regenerate the video or post another one.',
  },
  MEDIA_UNREACHABLE: {
    verdict: 'retry',
    restage: true,
    message: '{platform} could not fetch the video from us. We try again.',
  },
  MEDIA_URL_NEEDED: { verdict: 'permanent', message: 'Instagram needs a public https address of the video.' },
  // Words
  TITLE_REFUSED: {
    verdict: 'permanent',
    message: '{platform} did not accept the title. Change the caption and try again.',
  },
  CAPTION_REFUSED: {
    verdict: 'permanent',
    message: '{platform} did not accept the caption. Shorten it and use fewer tags.',
  },
  METADATA_REFUSED: {
    verdict: 'permanent',
    message: '{platform} did not accept the details of this post. Change the caption and try again.',
  },
  // Limits
  RATE_LIMITED: { verdict: 'retry', message: '{platform} asks us to slow down. We try again shortly.' },
  BUDGET_SPENT: { verdict: 'retry', message: '{platform} takes no more from Reelwright today; it goes out tomorrow.' },
  DAILY_LIMIT: {
    verdict: 'retry',
    waitSeconds: 3_600,
    message: '{platform} takes no more from this account today; it goes out tomorrow.',
  },
  TOO_MANY_PENDING: {
    verdict: 'retry',
    waitSeconds: 1_800,
    message: 'TikTok still has earlier posts of this account in work. We try again in half an hour.',
  },
  // The account
  ACCOUNT_RESTRICTED: {
    verdict: 'permanent',
    message: '{platform} has restricted this account. Open the {platform} app to see why.',
  },
  ACCOUNT_NOT_PRIVATE: {
    verdict: 'permanent',
    message:
      'TikTok has not reviewed Reelwright yet and takes posts to private accounts only. Set the account to private, then try again.',
  },
  PRIVACY_OPTION_GONE: {
    verdict: 'permanent',
    message: 'The audience you chose is no longer offered by TikTok. Reconnect and choose again.',
  },
  NO_CHANNEL: {
    verdict: 'permanent',
    message: 'This Google account has no YouTube channel. Create one, then try again.',
  },
  BLOCKED: { verdict: 'permanent', message: '{platform} blocked this post by its rules.' },
  DUPLICATE: { verdict: 'permanent', message: '{platform} says this was posted before.' },
  COPYRIGHT: { verdict: 'permanent', message: '{platform} rejected the video over rights to its content.' },
  // Mechanics
  SESSION_LOST: { verdict: 'retry', restage: true, message: 'The upload broke off. We upload again.' },
  NOT_PROCESSED_YET: { verdict: 'retry', waitSeconds: 20, message: '{platform} is still preparing the video.' },
  PROCESSING_FAILED: {
    verdict: 'permanent',
    message: '{platform} could not process the video. Try again, or regenerate it.',
  },
  PROVIDER_ERROR: { verdict: 'unknown', message: '{platform} has a problem of its own. We try again.' },
  PROVIDER_UNREACHABLE: { verdict: 'unknown', message: '{platform} does not answer. We try again.' },
  REQUEST_REFUSED: {
    verdict: 'permanent',
    message: '{platform} refused the post. Please tell us, this should not happen.',
  },
  NOT_COMMITTED: { verdict: 'retry', message: 'The post had not reached {platform}. We try again.' },
  OUTCOME_UNKNOWN: {
    verdict: 'unknown',
    message:
      '{platform} did not say whether the post went out. We keep asking and never post twice; look at your account, or press Check.',
  },
} as const satisfies Readonly<Record<string, Cause>>;

export type CauseCode = keyof typeof causes;

/** The cause of a code; what is not in the catalogue is a refusal we have no words for. */
export function causeOf(code: string): Cause {
  return (causes as Readonly<Record<string, Cause>>)[code] ?? causes.REQUEST_REFUSED;
}

/** The sentences of a code for one platform. Empty for no code. */
export function sentence(code: string | null, platformTitle: string): string {
  return code === null ? '' : causeOf(code).message.replaceAll('{platform}', platformTitle);
}
