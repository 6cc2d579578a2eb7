import { oauthErrors, providerErrors } from '../provider-errors.ts';

/** The codes are `error.code` and `fail_reason`. */
export const tiktokErrors = providerErrors('tiktok', {
  access_token_invalid: 'TOKEN_REJECTED',
  invalid_grant: 'TOKEN_REJECTED',
  ...oauthErrors,
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
});
