import type { PostCause } from '@reelwright/product';
import type { Platform } from './platform.ts';
import { type ErrorTable, type ProviderErrors, providerErrors } from './provider-errors.ts';

/** Codes that Meta's platforms share. */
const shared: ErrorTable = {
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

/** 200 to 299 are missing permissions, 80000 and up are the business rate limits. */
function byNumber(code: number): PostCause | undefined {
  if (code >= 200 && code <= 299) return 'SCOPE_MISSING';
  return code >= 80_000 && code < 81_000 ? 'RATE_LIMITED' : undefined;
}

/** The error codes of a platform of Meta: `code/subcode`, else `code`. */
export const graphErrors = (platform: Platform, own: ErrorTable): ProviderErrors =>
  providerErrors(platform, { ...shared, ...own }, byNumber);
