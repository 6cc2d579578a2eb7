import { createHmac, timingSafeEqual } from 'node:crypto';

/** Two parts in base64url; padding is not written, but would do no harm. */
const FORM = /^([\w-]+)={0,2}\.([\w-]+={0,2})$/;

/**
 * The person a `signed_request` of Meta is about: `<sig>.<payload>`, both base64url, the signature an HMAC-SHA256 over
 * the encoded payload (facts: Meta, data deletion callback). Undefined for anything not signed with this secret, of
 * another algorithm, past its `expires`, or about nobody.
 */
export function signedUserId(signedRequest: string, appSecret: string, realNow: Date): string | undefined {
  const [, signature = '', payload = ''] = FORM.exec(signedRequest) ?? [];
  const wanted = createHmac('sha256', appSecret).update(payload).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
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

/** Ids are longer than a number can tell apart, so Meta writes them as text. */
function idOf(id: unknown): string | undefined {
  if (typeof id === 'string' && id !== '' && id.length <= 64) return id;
  return Number.isSafeInteger(id) ? String(id) : undefined;
}
