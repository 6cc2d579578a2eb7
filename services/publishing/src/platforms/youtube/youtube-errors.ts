import { oauthErrors, providerErrors } from '../provider-errors.ts';

/**
 * The codes are `errors[0].reason`. The upload bucket has no code of its own: youtube-refusal.ts tells it from short
 * rate limits by its message.
 */
export const youtubeErrors = providerErrors('youtube', {
  authError: 'TOKEN_REJECTED',
  authorizationRequired: 'TOKEN_REJECTED',
  invalid_grant: 'TOKEN_REJECTED',
  ...oauthErrors,
  insufficientPermissions: 'SCOPE_MISSING',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'SCOPE_MISSING',
  youtubeSignupRequired: 'NO_CHANNEL',
  forbidden: 'ACCOUNT_RESTRICTED',
  forbiddenPrivacySetting: 'ACCOUNT_RESTRICTED',
  forbiddenLicenseSetting: 'METADATA_REFUSED',
  quotaExceeded: 'DAILY_LIMIT',
  uploadBucketEmpty: 'BUDGET_SPENT',
  uploadLimitExceeded: 'DAILY_LIMIT',
  rateLimitExceeded: 'RATE_LIMITED',
  userRateLimitExceeded: 'RATE_LIMITED',
  invalidTitle: 'TITLE_REFUSED',
  invalidDescription: 'CAPTION_REFUSED',
  invalidTags: 'CAPTION_REFUSED',
  invalidCategoryId: 'METADATA_REFUSED',
  invalidPublishAt: 'METADATA_REFUSED',
  invalidVideoMetadata: 'METADATA_REFUSED',
  invalidFilename: 'METADATA_REFUSED',
  mediaBodyRequired: 'SESSION_LOST',
  backendError: 'PROVIDER_ERROR',
  // An upload session that is gone
  notFound: 'SESSION_LOST',
  gone: 'SESSION_LOST',
  // failureReason, rejectionReason and processingFailureReason
  codec: 'MEDIA_REFUSED',
  conversion: 'PROCESSING_FAILED',
  emptyFile: 'MEDIA_REFUSED',
  invalidFile: 'MEDIA_REFUSED',
  tooSmall: 'MEDIA_REFUSED',
  uploadAborted: 'PROCESSING_FAILED',
  claim: 'COPYRIGHT',
  copyright: 'COPYRIGHT',
  trademark: 'COPYRIGHT',
  duplicate: 'DUPLICATE',
  inappropriate: 'BLOCKED',
  legal: 'BLOCKED',
  termsOfUse: 'BLOCKED',
  length: 'MEDIA_REFUSED',
  uploaderAccountClosed: 'ACCOUNT_RESTRICTED',
  uploaderAccountSuspended: 'ACCOUNT_RESTRICTED',
});
