import type { FastifyInstance } from 'fastify';
import type { Sandbox } from '../../core/sandbox.ts';
import { googleError, missingParameter, missingScope } from '../errors.ts';
import { requireGrant } from '../oauth/access.ts';
import type { Grants } from '../oauth/grants.ts';
import { scopes } from '../oauth/scopes.ts';
import { audienceOfVideo } from './resource.ts';
import { type Video, videosOf } from './video.ts';

type Parameter = 'ids' | 'startDate' | 'endDate' | 'metrics' | 'dimensions' | 'filters' | 'maxResults' | 'sort';
const parameters: readonly string[] = [
  'ids',
  'startDate',
  'endDate',
  'metrics',
  'dimensions',
  'filters',
  'maxResults',
  'sort',
  'alt',
  'prettyPrint',
];
const metrics = ['views', 'likes', 'estimatedMinutesWatched'] as const;
type Metric = (typeof metrics)[number];
const mostIds = 500;
const mostRows = 200;

const badRequest = (message: string) => googleError(400, 'badRequest', message);
const unsupported = () => badRequest('The query is not supported. Check the documentation for supported queries.');

/**
 * `reports.query` of YouTube Analytics v2, as far as it reports on single videos: `dimensions=video` with `maxResults`
 * and `sort`, as the report 'Top videos' requires. Videos without a minute watched have no row.
 */
export function addAnalytics(app: FastifyInstance, sandbox: Sandbox, grants: Grants): void {
  const videos = videosOf(sandbox.store);

  app.get<{ Querystring: Partial<Record<Parameter, string>> }>('/v2/reports', async (request) => {
    const grant = requireGrant(sandbox, grants, request, [scopes.youtubeAnalytics]);
    // Since 2024 the method also needs the right to read the channel.
    if (!grant.scopes.some((scope) => scope === scopes.youtubeReadonly || scope === scopes.youtube))
      throw missingScope();
    const { query } = request;
    const unknown = Object.keys(query).find((name) => !parameters.includes(name));
    if (unknown !== undefined) throw badRequest(`Invalid JSON payload received. Unknown name "${unknown}".`);
    for (const name of ['ids', 'startDate', 'endDate', 'metrics'] as const)
      if (!query[name]) throw missingParameter(name);
    if (query.ids !== 'channel==MINE' && query.ids !== `channel==${grant.channelId}`)
      throw googleError(403, 'forbidden', 'Forbidden', { status: 'PERMISSION_DENIED' });
    checkDates(query.startDate ?? '', query.endDate ?? '');
    const names = metricsOf(query.metrics ?? '');
    if (query.dimensions !== 'video') throw unsupported();
    const rows = Number(query.maxResults);
    if (!Number.isInteger(rows) || rows < 1 || rows > mostRows || query.sort !== `-${names[0]}`) throw unsupported();
    const ids = videoFilter(query.filters);
    const own = videos.filter((video) => video.channelId === grant.channelId && (!ids || ids.includes(video.id)));
    return {
      kind: 'youtubeAnalytics#resultTable',
      columnHeaders: [
        { name: 'video', columnType: 'DIMENSION', dataType: 'STRING' },
        ...names.map((name) => ({ name, columnType: 'METRIC', dataType: 'INTEGER' })),
      ],
      rows: own
        .map((video) => ({ id: video.id, numbers: numbersOf(sandbox, video) }))
        .filter(({ numbers }) => numbers.estimatedMinutesWatched > 0)
        .map(({ id, numbers }) => [id, ...names.map((name) => numbers[name])])
        .sort(([, a], [, b]) => Number(b) - Number(a))
        .slice(0, rows),
    };
  });
}

function numbersOf(sandbox: Sandbox, video: Video): Record<Metric, number> {
  const { views, likes, watchSeconds } = audienceOfVideo(sandbox, video);
  return { views, likes, estimatedMinutesWatched: Math.floor(watchSeconds / 60) };
}

function checkDates(start: string, end: string): void {
  for (const [name, date] of Object.entries({ startDate: start, endDate: end })) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
      throw googleError(400, 'invalid', `Invalid value '${date}'. Values must match 'YYYY-MM-DD'.`, {
        location: name,
        locationType: 'parameter',
      });
  }
  if (start > end) throw badRequest('The end date must not be before the start date.');
}

function metricsOf(text: string): Metric[] {
  return text.split(',').map((name) => {
    const metric = metrics.find((known) => known === name);
    if (!metric) throw badRequest(`Unknown identifier (${name}) given in field parameters.metrics.`);
    return metric;
  });
}

/** The ids of `video==a,b`; undefined without a filter. */
function videoFilter(filters: string | undefined): string[] | undefined {
  if (filters === undefined) return undefined;
  const ids = /^video==([\w-]+(?:,[\w-]+)*)$/.exec(filters)?.[1]?.split(',');
  if (!ids || ids.length > mostIds) throw unsupported();
  return ids;
}
