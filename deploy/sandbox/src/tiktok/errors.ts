import { token } from '../core/ids.ts';
import { type ProviderError, providerError } from '../core/provider-error.ts';

function logId(): string {
  return `${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}${token(20, '0123456789ABCDEF')}`;
}

/** The envelope of the data endpoints. Only `error.code` tells success from failure. */
export function envelope(data: object, code = 'ok', message = ''): object {
  return { data, error: { code, message, log_id: logId() } };
}

/** An error of a data endpoint. */
export function tiktokError(status: number, code: string, message: string): ProviderError {
  return providerError(status, envelope({}, code, message));
}

export function invalidParam(message: string): ProviderError {
  return tiktokError(400, 'invalid_param', message);
}

export function invalidToken(): ProviderError {
  const message = 'The access token is invalid or not found in the request.';
  return tiktokError(401, 'access_token_invalid', message);
}

/** The flat body of the OAuth endpoints. */
export function oauthBody(error: string, description: string): object {
  return { error, error_description: description, log_id: logId() };
}

export function oauthError(status: number, error: string, description: string): ProviderError {
  return providerError(status, oauthBody(error, description));
}
