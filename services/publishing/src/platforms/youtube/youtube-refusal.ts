import { type Answer, oauthCode, ProviderRefusal, retryAfterMs } from '../provider-call.ts';
import { youtubeErrors } from './youtube-errors.ts';

/** Reads Google's error envelope; `error.errors[0].reason` is the code. */
export function refusalOf(answer: Answer): ProviderRefusal {
  const body = answer.json();
  const error = body['error'] as { message?: string; errors?: { reason?: string }[] } | string | undefined;
  const detail = typeof error === 'object' ? (error.message ?? '') : '';
  let reason = typeof error === 'object' ? (error.errors?.[0]?.reason ?? '') : oauthCode(body);
  // The empty upload bucket has the same reason as short rate limits; only the message distinguishes them.
  if (answer.status === 429 && /per day/i.test(detail)) reason = 'uploadBucketEmpty';
  const wait = retryAfterMs(answer.headers);
  return new ProviderRefusal(youtubeErrors, reason, answer.status, { detail, ...(wait && { retryAfterMs: wait }) });
}
