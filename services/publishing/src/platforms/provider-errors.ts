import type { CauseCode } from '../causes/causes.ts';
import type { Platform } from './platform.ts';
import type { ProviderRefusal } from './provider-call.ts';

/**
 * OAuth's refusals of the app itself, and its internal errors. They say nothing about a user's connection and must
 * not end it.
 */
const app: Record<string, CauseCode> = {
  invalid_client: 'APP_REFUSED',
  unauthorized_client: 'APP_REFUSED',
  deleted_client: 'APP_REFUSED',
  disabled_client: 'APP_REFUSED',
  unsupported_grant_type: 'APP_REFUSED',
  server_error: 'PROVIDER_ERROR',
  temporarily_unavailable: 'PROVIDER_ERROR',
};

/**
 * What each provider's own error codes mean. YouTube: `errors[0].reason`. TikTok: `error.code` and `fail_reason`.
 * Facebook and Instagram: `code/subcode`, else `code`. No message text is read, except for YouTube's upload bucket:
 * youtube-refusal.ts tells it from short rate limits.
 */
const youtube: Record<string, CauseCode> = {
  authError: 'TOKEN_REJECTED',
  authorizationRequired: 'TOKEN_REJECTED',
  invalid_grant: 'TOKEN_REJECTED',
  ...app,
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
};

const tiktok: Record<string, CauseCode> = {
  access_token_invalid: 'TOKEN_REJECTED',
  invalid_grant: 'TOKEN_REJECTED',
  ...app,
  auth_removed: 'ACCESS_REMOVED',
  scope_not_authorized: 'SCOPE_MISSING',
  scope_permission_missed: 'SCOPE_MISSING',
  invalid_param: 'REQUEST_REFUSED',
  invalid_params: 'REQUEST_REFUSED',
  invalid_publish_id: 'SESSION_LOST',
  token_not_authorized_for_specified_publish_id: 'SESSION_LOST',
  app_version_check_failed: 'REQUEST_REFUSED',
  spam_risk_too_many_posts: 'DAILY_LIMIT',
  spam_risk_user_banned_from_posting: 'ACCOUNT_RESTRICTED',
  spam_risk_too_many_pending_share: 'TOO_MANY_PENDING',
  spam_risk_text: 'CAPTION_REFUSED',
  spam_risk: 'BLOCKED',
  reached_active_user_cap: 'DAILY_LIMIT',
  unaudited_client_can_only_post_to_private_accounts: 'ACCOUNT_NOT_PRIVATE',
  url_ownership_unverified: 'REQUEST_REFUSED',
  privacy_level_option_mismatch: 'PRIVACY_OPTION_GONE',
  rate_limit_exceeded: 'RATE_LIMITED',
  internal_error: 'PROVIDER_ERROR',
  // Upload addresses: run out, unknown, wrong place in the file
  upload_403: 'SESSION_LOST',
  upload_404: 'SESSION_LOST',
  upload_400: 'SESSION_LOST',
  upload_416: 'SESSION_LOST',
  // fail_reason
  file_format_check_failed: 'MEDIA_REFUSED',
  duration_check_failed: 'MEDIA_REFUSED',
  frame_rate_check_failed: 'MEDIA_REFUSED',
  picture_size_check_failed: 'MEDIA_REFUSED',
  // TikTok's documentation calls it retryable
  internal: 'PROVIDER_ERROR',
  publish_cancelled: 'PROCESSING_FAILED',
};

/** Codes that Facebook and Instagram share. */
const graph: Record<string, CauseCode> = {
  '190': 'TOKEN_REJECTED',
  '190/458': 'ACCESS_REMOVED',
  '190/459': 'CHECKPOINT',
  '190/460': 'PASSWORD_CHANGED',
  '190/463': 'ACCESS_EXPIRED',
  '190/464': 'CHECKPOINT',
  '190/467': 'TOKEN_REJECTED',
  '101': 'APP_REFUSED',
  '10': 'SCOPE_MISSING',
  '4': 'RATE_LIMITED',
  '17': 'RATE_LIMITED',
  '32': 'RATE_LIMITED',
  '613': 'RATE_LIMITED',
  '1': 'PROVIDER_ERROR',
  '2': 'PROVIDER_ERROR',
  '100': 'REQUEST_REFUSED',
  '368': 'ACCOUNT_PAUSED',
  '506': 'DUPLICATE',
};

const facebook: Record<string, CauseCode> = {
  ...graph,
  '100/33': 'SESSION_LOST',
  '6000': 'SESSION_LOST',
  '1346003': 'BLOCKED',
  '1404102': 'BLOCKED',
  '1363026': 'MEDIA_REFUSED',
  '1363047': 'DUPLICATE',
  '1363127': 'MEDIA_REFUSED',
  '1363128': 'MEDIA_REFUSED',
  '1363129': 'MEDIA_REFUSED',
  '1363130': 'MEDIA_REFUSED',
  '1390008': 'RATE_LIMITED',
  '1609010': 'PROVIDER_ERROR',
  // rupload's debug_info.type
  NotAuthorizedError: 'TOKEN_REJECTED',
  ParameterValidationError: 'REQUEST_REFUSED',
  ProcessingFailedError: 'SESSION_LOST',
  OffsetInvalidError: 'SESSION_LOST',
  PartialRequestError: 'SESSION_LOST',
};

const instagram: Record<string, CauseCode> = {
  ...graph,
  '2207001': 'PROVIDER_ERROR',
  '2207003': 'MEDIA_UNREACHABLE',
  '2207006': 'SESSION_LOST',
  '2207008': 'NOT_PROCESSED_YET',
  '2207010': 'CAPTION_REFUSED',
  '2207020': 'SESSION_LOST',
  '2207023': 'REQUEST_REFUSED',
  '2207026': 'MEDIA_REFUSED',
  '2207027': 'NOT_PROCESSED_YET',
  '2207032': 'SESSION_LOST',
  '2207040': 'CAPTION_REFUSED',
  '2207042': 'DAILY_LIMIT',
  '2207050': 'ACCOUNT_RESTRICTED',
  '2207051': 'BLOCKED',
  '2207052': 'MEDIA_UNREACHABLE',
  '2207053': 'SESSION_LOST',
  '2207057': 'REQUEST_REFUSED',
};

const tables: Readonly<Record<Platform, ReadonlyMap<string, CauseCode>>> = {
  youtube: new Map(Object.entries(youtube)),
  tiktok: new Map(Object.entries(tiktok)),
  facebook: new Map(Object.entries(facebook)),
  instagram: new Map(Object.entries(instagram)),
};

/** Our code for a provider's. */
export function codeFor(platform: Platform, providerCode: string): CauseCode | undefined {
  const table = tables[platform];
  const [code = '', subcode] = providerCode.split('/');
  const known = table.get(providerCode) ?? (subcode === undefined ? undefined : table.get(subcode)) ?? table.get(code);
  if (known) return known;
  // Graph: 200 to 299 are missing permissions, 80000 and up are the business rate limits.
  const number = Number(code);
  if ((platform === 'facebook' || platform === 'instagram') && number >= 200 && number <= 299) return 'SCOPE_MISSING';
  if ((platform === 'facebook' || platform === 'instagram') && number >= 80_000 && number < 81_000)
    return 'RATE_LIMITED';
  return undefined;
}

/**
 * Our code for a refusal: by the provider's code, else by the HTTP status. An answer without a code comes from a
 * proxy or a maintenance page, not from the provider, and is never permanent, whatever its status.
 */
export function codeOfRefusal({ platform, code, status }: ProviderRefusal): CauseCode {
  const known = codeFor(platform, code);
  if (known) return known;
  if (status === 429) return 'RATE_LIMITED';
  if (code === '' || status === 408 || status >= 500) return 'PROVIDER_ERROR';
  return status === 401 ? 'TOKEN_REJECTED' : 'REQUEST_REFUSED';
}
