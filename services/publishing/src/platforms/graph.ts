import type { Tokens } from './login.ts';
import { type Answer, type CallOptions, callProvider, ProviderRefusal, retryAfterMs, textIn } from './provider-call.ts';
import type { ProviderErrors } from './provider-errors.ts';

/** Calls Meta's Graph API. Errors are identified by code and subcode, never by status. */
export async function callGraph(
  errors: ProviderErrors,
  url: string,
  options: Omit<CallOptions, 'body'> & { form?: Record<string, string> } = {},
): Promise<Record<string, unknown>> {
  const { form, ...rest } = options;
  const answer = await callProvider(url, { ...rest, ...(form && { method: 'POST', body: new URLSearchParams(form) }) });
  const body = answer.json();
  // Graph never answers an empty object; it stands for a body that was not JSON.
  if (answer.status !== 200 || body['error'] || Object.keys(body).length === 0) throw graphRefusal(errors, answer);
  return body;
}

export function graphRefusal(errors: ProviderErrors, answer: Answer): ProviderRefusal {
  const body = answer.json();
  const error = (body['error'] ?? {}) as {
    code?: number;
    error_subcode?: number;
    message?: string;
    is_transient?: boolean;
  };
  // Upload hosts answer `debug_info`; Instagram's token host answers `error_type` and a plain `code`.
  const upload = body['debug_info'] as { type?: string; message?: string } | undefined;
  const code =
    upload?.type ??
    (body['error_type'] as string | undefined) ??
    (error.error_subcode ? `${error.code}/${error.error_subcode}` : String(error.code ?? ''));
  const wait = retryAfterMs(answer.headers);
  return new ProviderRefusal(errors, error.is_transient && !errors.codeFor(code) ? '2' : code, answer.status, {
    detail: upload?.message ?? error.message ?? String(body['error_message'] ?? ''),
    ...(wait && { retryAfterMs: wait }),
  });
}

/** The token of a response, with its end where it has one. */
export function tokensIn(errors: ProviderErrors, body: Record<string, unknown>): Tokens {
  const seconds = Number(body['expires_in']);
  return {
    accessToken: textIn(errors, body, 'access_token'),
    ...(seconds > 0 && { accessExpiresAt: new Date(Date.now() + seconds * 1000) }),
  };
}
