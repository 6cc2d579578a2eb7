import { type Answer, callProvider, ProviderRefusal, retryAfterMs } from '../provider-call.ts';
import { tiktokErrors } from './tiktok-errors.ts';

/**
 * Calls one of TikTok's data endpoints. Only `error.code === 'ok'` is success: some refusals have HTTP status 200.
 * @returns `data`
 */
export async function callTiktok(
  url: string,
  options: { accessToken: string; method?: 'GET' | 'POST'; body?: object; signal?: AbortSignal },
): Promise<Record<string, unknown>> {
  const { accessToken, method = 'POST', body, signal } = options;
  const answer = await callProvider(url, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(method === 'POST' && { 'content-type': 'application/json; charset=UTF-8' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const reply = answer.json();
  const error = reply['error'] as { code?: string; message?: string } | undefined;
  if (error?.code !== 'ok') throw refusal(answer, error?.code ?? '', error?.message);
  return (reply['data'] ?? {}) as Record<string, unknown>;
}

function refusal(answer: Answer, code: string, detail = ''): ProviderRefusal {
  const wait = retryAfterMs(answer.headers);
  return new ProviderRefusal(tiktokErrors, code, answer.status, { detail, ...(wait && { retryAfterMs: wait }) });
}

/** What an account may currently choose for its posts. */
export interface CreatorInfo {
  readonly nickname: string;
  readonly username: string;
  readonly privacyOptions: string[];
  readonly commentAllowed: boolean;
  readonly duetAllowed: boolean;
  readonly stitchAllowed: boolean;
}

/**
 * TikTok requires this call before each post. @throws ProviderRefusal, also if the account can't post now (status
 * 200)
 */
export async function creatorInfo(apiUrl: string, accessToken: string, signal?: AbortSignal): Promise<CreatorInfo> {
  const data = await callTiktok(`${apiUrl}/v2/post/publish/creator_info/query/`, {
    accessToken,
    ...(signal && { signal }),
  });
  return {
    nickname: String(data['creator_nickname'] ?? ''),
    username: String(data['creator_username'] ?? ''),
    privacyOptions: ((data['privacy_level_options'] ?? []) as unknown[]).map(String),
    commentAllowed: data['comment_disabled'] !== true,
    duetAllowed: data['duet_disabled'] !== true,
    stitchAllowed: data['stitch_disabled'] !== true,
  };
}
