import type { Measured, MeasureJob, MeasureReader } from '../measures.ts';
import { codeOfFailure } from '../outcomes.ts';
import { countOf, textIn } from '../provider-call.ts';
import { youtubeApi } from './youtube-api.ts';
import { youtubeErrors } from './youtube-errors.ts';
import { refusalOf } from './youtube-refusal.ts';

/** For the watch time; views and likes need the permission that posting needs too. */
export const WATCH_TIME_SCOPE = 'https://www.googleapis.com/auth/yt-analytics.readonly';
/** Before the first video of any user. */
const FIRST_DAY = '2020-01-01';

/**
 * videos.list with `statistics` (50 ids, one unit of the project's day), and for the watch time reports.query of
 * YouTube Analytics, whose report 'Top videos' needs `maxResults` and `sort`. Reports are two to three days late and in
 * whole minutes; a video without a minute has no row.
 */
export function youtubeMeasures(settings: { root: string; analyticsRoot: string }): MeasureReader {
  const api = youtubeApi(settings.root, settings.analyticsRoot);

  return {
    scopes: [],
    watchTimeScope: WATCH_TIME_SCOPE,
    mostIds: 50,
    async read(job, ids) {
      const answer = await api.listStatistics(ids, job);
      if (answer.status !== 200) throw refusalOf(answer);
      const body = answer.json();
      // An empty list may have no `items`, but always has its `kind`.
      textIn(youtubeErrors, body, 'kind');
      const minutes = await minutesOf(job, ids);
      const items = (body['items'] ?? []) as {
        id: string;
        statistics?: { viewCount?: string; likeCount?: string };
      }[];
      return new Map<string, Measured>(
        items.map(({ id, statistics }) => {
          const watched = minutes.get(id);
          return [
            id,
            {
              views: countOf(youtubeErrors, statistics?.viewCount),
              // Absent where the owner hides it.
              likes: countOf(youtubeErrors, statistics?.likeCount ?? 0),
              ...(watched !== undefined && { watchSeconds: watched * 60 }),
            },
          ];
        }),
      );
    },
  };

  /** The minutes by video; empty without the permission, or without a report: views don't wait for it. */
  async function minutesOf(job: MeasureJob, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (!job.scopes.includes(WATCH_TIME_SCOPE)) return new Map();
    try {
      const answer = await api.queryMinutes(ids, { ...job, from: FIRST_DAY, to: job.now().toISOString().slice(0, 10) });
      if (answer.status !== 200) throw refusalOf(answer);
      const rows = (answer.json()['rows'] ?? []) as [string, number][];
      return new Map(rows.map(([id, minutes]) => [id, countOf(youtubeErrors, minutes)]));
    } catch (error) {
      // A fault of ours is thrown.
      codeOfFailure(error);
      return new Map();
    }
  }
}
