import { createHmac } from 'node:crypto';

/** What Meta posts to an app's deauthorize and data-deletion addresses: `<signature>.<payload>`, both base64url. */
export function signedRequest(userId: string, issuedAt: Date, appSecret: string): string {
  const claims = { algorithm: 'HMAC-SHA256', issued_at: Math.floor(issuedAt.getTime() / 1000), user_id: userId };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${createHmac('sha256', appSecret).update(payload).digest('base64url')}.${payload}`;
}
