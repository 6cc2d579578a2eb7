import type { PostNeed } from '@reelwright/product';
/** What a code means for the step it ended. `unknown` counts only at the commit; before it, it is tried again. */
export type Verdict = 'retry' | 'permanent' | 'unknown';

/** What only the account's owner can do: give the consent anew, or choose what is not chosen (any more). */

export interface Cause {
  readonly verdict: Verdict;
  /** What happened, as a plain sentence. `{platform}` is the platform's name. */
  readonly cause: string;
  /** What to do about it, be it nothing. */
  readonly fix: string;
  /** Seconds to wait before trying again; without it the wait grows from try to try. */
  readonly waitSeconds?: number;
  /** Only its owner can mend the connection: its grant is dead, or it lacks a right. */
  readonly connection?: 'dead' | 'scope';
  /** Until its owner does this, nothing goes out there. Every connection that is dead or short of a right needs a reconnect. */
  readonly needs?: PostNeed;
  /** The staged copy can't be used any more. */
  readonly restage?: boolean;
  /** What a platform may also say to the commit of a copy that is out already: it is asked before this is believed. */
  readonly mayBeOut?: boolean;
}

const RECONNECT = 'Press Reconnect. Waiting posts go out after that.';
const WE_TRY_AGAIN = 'Nothing to do. We try again automatically.';

/** Every code a post, a connection or a consent can end with. */
export const causes = {
  // The connection
  NOT_CONNECTED: {
    verdict: 'permanent',
    cause: 'No {platform} account is connected.',
    fix: 'Connect one on the Social Media page, then try again.',
  },
  RECONNECT_NEEDED: {
    verdict: 'permanent',
    needs: 'reconnect',
    cause: 'The connection to {platform} no longer works.',
    fix: RECONNECT,
  },
  TOKEN_REJECTED: {
    verdict: 'retry',
    connection: 'dead',
    cause: '{platform} no longer accepts our access, perhaps because it was removed there.',
    fix: RECONNECT,
  },
  ACCESS_REMOVED: {
    verdict: 'retry',
    connection: 'dead',
    cause: 'Reelwright was removed from the apps of this {platform} account.',
    fix: RECONNECT,
  },
  ACCESS_EXPIRED: {
    verdict: 'retry',
    connection: 'dead',
    cause: 'Our access to {platform} has expired.',
    fix: RECONNECT,
  },
  PASSWORD_CHANGED: {
    verdict: 'retry',
    connection: 'dead',
    cause: 'The password of this account was changed, and {platform} ended our access with it.',
    fix: RECONNECT,
  },
  CHECKPOINT: {
    verdict: 'retry',
    connection: 'dead',
    cause: '{platform} wants to be sure that it is you before it lets anyone post.',
    fix: 'Open Facebook or Instagram, follow what it asks there, then press Reconnect.',
  },
  SCOPE_MISSING: {
    verdict: 'retry',
    connection: 'scope',
    cause: 'A permission on {platform} that posting needs is missing.',
    fix: 'Press Reconnect and leave every permission ticked.',
  },
  ENDS_SOON: {
    verdict: 'permanent',
    cause: 'Our access to {platform} ends within a week.',
    fix: 'Press Reconnect before then to keep posting.',
  },
  OTHER_ACCOUNT: {
    verdict: 'unknown',
    cause: 'It was handed to another {platform} account than the one connected now, which can not be asked about it.',
    fix: 'Look at that account. It is not posted a second time.',
  },
  NO_LONGER_CONNECTED: {
    verdict: 'unknown',
    cause: 'We can not ask {platform} any more whether it went out: the account is no longer connected.',
    fix: 'Look at your account. Connect it again and we look there too; it is not posted a second time.',
  },
  LOOK_NEEDS_RECONNECT: {
    verdict: 'unknown',
    needs: 'reconnect',
    cause: 'We can not ask {platform} whether it went out: our access there no longer works.',
    fix: 'Press Reconnect and we look there at once; it is not posted a second time.',
  },
  SETUP_NEEDED: {
    verdict: 'permanent',
    needs: 'setting',
    cause: 'Nobody has chosen yet who may see your TikTok posts.',
    fix: 'Choose it in TikTok settings; until then nothing goes out there.',
  },
  PAGE_NOT_CHOSEN: {
    verdict: 'permanent',
    needs: 'setting',
    cause: 'The Facebook Page to post to is not chosen yet.',
    fix: 'Choose the Page; until then nothing goes out there.',
  },
  PLAN_FEATURE: {
    verdict: 'permanent',
    cause: 'Your plan did not include posting to {platform} at its time.',
    fix: 'Choose a plan, then press Post again.',
  },
  PLATFORM_OFF: {
    verdict: 'permanent',
    cause: 'Posting to {platform} is switched off here.',
    fix: 'The video is in your Drive; you can post it from there yourself.',
  },
  DISCONNECTED: {
    verdict: 'permanent',
    cause: 'You disconnected {platform} before this was due.',
    fix: 'Connect it again, and what is still ahead goes out there.',
  },
  REMOVED_AT_PLATFORM: {
    verdict: 'permanent',
    cause: '{platform} told us that you removed Reelwright there, and its data here is deleted.',
    fix: 'Connect it again, and what is still ahead goes out there.',
  },
  NOT_WANTED: {
    verdict: 'permanent',
    cause: 'This entry no longer goes to {platform}.',
    fix: 'Tick {platform} in the entry if it should.',
  },
  ENTRY_CANCELLED: {
    verdict: 'permanent',
    cause: 'The entry was removed from the calendar.',
    fix: 'Add it again if it should go out.',
  },
  // Coming back from a consent
  CONSENT_EXPIRED: {
    verdict: 'permanent',
    cause: 'This connection to {platform} was not started here, or it has expired.',
    fix: 'Connect again, and finish within ten minutes.',
  },
  CONSENT_DENIED: {
    verdict: 'permanent',
    cause: 'You did not allow the connection to {platform}.',
    fix: 'Connect again and choose Allow.',
  },
  SIGN_IN_REFUSED: {
    verdict: 'permanent',
    cause: '{platform} did not accept the sign-in.',
    fix: 'Please connect again.',
  },
  SIGNED_OUT: {
    verdict: 'permanent',
    cause: 'You were signed out of Reelwright while you were at {platform}.',
    fix: 'Sign in, then connect again.',
  },
  NO_PAGES: {
    verdict: 'permanent',
    cause: 'You have no Facebook Page to post to. Reels are posted to Pages, not to profiles.',
    fix: 'Create a Page, or ask its owner for access, then connect again.',
  },
  NO_CHANNEL: {
    verdict: 'permanent',
    cause: 'This Google account has no YouTube channel.',
    fix: 'Create one, then connect again.',
  },
  PERSONAL_ACCOUNT: {
    verdict: 'permanent',
    cause: 'Instagram lets apps post to professional accounts only.',
    fix: 'Switch the account to Business or Creator, then connect again.',
  },
  CONNECT_FAILED: {
    verdict: 'permanent',
    cause: 'Something went wrong on our side while {platform} was being connected.',
    fix: 'Please connect again.',
  },
  // Time and media
  MISSED: {
    verdict: 'permanent',
    cause: 'Its time passed more than 6 hours ago, so it was not posted.',
    fix: 'Press Post now if it should still go out.',
  },
  POSTED_LATE: {
    verdict: 'permanent',
    cause: 'It went out later than planned.',
    fix: 'Nothing to do: it is out.',
  },
  NO_LINK: {
    verdict: 'permanent',
    cause: '{platform} gives no link to this post, because it is not public.',
    fix: 'Open the {platform} app: it is on your own profile.',
  },
  CALENDAR_UNREACHABLE: {
    verdict: 'retry',
    cause: 'We could not read your calendar just now.',
    fix: 'Nothing to do: we ask again before this goes out, and wait 5 minutes at most.',
  },
  VIDEO_NOT_READY: {
    verdict: 'retry',
    cause: 'The video is not finished yet.',
    fix: 'Nothing to do: it goes out as soon as it is.',
  },
  VIDEO_FAILED: {
    verdict: 'permanent',
    cause: 'The video could not be made, so there was nothing to post.',
    fix: 'Plan a new entry in the calendar.',
  },
  LOST_IN_RESTORE: {
    verdict: 'permanent',
    cause: 'This post was lost when our database was restored. It never went out.',
    fix: 'Please send the video once more.',
  },
  MEDIA_GONE: {
    verdict: 'permanent',
    cause: 'The video file is no longer there.',
    fix: 'Plan a new entry in the calendar; its video is made anew.',
  },
  MEDIA_REFUSED: {
    verdict: 'permanent',
    cause: '{platform} could not use this video file.',
    fix: 'Plan a new entry in the calendar with another style, or post the file from your Drive yourself.',
  },
  MEDIA_UNREACHABLE: {
    verdict: 'retry',
    restage: true,
    cause: '{platform} could not fetch the video from us.',
    fix: WE_TRY_AGAIN,
  },
  MEDIA_URL_NEEDED: {
    verdict: 'permanent',
    cause: 'Instagram needs a public https address of the video.',
    fix: 'Send the post again with a videoUrl.',
  },
  // Words
  TITLE_REFUSED: {
    verdict: 'permanent',
    cause: '{platform} did not accept the title.',
    fix: 'Plan a new entry in the calendar whose caption begins with another first line.',
  },
  CAPTION_REFUSED: {
    verdict: 'permanent',
    cause: '{platform} did not accept the caption.',
    fix: 'Plan a new entry in the calendar with a shorter caption and fewer tags.',
  },
  METADATA_REFUSED: {
    verdict: 'permanent',
    cause: '{platform} did not accept the details of this post.',
    fix: 'Plan a new entry in the calendar with another caption.',
  },
  // Limits
  RATE_LIMITED: { verdict: 'retry', cause: '{platform} asks us to slow down.', fix: WE_TRY_AGAIN },
  BUDGET_SPENT: {
    verdict: 'retry',
    cause: '{platform} takes no more from Reelwright today.',
    fix: 'Nothing to do: it goes out tomorrow.',
  },
  DAILY_LIMIT: {
    verdict: 'retry',
    waitSeconds: 3_600,
    cause: '{platform} takes no more from this account today.',
    fix: 'Nothing to do: it goes out tomorrow.',
  },
  TOO_MANY_PENDING: {
    verdict: 'retry',
    waitSeconds: 1_800,
    cause: 'TikTok still has earlier posts of this account in work.',
    fix: 'Nothing to do: we try again in half an hour.',
  },
  // The account
  ACCOUNT_RESTRICTED: {
    // What the platform may never take back. PAUSED ends by itself, and BLOCKED is about one post, not about the account.
    verdict: 'permanent',
    cause: '{platform} has restricted this account.',
    fix: 'Open the {platform} app to see why; press Post again once that is settled.',
  },
  ACCOUNT_PAUSED: {
    verdict: 'permanent',
    cause: '{platform} has stopped this account from posting for a while.',
    fix: 'The {platform} app says why and for how long; press Post again after that.',
  },
  ACCOUNT_NOT_PRIVATE: {
    verdict: 'permanent',
    cause: 'TikTok has not reviewed Reelwright yet and takes posts to private accounts only.',
    fix: 'Set the account to private in the TikTok app, then press Post again.',
  },
  PRIVACY_OPTION_GONE: {
    verdict: 'permanent',
    needs: 'setting',
    cause: 'TikTok no longer offers the audience you chose.',
    fix: 'Choose another in TikTok settings, then press Post again.',
  },
  BLOCKED: {
    verdict: 'permanent',
    cause: '{platform} blocked this post by its rules.',
    fix: 'The {platform} app says more; plan a new entry with another caption or other notes.',
  },
  DUPLICATE: {
    verdict: 'permanent',
    mayBeOut: true,
    cause: '{platform} says this was posted before.',
    fix: 'Look at your account. Post again only looks for it there; for another video, plan a new entry in the calendar.',
  },
  COPYRIGHT: {
    verdict: 'permanent',
    cause: '{platform} rejected the video over rights to its content.',
    fix: 'Plan a new entry in the calendar with other notes, or object in the {platform} app.',
  },
  // Mechanics
  SESSION_LOST: {
    verdict: 'retry',
    restage: true,
    mayBeOut: true,
    cause: 'The upload to {platform} broke off.',
    fix: WE_TRY_AGAIN,
  },
  NOT_PROCESSED_YET: {
    verdict: 'retry',
    mayBeOut: true,
    waitSeconds: 20,
    cause: '{platform} is still preparing the video.',
    fix: 'Nothing to do: we look again shortly.',
  },
  PROCESSING_FAILED: {
    verdict: 'permanent',
    cause: '{platform} could not process the video.',
    fix: 'Press Post again; if that fails too, plan a new entry in the calendar.',
  },
  PROVIDER_ERROR: { verdict: 'unknown', cause: '{platform} is having problems right now.', fix: WE_TRY_AGAIN },
  PROVIDER_UNREACHABLE: { verdict: 'unknown', cause: '{platform} is not responding.', fix: WE_TRY_AGAIN },
  APP_REFUSED: {
    verdict: 'retry',
    waitSeconds: 900,
    cause: '{platform} is not accepting Reelwright right now.',
    fix: 'Nothing to do: your connection is kept, we mend this and try again.',
  },
  REQUEST_REFUSED: {
    verdict: 'permanent',
    mayBeOut: true,
    cause: '{platform} refused the post and gave no reason we know.',
    fix: 'Press Post again; if that fails too, please tell us.',
  },
  NOT_COMMITTED: { verdict: 'retry', cause: 'The post had not reached {platform}.', fix: WE_TRY_AGAIN },
  OUTCOME_UNKNOWN: {
    verdict: 'unknown',
    cause: '{platform} did not say whether the post went out.',
    fix: 'We ask for a day and never post twice; look at your account, or press Check now.',
  },
} as const satisfies Readonly<Record<string, Cause>>;

export type CauseCode = keyof typeof causes;

export function isCauseCode(code: string): code is CauseCode {
  return Object.hasOwn(causes, code);
}

/** The cause of a code. What the catalogue does not hold was written by a newer version: it reads as a refusal. */
export function causeOf(code: string): Cause {
  return isCauseCode(code) ? causes[code] : causes.REQUEST_REFUSED;
}

/** The platform is away or asks to come back later: nothing was decided, and it is asked again. */
export const isAway = (code: CauseCode): boolean =>
  ['PROVIDER_UNREACHABLE', 'PROVIDER_ERROR', 'RATE_LIMITED', 'APP_REFUSED'].includes(code);

/** What a post says, or ended with, for want of the connection alone. */
export const wantsConnection = (code: CauseCode): boolean =>
  ['NOT_CONNECTED', 'REMOVED_AT_PLATFORM', 'RECONNECT_NEEDED', 'SETUP_NEEDED', 'PAGE_NOT_CHOSEN'].includes(code) ||
  causeOf(code).connection !== undefined;

/** What its owner must do before anything goes out; undefined when nothing, or no code. */
export function needsOf(code: string | null): PostNeed | undefined {
  if (code === null) return undefined;
  const { needs, connection } = causeOf(code);
  return connection ? 'reconnect' : needs;
}

/** Cause and fix of a code for one platform; both empty for no code. */
export function wordsFor(code: string | null, platformTitle: string): { cause: string; fix: string } {
  if (code === null) return { cause: '', fix: '' };
  const { cause, fix } = causeOf(code);
  const named = (text: string) => text.replaceAll('{platform}', platformTitle);
  return { cause: named(cause), fix: named(fix) };
}

/** Cause and fix in one breath, where an answer has room for one text. Empty for no code. */
export function sentence(code: string | null, platformTitle: string): string {
  const { cause, fix } = wordsFor(code, platformTitle);
  return `${cause} ${fix}`.trim();
}
