import { createHmac } from 'node:crypto';
import { type Html, html } from '../console/html.ts';
import { send } from '../core/outgoing.ts';
import type { Sandbox } from '../core/sandbox.ts';

/** The body of Meta's callbacks: `<signature>.<payload>`, both base64url. `userId` is app-scoped. */
function signedRequest(userId: string, issuedAt: Date, appSecret: string): string {
  const claims = { algorithm: 'HMAC-SHA256', issued_at: Math.floor(issuedAt.getTime() / 1000), user_id: userId };
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${createHmac('sha256', appSecret).update(payload).digest('base64url')}.${payload}`;
}

/** Calls the product's data-deletion callback. @returns the result as HTML */
export async function askToDelete({ productUrl, clock }: Sandbox, userId: string, appSecret: string): Promise<Html> {
  if (productUrl === undefined) return html`The app is removed. It has no address for deletion requests.`;
  try {
    const reply = await send(`${productUrl}/api/meta/data-deletion`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      signal: AbortSignal.timeout(10_000),
      body: String(new URLSearchParams({ signed_request: signedRequest(userId, clock.real(), appSecret) })),
    });
    const response = (await reply.body.json()) as { url?: string; confirmation_code?: string };
    if (reply.statusCode !== 200 || !response.url || !response.confirmation_code)
      throw new Error(`status ${reply.statusCode}`);
    return html`The app is removed and was asked to delete your data. <a href="${response.url}">See how far it is</a>, code ${response.confirmation_code}.`;
  } catch (error) {
    return html`The app is removed, but it did not take the deletion request (${(error as Error).message}).`;
  }
}
