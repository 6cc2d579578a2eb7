import { createHmac, timingSafeEqual } from 'node:crypto';

/** Two parts in base64url. Meta sends no padding, but it is accepted. */
const FORM = /^([\w-]+)={0,2}\.([\w-]+={0,2})$/;

/**
 * The id of the person in a `signed_request` of Meta: `<sig>.<payload>`, both base64url, signed by HMAC-SHA256 over
 * the encoded payload (Meta, data deletion callback). Undefined if the signature or the algorithm is wrong, `expires`
 * has passed, or `user_id` is missing or invalid.
 */
export function signedUserId(signedRequest: string, appSecret: string, realNow: Date): string | undefined {
  const [, signature = '', payload = ''] = FORM.exec(signedRequest) ?? [];
  const expected = createHmac('sha256', appSecret).update(payload).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  try {
    const data = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    if (data['algorithm'] !== 'HMAC-SHA256') return undefined;
    const expires = data['expires'];
    if (typeof expires === 'number' && expires > 0 && expires * 1_000 < realNow.getTime()) return undefined;
    return idOf(data['user_id']);
  } catch {
    return undefined;
  }
}

/** Meta writes ids as text, because they exceed the safe integers of JSON numbers. */
function idOf(id: unknown): string | undefined {
  if (typeof id === 'string' && id !== '' && id.length <= 64) return id;
  return Number.isSafeInteger(id) ? String(id) : undefined;
}
