import type { PostCause } from '@reelwright/product';
import type { Platform } from './platform.ts';
import type { ProviderRefusal } from './provider-call.ts';

/** What a provider's own error codes mean. No message text is read, except for YouTube's upload bucket. */
export type ErrorTable = Readonly<Record<string, PostCause>>;

export interface ProviderErrors {
  readonly platform: Platform;
  /** Our code for a provider's. */
  codeFor(providerCode: string): PostCause | undefined;
}

/**
 * OAuth's refusals of the app itself, and its internal errors. They say nothing about a user's connection and must
 * not end it.
 */
export const oauthErrors: ErrorTable = {
  invalid_client: 'APP_REFUSED',
  unauthorized_client: 'APP_REFUSED',
  deleted_client: 'APP_REFUSED',
  disabled_client: 'APP_REFUSED',
  unsupported_grant_type: 'APP_REFUSED',
  server_error: 'PROVIDER_ERROR',
  temporarily_unavailable: 'PROVIDER_ERROR',
};

/** @param byNumber the meaning of ranges of numeric codes */
export function providerErrors(
  platform: Platform,
  table: ErrorTable,
  byNumber: (code: number) => PostCause | undefined = () => undefined,
): ProviderErrors {
  const known = new Map(Object.entries(table));
  return {
    platform,
    codeFor(providerCode) {
      const [code = '', subcode] = providerCode.split('/');
      const own = subcode === undefined ? undefined : known.get(subcode);
      return known.get(providerCode) ?? own ?? known.get(code) ?? byNumber(Number(code));
    },
  };
}

/**
 * Our code for a refusal: by the provider's code, else by the HTTP status. An answer without a code comes from a
 * proxy or a maintenance page, not from the provider, and is never permanent, whatever its status.
 */
export function codeOfRefusal({ errors, code, status }: ProviderRefusal): PostCause {
  const known = errors.codeFor(code);
  if (known) return known;
  if (status === 429) return 'RATE_LIMITED';
  if (code === '' || status === 408 || status >= 500) return 'PROVIDER_ERROR';
  return status === 401 ? 'TOKEN_REJECTED' : 'REQUEST_REFUSED';
}
