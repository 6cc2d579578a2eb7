import { token } from '../core/ids.ts';
import { type Refusal, refusal } from '../core/provider-error.ts';

interface Extra {
  subcode?: number;
  /** The HTTP status; by default 400, or 403 for the codes that come with it. */
  status?: number;
  transient?: boolean;
  type?: string;
  userMessage?: string;
}

const forbidden = [4, 10, 17, 32, 200];

/** The body of a refused Graph call. Clients read code and subcode, not the HTTP status. */
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

export function graphFault(code: number, message: string, extra: Extra = {}): Refusal {
  const status = extra.status ?? (extra.subcode === undefined && forbidden.includes(code) ? 403 : 400);
  return refusal(status, graphBody(code, message, extra));
}

export function badParameter(message: string): Refusal {
  return graphFault(100, `(#100) ${message}`);
}

/** The refusal for an object that does not exist or that the token may not see. */
export function missingObject(method: string, id: string): Refusal {
  const message = `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`;
  return graphFault(100, message, { subcode: 33, type: 'GraphMethodException' });
}

export function unknownPath(path: string): Refusal {
  return graphFault(2500, `Unknown path components: ${path}`);
}

/** An error of the upload host, which does not use Graph's envelope. */
export function debugInfo(type: string, message: string, retriable: boolean): object {
  return { debug_info: { retriable, type, message } };
}

export function uploadFault(status: number, type: string, message: string, retriable = false): Refusal {
  return refusal(status, debugInfo(type, message, retriable));
}
