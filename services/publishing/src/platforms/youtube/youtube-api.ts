import { youtube, type youtube_v3 } from 'googleapis/build/src/apis/youtube/index.js';
import { youtubeAnalytics, type youtubeAnalytics_v2 } from 'googleapis/build/src/apis/youtubeAnalytics/index.js';
import { type Answer, Unreachable } from '../provider-call.ts';

const TIMEOUT_MS = 15_000;

interface Caller {
  readonly accessToken: string;
  readonly signal?: AbortSignal;
}

/** The calls that are made through Google's own client. None is repeated. @throws Unreachable */
export interface YoutubeApi {
  /** The channel of the account that gave the token. */
  listOwnChannels(caller: Caller): Promise<Answer>;
  listVideo(id: string, caller: Caller): Promise<Answer>;
  /** Views and likes. */
  listStatistics(ids: readonly string[], caller: Caller): Promise<Answer>;
  /** The minutes that were watched of each video, between two days. */
  queryMinutes(ids: readonly string[], caller: Caller & { from: string; to: string }): Promise<Answer>;
}

/** @param analyticsRoot only the report on minutes is there */
export function youtubeApi(root: string, analyticsRoot = root): YoutubeApi {
  // Refusals are answers too; provider-errors.ts maps them.
  const options = { retry: false, timeout: TIMEOUT_MS, validateStatus: () => true };
  const api: youtube_v3.Youtube = youtube({ version: 'v3', rootUrl: root, ...options });
  const analytics: youtubeAnalytics_v2.Youtubeanalytics = youtubeAnalytics({
    version: 'v2',
    rootUrl: analyticsRoot,
    ...options,
  });
  const optionsOf = ({ accessToken, signal }: Caller) => ({
    headers: { authorization: `Bearer ${accessToken}` },
    ...(signal && { signal }),
  });
  const answerTo = async (call: Promise<{ status: number; headers: object; data: unknown }>): Promise<Answer> => {
    try {
      const { status, headers, data } = await call;
      const body = data !== null && typeof data === 'object' ? (data as Record<string, unknown>) : {};
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      return { status, headers: new Headers(headers as Record<string, string>), text, json: () => body };
    } catch (error) {
      // The error holds the request with its token, so only its cause or message is kept.
      const { cause, message } = error as Error;
      throw new Unreachable(root, cause ?? message);
    }
  };

  return {
    listOwnChannels: (caller) => answerTo(api.channels.list({ part: ['snippet'], mine: true }, optionsOf(caller))),
    listVideo: (id, caller) =>
      answerTo(api.videos.list({ part: ['snippet', 'status', 'processingDetails'], id: [id] }, optionsOf(caller))),
    listStatistics: (ids, caller) =>
      answerTo(api.videos.list({ part: ['statistics'], id: [...ids] }, optionsOf(caller))),
    queryMinutes: (ids, { from, to, ...caller }) =>
      answerTo(
        analytics.reports.query(
          {
            ids: 'channel==MINE',
            startDate: from,
            endDate: to,
            metrics: 'estimatedMinutesWatched',
            dimensions: 'video',
            filters: `video==${ids.join(',')}`,
            maxResults: ids.length,
            sort: '-estimatedMinutesWatched',
          },
          optionsOf(caller),
        ),
      ),
  };
}
