import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The person a `signed_request` of Meta is about: `<sig>.<payload>`, both base64url, the signature an HMAC-SHA256 over
 * the encoded payload. Undefined for anything not signed with this secret.
 */
export function signedUserId(signedRequest: string, appSecret: string): string | undefined {
  const [signature = '', payload = ''] = signedRequest.split('.', 2);
  const wanted = createHmac('sha256', appSecret).update(payload).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  try {
    const data = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    if (data['algorithm'] !== 'HMAC-SHA256' || data['user_id'] === undefined) return undefined;
    return String(data['user_id']);
  } catch {
    return undefined;
  }
}
