import { token } from '../core/ids.ts';
import { type Refusal, refusal } from '../core/provider-error.ts';

function logId(): string {
  return `${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}${token(20, '0123456789ABCDEF')}`;
}

/** The envelope of the data endpoints. Only `error.code` tells success from failure. */
export function envelope(data: object, code = 'ok', message = ''): object {
  return { data, error: { code, message, log_id: logId() } };
}

/** A refusal of a data endpoint. */
export function fault(status: number, code: string, message: string): Refusal {
  return refusal(status, envelope({}, code, message));
}

export function invalidParam(message: string): Refusal {
  return fault(400, 'invalid_param', message);
}

export function invalidToken(): Refusal {
  const message = 'The access token is invalid or not found in the request.';
  return fault(401, 'access_token_invalid', message);
}

/** The flat body of the OAuth endpoints. */
export function oauthBody(error: string, description: string): object {
  return { error, error_description: description, log_id: logId() };
}

export function oauthFault(status: number, error: string, description: string): Refusal {
  return refusal(status, oauthBody(error, description));
}
