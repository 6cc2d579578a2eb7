import { platforms, postActionFacts, postActions } from '@reelwright/product';
import { emulatedPlatforms } from '@reelwright/sandbox/platforms';
import { type Call, calls } from './input-samples.ts';

/**
 * The expected response to a caller on the free plan, and to a caller who names another person's resource.
 * `own`: the call names no resource and concerns the caller's own. `hidden`: 404, as if it did not exist.
 * `code`, `signature`: no session is required, but a code or a signed link.
 */
export interface Access {
  readonly free: 'yes' | 'PLAN_FEATURE';
  readonly others: 'own' | 'hidden' | 'code' | 'signature';
}

const own: Access = { free: 'yes', others: 'own' };
const paid: Access = { free: 'PLAN_FEATURE', others: 'own' };

/** Every call that requires a session, or names a person's resource. */
export const ACCESS: Readonly<Record<string, Access>> = {
  'GET /api/auth/user': own,
  'PATCH /api/auth/user': own,
  'DELETE /api/auth/user': own,
  'PUT /api/auth/user/photo': own,
  'DELETE /api/auth/user/photo': own,
  'GET /api/profile-photos/{id}': { free: 'yes', others: 'code' },
  'HEAD /api/profile-photos/{id}': { free: 'yes', others: 'code' },
  'POST /api/auth/password/change': own,
  'GET /api/account-deletions/{code}': { free: 'yes', others: 'code' },
  'GET /api/account-data/account': own,
  'GET /api/account-data/billing': own,
  'GET /api/account-data/calendar': own,
  'GET /api/account-data/videos': own,
  'GET /api/account-data/drive': own,
  'GET /api/account-data/posts': own,
  'GET /api/on-time': own,
  'GET /api/account-data/usage': own,
  'GET /api/analytics': paid,
  'GET /api/analytics/posts': paid,
  'GET /api/analytics.csv': paid,
  'GET /api/account-data/partner': own,
  'GET /api/api-key-status': own,
  'POST /api/generate-api-key': own,
  'DELETE /api/revoke-api-key': own,
  'POST /api/create-subscription': own,
  'POST /api/create-checkout-session': own,
  'POST /api/preview-subscription-change': own,
  'POST /api/billing-portal': own,
  'GET /api/payments': own,
  'POST /api/change-subscription': own,
  'POST /api/cancel-subscription': own,
  'POST /api/renew-subscription': own,
  'GET /api/check-subscription-status/{sessionId}': { free: 'yes', others: 'hidden' },
  'GET /api/video-configuration': own,
  'POST /api/video-configurations': paid,
  'GET /api/calendar-forecast': own,
  'GET /api/videos': own,
  'POST /api/videos/{id}/post-now': { free: 'yes', others: 'hidden' },
  'POST /api/videos/{id}/skip': { free: 'yes', others: 'hidden' },
  'POST /api/videos/{id}/unskip': { free: 'yes', others: 'hidden' },
  'POST /api/videos/{id}/approve': { free: 'yes', others: 'hidden' },
  'PUT /api/posting-pause': paid,
  'GET /api/regeneration-status': own,
  'POST /api/regenerate-videos': own,
  'GET /api/branding': own,
  'PUT /api/branding': paid,
  'DELETE /api/branding': own,
  'GET /media/{file}': { free: 'yes', others: 'signature' },
  'HEAD /media/{file}': { free: 'yes', others: 'signature' },
  'GET /api/user-drive-folder': own,
  'GET /api/drive/google': own,
  'DELETE /api/drive/google': own,
  'GET /api/drive/google/auth': own,
  'GET /api/social-connections': own,
  'DELETE /api/social-connections/{platform}': own,
  ...Object.fromEntries(
    platforms.map((platform) => [
      `GET /api/${platform}/auth`,
      emulatedPlatforms.some((one) => one === platform) ? paid : own,
    ]),
  ),
  'GET /api/tiktok/settings': own,
  'PUT /api/tiktok/settings': own,
  'GET /api/facebook/pages': own,
  'PUT /api/facebook/page': own,
  ...Object.fromEntries(
    postActions.map<[string, Access]>((action) => [
      `POST /api/videos/{id}/posts/{platform}/${action}`,
      { free: postActionFacts[action].needsPlan ? 'PLAN_FEATURE' : 'yes', others: 'hidden' },
    ]),
  ),
  'GET /api/meta/data-deletion/{code}': { free: 'yes', others: 'code' },
  'GET /api/external/user/connections': own,
  // None of these people has one; external-api's late-outcomes.service.test.ts has an owner and a stranger.
  'GET /api/external/posts/{id}': own,
  'POST /api/external/post-video': own,
  'POST /api/external/{platform}/post': own,
};

/** The calls whose response depends on the caller. */
export const personal: readonly Call[] = calls.filter(
  ({ route, path }) =>
    route.policy === 'session' || route.policy === 'api_key' || (path.includes('{') && route.policy === 'public'),
);
