import { type ConsentTexts, language } from '../language.ts';

/** Texts after a consent screen. Separate, so that the web app's bundle contains only these. */
export const enConsent = {
  CONSENT_EXPIRED: {
    message: 'This connection was not started here, or it has expired.',
    fix: 'Connect again, and finish within ten minutes.',
  },
  CONSENT_DENIED: {
    message: 'You did not allow access on {platform}.',
    fix: 'Connect again and choose Allow there.',
  },
  SCOPE_MISSING: {
    message: 'A permission that posting needs was not granted.',
    fix: 'Connect again and leave every permission ticked.',
  },
  SIGN_IN_REFUSED: { message: '{platform} did not accept the sign-in.', fix: 'Connect again.' },
  SIGNED_OUT: {
    message: 'You were signed out of Reelwright in the meantime.',
    fix: 'You are signed in now. Please connect again.',
  },
  NO_PAGES: {
    message: 'You have no Facebook Page to post to. Reels are posted to Pages, not to profiles.',
    fix: 'Create a Page, or ask its owner for access, then connect again.',
  },
  NO_CHANNEL: {
    message: 'This Google account has no YouTube channel.',
    fix: 'Create one on YouTube, then connect again.',
  },
  PERSONAL_ACCOUNT: {
    message: 'Instagram lets apps post to professional accounts only.',
    fix: 'Switch the account to Business or Creator in the Instagram app, then connect again.',
  },
  ACCOUNT_RESTRICTED: {
    message: '{platform} has restricted this account.',
    fix: 'Open the {platform} app to see why, then connect again.',
  },
  ACCOUNT_PAUSED: {
    message: '{platform} has stopped this account from posting for a while.',
    fix: 'The {platform} app says why and for how long; connect again after that.',
  },
  DAILY_LIMIT: { message: '{platform} has reached its daily limit for Reelwright.', fix: 'Connect again tomorrow.' },
  RATE_LIMITED: { message: '{platform} asks us to slow down.', fix: 'Connect again in a few minutes.' },
  PROVIDER_ERROR: { message: '{platform} is having problems right now.', fix: 'Connect again in a few minutes.' },
  PROVIDER_UNREACHABLE: { message: '{platform} is not responding.', fix: 'Connect again in a few minutes.' },
  APP_REFUSED: {
    message: '{platform} is not accepting Reelwright right now.',
    fix: 'We are working on it. Please connect again later.',
  },
  CONNECT_FAILED: {
    message: 'Something went wrong on our side while {platform} was being connected.',
    fix: 'Please connect again.',
  },
  unknown: { message: '{platform} could not be connected.', fix: 'Please connect again.' },
} as const satisfies ConsentTexts;

/** English. */
export const en = /* @__PURE__ */ language({
  locale: 'en-US',
  causes: {
    // Posts
    NOT_CONNECTED: {
      message: 'No {platform} account is connected.',
      fix: 'Connect one on the Social Media page, then try again.',
    },
    RECONNECT_NEEDED: {
      message: 'The connection to {platform} no longer works.',
      fix: 'Press Reconnect. Waiting posts go out after that.',
    },
    TOKEN_REJECTED: {
      message: '{platform} no longer accepts our access, perhaps because it was removed there.',
      fix: 'Press Reconnect. Waiting posts go out after that.',
    },
    ACCESS_REMOVED: {
      message: 'Reelwright was removed from the apps of this {platform} account.',
      fix: 'Press Reconnect. Waiting posts go out after that.',
    },
    ACCESS_EXPIRED: {
      message: 'Our access to {platform} has expired.',
      fix: 'Press Reconnect. Waiting posts go out after that.',
    },
    PASSWORD_CHANGED: {
      message: 'The password of this account was changed, and {platform} ended our access with it.',
      fix: 'Press Reconnect. Waiting posts go out after that.',
    },
    CHECKPOINT: {
      message: '{platform} wants to be sure that it is you before it lets anyone post.',
      fix: 'Open Facebook or Instagram, follow what it asks there, then press Reconnect.',
    },
    SCOPE_MISSING: {
      message: 'A permission on {platform} that posting needs is missing.',
      fix: 'Press Reconnect and leave every permission ticked.',
    },
    ENDS_SOON: {
      message: 'Our access to {platform} ends within a week.',
      fix: 'Press Reconnect before then to keep posting.',
    },
    ENDS_BEFORE: {
      message: 'Our access to {platform} ends before this is due.',
      fix: 'Press Reconnect before then.',
    },
    OTHER_ACCOUNT: {
      message: 'It went to another {platform} account than the one that is connected now, so we cannot check it.',
      fix: 'Please check that account. We will not post it a second time.',
    },
    NO_LONGER_CONNECTED: {
      message: 'We cannot ask {platform} whether it went out, because the account is no longer connected.',
      fix: 'Check your account, or connect it again and we check there too. We will not post it a second time.',
    },
    LOOK_NEEDS_RECONNECT: {
      message: 'We cannot ask {platform} whether it went out, because our access there no longer works.',
      fix: 'Press Reconnect and we check there right away. We will not post it a second time.',
    },
    SETUP_NEEDED: {
      message: 'You have not chosen yet who can see your TikTok posts.',
      fix: 'Choose it in TikTok settings; until then nothing goes out there.',
    },
    PAGE_NOT_CHOSEN: {
      message: 'The Facebook Page to post to is not chosen yet.',
      fix: 'Choose the Page; until then nothing goes out there.',
    },
    PLAN_FEATURE: {
      message: 'Your plan did not include posting to {platform} at its time.',
      fix: 'Choose a plan, then press Post again.',
    },
    PLATFORM_OFF: {
      message: 'Posting to {platform} is switched off here.',
      fix: 'The video is in your Drive; you can post it from there yourself.',
    },
    NO_MEDIA_ADDRESS: {
      message: '{platform} fetches videos from a public https address, and none is configured here.',
      fix: 'The operator sets MEDIA_PUBLIC_URL; until then nothing goes out there.',
    },
    DISCONNECTED: {
      message: 'You disconnected {platform} before this was due.',
      fix: 'Connect it again, and what is still ahead goes out there.',
    },
    REMOVED_AT_PLATFORM: {
      message: '{platform} told us that you removed Reelwright there, so we deleted its data here.',
      fix: 'Connect it again, and what is still ahead goes out there.',
    },
    NOT_WANTED: {
      message: 'This entry no longer goes to {platform}.',
      fix: 'Tick {platform} in the entry if it should.',
    },
    ENTRY_CANCELLED: { message: 'The entry was removed from the calendar.', fix: 'Add it again if it should go out.' },
    ENTRY_SKIPPED: {
      message: 'You skipped this video, so it is not posted.',
      fix: 'Press Undo skip before its time if it should go out.',
    },
    POSTING_PAUSED: {
      message: 'You paused all posts, so this does not go out.',
      fix: 'Press Resume posts. What is still ahead then goes out at its time.',
    },
    AWAITS_APPROVAL: {
      message: 'It waits for your approval.',
      fix: 'Press Approve. It goes out at its time, or at once if its time was less than 6 hours ago.',
    },
    MISSED_WHILE_PAUSED: {
      message: 'Its time came while all posts were paused, so it was not posted.',
      fix: 'Press Post now if it should still go out.',
    },
    MISSED_UNAPPROVED: {
      message: 'It was not approved within 6 hours of its time, so it was not posted.',
      fix: 'Press Post now if it should still go out.',
    },
    CONSENT_EXPIRED: {
      message: 'This connection to {platform} was not started here, or it has expired.',
      fix: 'Connect again, and finish within ten minutes.',
    },
    CONSENT_DENIED: {
      message: 'You did not allow the connection to {platform}.',
      fix: 'Connect again and choose Allow.',
    },
    SIGN_IN_REFUSED: { message: '{platform} did not accept the sign-in.', fix: 'Please connect again.' },
    SIGNED_OUT: {
      message: 'You were signed out of Reelwright while you were at {platform}.',
      fix: 'Sign in, then connect again.',
    },
    NO_PAGES: {
      message: 'You have no Facebook Page to post to. Reels are posted to Pages, not to profiles.',
      fix: 'Create a Page, or ask its owner for access, then connect again.',
    },
    NO_CHANNEL: { message: 'This Google account has no YouTube channel.', fix: 'Create one, then connect again.' },
    PERSONAL_ACCOUNT: {
      message: 'Instagram lets apps post to professional accounts only.',
      fix: 'Switch the account to Business or Creator, then connect again.',
    },
    CONNECT_FAILED: {
      message: 'Something went wrong on our side while {platform} was being connected.',
      fix: 'Please connect again.',
    },
    MISSED: {
      message: 'Its time passed more than 6 hours ago, so it was not posted.',
      fix: 'Press Post now if it should still go out.',
    },
    POSTED_LATE: { message: 'It went out later than planned.', fix: 'Nothing to do: it is out.' },
    NO_LINK: {
      message: '{platform} gives no link to this post, because it is not public.',
      fix: 'Open the {platform} app: it is on your own profile.',
    },
    CALENDAR_UNREACHABLE: {
      message: 'We could not read your calendar just now.',
      fix: 'Nothing to do: we ask again before this goes out, and wait 5 minutes at most.',
    },
    VIDEO_NOT_READY: { message: 'The video is not finished yet.', fix: 'Nothing to do: it goes out as soon as it is.' },
    VIDEO_FAILED: {
      message: 'The video could not be made, so there was nothing to post.',
      fix: 'Plan a new entry in the calendar.',
    },
    LOST_IN_RESTORE: {
      message: 'This post was lost when our database was restored. It never went out.',
      fix: 'Please send the video once more.',
    },
    MEDIA_GONE: {
      message: 'The video file no longer exists.',
      fix: 'Plan a new entry in the calendar; a new video is made for it.',
    },
    MEDIA_REFUSED: {
      message: '{platform} could not use this video file.',
      fix: 'Plan a new entry in the calendar with another style, or post the file from your Drive yourself.',
    },
    MEDIA_UNREACHABLE: {
      message: '{platform} could not fetch the video from us.',
      fix: 'Nothing to do. We try again automatically.',
    },
    MEDIA_URL_NEEDED: {
      message: '{platform} needs a public https address of the video.',
      fix: 'Send the post again with a videoUrl.',
    },
    NO_ROOM_FOR_FILE: {
      message: '{platform} takes no more today, and an uploaded video is kept for less than a day.',
      fix: 'Send the post again tomorrow.',
    },
    TITLE_REFUSED: {
      message: '{platform} did not accept the title.',
      fix: 'Plan a new entry in the calendar whose caption begins with another first line.',
    },
    CAPTION_REFUSED: {
      message: '{platform} did not accept the caption.',
      fix: 'Plan a new entry in the calendar with a shorter caption and fewer tags.',
    },
    METADATA_REFUSED: {
      message: '{platform} did not accept the details of this post.',
      fix: 'Plan a new entry in the calendar with another caption.',
    },
    RATE_LIMITED: { message: '{platform} asks us to slow down.', fix: 'Nothing to do. We try again automatically.' },
    BUDGET_SPENT: {
      message: '{platform} takes no more from Reelwright today.',
      fix: 'Nothing to do: it goes out tomorrow.',
    },
    DAILY_LIMIT: {
      message: '{platform} takes no more from this account today.',
      fix: 'Nothing to do: it goes out tomorrow.',
    },
    TOO_MANY_PENDING: {
      message: 'TikTok is still processing earlier posts of this account.',
      fix: 'Nothing to do: we try again in half an hour.',
    },
    ACCOUNT_RESTRICTED: {
      message: '{platform} has restricted this account.',
      fix: 'Open the {platform} app to see why; press Post again once that is settled.',
    },
    ACCOUNT_PAUSED: {
      message: '{platform} has stopped this account from posting for a while.',
      fix: 'The {platform} app says why and for how long; press Post again after that.',
    },
    ACCOUNT_NOT_PRIVATE: {
      message: 'TikTok has not reviewed Reelwright yet and takes posts to private accounts only.',
      fix: 'Set the account to private in the TikTok app, then press Post again.',
    },
    PRIVACY_OPTION_GONE: {
      message: 'TikTok no longer offers the audience you chose.',
      fix: 'Choose another in TikTok settings, then press Post again.',
    },
    BLOCKED: {
      message: '{platform} blocked this post under its rules.',
      fix: 'The {platform} app says more; plan a new entry with another caption or other notes.',
    },
    DUPLICATE: {
      message: '{platform} says this was posted before.',
      fix: 'Check your account. Post again only looks for it there; for another video, plan a new entry in the calendar.',
    },
    COPYRIGHT: {
      message: '{platform} rejected the video over rights to its content.',
      fix: 'Plan a new entry in the calendar with other notes, or object in the {platform} app.',
    },
    SESSION_LOST: {
      message: 'The upload to {platform} was interrupted.',
      fix: 'Nothing to do. We try again automatically.',
    },
    NOT_PROCESSED_YET: {
      message: '{platform} is still preparing the video.',
      fix: 'Nothing to do: we check again shortly.',
    },
    PROCESSING_FAILED: {
      message: '{platform} could not process the video.',
      fix: 'Press Post again; if that fails too, plan a new entry in the calendar.',
    },
    PROVIDER_ERROR: {
      message: '{platform} is having problems right now.',
      fix: 'Nothing to do. We try again automatically.',
    },
    PROVIDER_UNREACHABLE: {
      message: '{platform} is not responding.',
      fix: 'Nothing to do. We try again automatically.',
    },
    APP_REFUSED: {
      message: '{platform} is not accepting Reelwright right now.',
      fix: 'Nothing to do: your connection is kept, and we are fixing this.',
    },
    REQUEST_REFUSED: {
      message: '{platform} refused the post and gave no reason we know.',
      fix: 'Press Post again; if that fails too, please tell us.',
    },
    NOT_COMMITTED: {
      message: 'The post had not reached {platform}.',
      fix: 'Nothing to do. We try again automatically.',
    },
    OUTCOME_UNKNOWN: {
      message: '{platform} did not say whether the post went out.',
      fix: 'We keep asking for a day and never post twice. Check your account, or press Check now.',
    },
    // Videos that could not be made
    MODEL_REFUSED: {
      message: 'The video model refused this content.',
      fix: 'Plan a new entry in the calendar with other notes; this one was not counted.',
    },
    MODEL_UNAVAILABLE: {
      message: 'The video model was unavailable for too long.',
      fix: 'Plan a new entry in the calendar; this one was not counted.',
    },
    NO_ROOM_IN_TIME: {
      message: 'There was no space to store the video in time.',
      fix: 'Plan a new entry in the calendar; this one was not counted.',
    },
    DEADLINE_PASSED: {
      message: 'The video could not be finished in time.',
      fix: 'Plan a new entry in the calendar; this one was not counted.',
    },
    VIDEO_INVALID: {
      message: 'The video model delivered a file that is not a valid video.',
      fix: 'Plan a new entry in the calendar; this one was not counted.',
    },
    RENDER_FAILED: {
      message: 'The video could not be rendered.',
      fix: 'Plan a new entry in the calendar; this one was not counted.',
    },
    // Videos that wait to be made
    STORE_FULL: {
      message: 'There is no space to store the finished video right now.',
      fix: 'Nothing to do. It continues automatically.',
    },
    MODEL_BUSY: { message: 'The video model accepts no more videos right now.', fix: 'We keep trying.' },
    MODEL_AWAY: { message: 'The video model is unavailable.', fix: 'We keep trying.' },
    MODEL_SLOW: { message: 'The video model takes longer than usual.', fix: 'We keep asking.' },
    INTERRUPTED: { message: 'Making the video was interrupted.', fix: 'We keep trying.' },
    // Views of posts
    VIEWS_NEED_RECONNECT: {
      message: 'Reelwright has no permission to read views on {platform}.',
      fix: 'Reconnect {platform} to see views, and leave every permission ticked.',
    },
    WATCH_TIME_NEEDS_RECONNECT: {
      message: 'Reelwright has no permission to read watch time on {platform}.',
      fix: 'Reconnect {platform} to see watch time, and leave every permission ticked.',
    },
    VIEWS_NOT_CONNECTED: {
      message: 'The {platform} account that this went out to is not connected any more.',
      fix: 'Connect that account again to see views.',
    },
    VIEWS_NOT_REPORTED: {
      message: '{platform} reports no views of this post. It may be private or deleted there.',
      fix: 'Nothing to do: we ask until the post is 90 days old.',
    },
    VIEWS_DELAYED: {
      message: '{platform} is not responding, so these views are older than usual.',
      fix: 'Nothing to do: we keep asking.',
    },
    // Delivery to Drive
    DRIVE_FULL: {
      message: 'The Drive that keeps your videos is full.',
      fix: 'Nothing to do: we are making room and try again every hour.',
    },
    DRIVE_SHARING_REFUSED: {
      message: 'Google does not let us share the folder with your e-mail address.',
      fix: 'Check that the address is right and has a Google account; we try again every hour.',
    },
    DRIVE_ACCESS_LOST: {
      message: 'Our access to Google Drive has ended.',
      fix: 'Nothing to do: we have been notified and try again every few minutes.',
    },
    OWN_DRIVE_FULL: {
      message: 'Your own Google Drive is full.',
      fix: 'Free space there: we try again every hour. Or choose Use Reelwright’s folder on your profile.',
    },
    OWN_DRIVE_ACCESS_LOST: {
      message: 'Google no longer lets Reelwright save to your own Drive, perhaps because you removed its access there.',
      fix: 'Press Reconnect on your profile, or choose Use Reelwright’s folder there. Waiting videos are delivered after that.',
    },
    DRIVE_UNAVAILABLE: { message: 'Google Drive does not answer right now.', fix: 'Nothing to do: we keep trying.' },
    MEDIA_MISSING: {
      message: 'The video file no longer exists.',
      fix: 'Plan a new entry in the calendar; a new video is made for it.',
    },
    // Entries
    ENTRY_PAUSED: {
      message: 'Your plan has no room for this entry in its month.',
      fix: 'Choose a larger plan or remove another entry. It then resumes automatically.',
    },
    ENTRY_AFTER_PLAN: {
      message: 'Your plan ends before this entry goes out.',
      fix: 'Renew your plan. It then resumes automatically.',
    },
    ENTRY_UNPAID: {
      message: 'Your last payment is overdue, and your plan ends before this entry goes out.',
      fix: 'Pay the overdue amount. It then resumes automatically.',
    },
    ENTRY_NO_PLAN: {
      message: 'The free plan has no calendar.',
      fix: 'Choose a paid plan. It then resumes automatically.',
    },
    PLAN_ENDS_BEFORE: {
      message: 'Your plan ends before it goes out, so it will not be posted.',
      fix: 'Renew your plan. It then goes out as planned.',
    },
    ENTRY_MISSED: {
      message: 'Its time passed more than 6 hours ago, before the video was made. It does not count.',
      fix: 'Choose Post now on its card, or add a new entry. Either counts towards your plan.',
    },
    ENTRY_LOCKED: {
      message: 'It is going out now and can no longer be changed.',
      fix: 'Once it is out, it can be deleted on the platform.',
    },
    RENDER_NOT_BEGUN: {
      message: 'Your video has been requested and will start soon.',
      fix: 'Nothing to do. It starts as soon as it is its turn.',
    },
    BEING_MADE: {
      message: 'It is being made now and goes out as soon as it is ready.',
      fix: 'Nothing to do. This usually takes 2–5 minutes.',
    },
    NEWS_LATE: {
      message: 'It was due, but its status is not known yet.',
      fix: 'Nothing to do. Its status will show here.',
    },
    EARLIER_VIDEO_KEPT: {
      message: 'The new video could not be made, so the earlier one is kept.',
      fix: 'Nothing to do. The earlier one goes out as planned.',
    },
    // Answers to partners
    PLATFORM_NOT_CONNECTED: { message: '{platform} is not connected.', fix: 'Connect it on the Social Media page.' },
    POST_UNCONFIRMED: {
      message: '{platform} did not say whether it took the video.',
      fix: 'Please check your account before posting again.',
    },
    POST_LOST: {
      message: 'We do not know whether the post to {platform} went out.',
      fix: 'Please check your account before posting again.',
    },
    POST_FAILED: { message: 'The video was not posted to {platform}.', fix: '' },
    PUBLISHING_UNAVAILABLE: {
      message: 'Posting is unavailable right now.',
      fix: 'Repeat the request with the same Idempotency-Key to go on with it.',
    },
  },
  forms: {
    FULL_FOR_REELWRIGHT: {
      message: '{platform} takes no more from Reelwright {fullDay}; goes out {newDay} at {time}.',
      fix: 'Nothing to do: it goes out automatically then.',
    },
    FULL_FOR_ACCOUNT: {
      message: '{platform} takes no more from this account {fullDay}; goes out {newDay} at {time}.',
      fix: 'Nothing to do: it goes out automatically then.',
    },
    FULL_BY_COUNT: {
      message: '{platform} takes {perDay} posts a day from one account; this one goes out {newDay} at {time}.',
      fix: 'Nothing to do: it goes out automatically then.',
    },
    LATE_FOR_VIDEO: {
      message: 'It went out {delay} late, because the video was not finished at its time.',
      fix: 'Nothing to do: it is out.',
    },
    LATE_FOR_US: { message: 'It went out {delay} late, because we were held up.', fix: 'Nothing to do: it is out.' },
    LATE_FOR_CAUSE: {
      message: 'It went out {delay} late. The reason, when it was due: {message}',
      fix: 'Nothing to do: it is out.',
    },
    POSTING_NEEDS_PLAN: { message: 'Posting to your accounts starts with the Starter plan.', fix: '' },
    CALENDAR_NEEDS_PLAN: { message: 'Scheduling needs a paid plan.', fix: '' },
    SETTINGS_NEED_PLAN: {
      message: 'A separate style and separate platforms for each video come with the Pro and Elite plans.',
      fix: '',
    },
    VIEWS_NEED_PLAN: { message: 'Views of your posts start with the Starter plan.', fix: '' },
    ANALYTICS_NEED_PLAN: { message: 'Advanced analytics come with the Elite plan.', fix: '' },
    BRANDING_NEEDS_PLAN: { message: 'A logo and a palette on your videos come with the Elite plan.', fix: '' },
    NOT_AVAILABLE_YET: { message: '{platform} is not available here yet.', fix: '' },
    AUDIENCE_NOT_OFFERED: {
      message: '{platform} does not offer this audience for your account.',
      fix: 'Choose another.',
    },
    NONE_CONNECTED: { message: 'None of these platforms is connected.', fix: '' },
  },
  unknown: { message: 'Something did not go as planned.', fix: 'Please look again later.' },
  phrases: {
    gaveUp: 'We tried for 6 hours; press Post again if it should still go out.',
    today: 'today',
    tomorrow: 'tomorrow',
    onDay: 'on {date}',
    timeInUtc: '{time} UTC',
    posted: 'Posted to {platform}.',
    processing: '{platform} is still processing the video.',
  },
  erased: {
    profile: { one: '{count} profile', other: '{count} profiles' },
    profile_photo: { one: '{count} profile photo', other: '{count} profile photos' },
    session: { one: '{count} sign-in', other: '{count} sign-ins' },
    api_key: { one: '{count} API key', other: '{count} API keys' },
    plan: { one: '{count} plan', other: '{count} plans' },
    stripe_customer: { one: '{count} customer at Stripe', other: '{count} customers at Stripe' },
    checkout_or_change: { one: '{count} checkout or change', other: '{count} checkouts and changes' },
    payment_kept_without_name: {
      one: '{count} payment, kept in the books without a name',
      other: '{count} payments, kept in the books without a name',
    },
    calendar_entry: { one: '{count} calendar entry', other: '{count} calendar entries' },
    configuration: { one: '{count} video setting', other: '{count} video settings' },
    regeneration: { one: '{count} regeneration', other: '{count} regenerations' },
    usage_record: { one: '{count} usage record', other: '{count} usage records' },
    video_file: { one: '{count} video file', other: '{count} video files' },
    video_request: { one: '{count} video request', other: '{count} video requests' },
    branding: { one: '{count} logo and palette', other: '{count} logos and palettes' },
    drive_folder: { one: '{count} Drive folder', other: '{count} Drive folders' },
    drive_video: { one: '{count} video in Drive', other: '{count} videos in Drive' },
    upload_record: { one: '{count} upload record', other: '{count} upload records' },
    own_drive_access: { one: '{count} access to your own Drive', other: '{count} accesses to your own Drive' },
    video_left_in_own_drive: {
      one: '{count} video in your own Drive, which stays yours',
      other: '{count} videos in your own Drive, which stay yours',
    },
    connection: { one: '{count} connected account', other: '{count} connected accounts' },
    post: { one: '{count} post or plan to post', other: '{count} posts and plans to post' },
    video_to_post: { one: '{count} video to post', other: '{count} videos to post' },
    user_record: { one: '{count} record of you', other: '{count} records of you' },
    page_view_kept_without_name: {
      one: '{count} page view, kept without a name',
      other: '{count} page views, kept without a name',
    },
    counted_payment_or_video_kept_without_name: {
      one: '{count} counted payment or video, kept without a name',
      other: '{count} counted payments and videos, kept without a name',
    },
    uploaded_video: { one: '{count} uploaded video', other: '{count} uploaded videos' },
    api_post: { one: '{count} post by API key', other: '{count} posts by API key' },
    idempotency_key: { one: '{count} idempotency key', other: '{count} idempotency keys' },
    other_record: { one: '{count} other record', other: '{count} other records' },
  },
  consent: enConsent,
});
