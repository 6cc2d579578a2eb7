import { AppError } from '@reelwright/errors';

/**
 * The value of one cookie. Of two cookies with the same name it is the first, because browsers send the more specific
 * one first.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(';')) {
    const [key, value] = splitOnce(part.trim(), '=');
    if (key !== name || value === undefined) continue;
    try {
      return decodeURIComponent(value);
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/**
 * The API key, from `X-API-Key` or `Authorization: Bearer`.
 * @throws AppError API_KEY_MISSING, API_KEY_AMBIGUOUS when both are sent and differ
 */
export function readApiKey(headers: Record<string, string | string[] | undefined>): string {
  const header = one(headers['x-api-key']);
  const bearer = /^Bearer +(\S+)$/i.exec(one(headers.authorization) ?? '')?.[1];
  if (header && bearer && header !== bearer) {
    throw new AppError('INVALID_ARGUMENT', 'API_KEY_AMBIGUOUS', 'Two different API keys were sent. Send one.');
  }
  const key = header ?? bearer;
  if (!key) throw new AppError('UNAUTHENTICATED', 'API_KEY_MISSING', 'Send your API key in the X-API-Key header.');
  return key;
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value || undefined;
}

function splitOnce(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}
