import { token } from '../core/ids.ts';
import { type ProviderError, providerError } from '../core/provider-error.ts';

interface Extra {
  subcode?: number;
  /** The HTTP status; by default 400, or 403 for the codes that come with it. */
  status?: number;
  transient?: boolean;
  type?: string;
  userMessage?: string;
}

const forbidden = [4, 10, 17, 32, 200];

/** The body of a failed Graph call. Clients read code and subcode, not the HTTP status. */
export function graphBody(code: number, message: string, extra: Extra = {}): object {
  return {
    error: {
      message,
      type: extra.type ?? 'OAuthException',
      code,
      ...(extra.subcode === undefined ? {} : { error_subcode: extra.subcode }),
      ...(extra.transient === undefined ? {} : { is_transient: extra.transient }),
      ...(extra.userMessage === undefined
        ? {}
        : { error_user_title: 'Not possible', error_user_msg: extra.userMessage }),
      fbtrace_id: `A${token(22)}`,
    },
  };
}

export function graphError(code: number, message: string, extra: Extra = {}): ProviderError {
  const status = extra.status ?? (extra.subcode === undefined && forbidden.includes(code) ? 403 : 400);
  return providerError(status, graphBody(code, message, extra));
}

export function badParameter(message: string): ProviderError {
  return graphError(100, `(#100) ${message}`);
}

/** The error for an object that does not exist or that the token may not see. */
export function missingObject(method: string, id: string): ProviderError {
  const message = `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`;
  return graphError(100, message, { subcode: 33, type: 'GraphMethodException' });
}

export function unknownPath(path: string): ProviderError {
  return graphError(2500, `Unknown path components: ${path}`);
}

/** An error of the upload host, which does not use Graph's envelope. */
export function debugInfo(type: string, message: string, retriable: boolean): object {
  return { debug_info: { retriable, type, message } };
}

export function uploadError(status: number, type: string, message: string, retriable = false): ProviderError {
  return providerError(status, debugInfo(type, message, retriable));
}
